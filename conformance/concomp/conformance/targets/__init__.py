"""Targets in Python: a class whose methods have the names of the commands, and what puts it behind a pipe."""
