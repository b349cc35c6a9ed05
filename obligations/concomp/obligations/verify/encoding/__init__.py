"""Definitions as transition systems over scalars, and as SMT-LIB."""
