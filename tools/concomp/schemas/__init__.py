"""What the commands read and write, as JSON Schemas; `python -m concomp.schemas` writes them."""
