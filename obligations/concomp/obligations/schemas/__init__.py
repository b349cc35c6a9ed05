"""What the commands read and write, as JSON Schemas; `python -m concomp.obligations.schemas` writes them."""
