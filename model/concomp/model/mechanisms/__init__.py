"""Interactive and continual mechanisms, adversaries and views, post-processing, and their file formats."""
