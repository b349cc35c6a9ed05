"""Checks of Zhang24: mechanisms that see data which only depend on what is secret."""
