"""Checks of the statements of HSV26, a module a topic."""
