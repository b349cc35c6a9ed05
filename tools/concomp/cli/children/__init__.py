"""Work in child processes."""
