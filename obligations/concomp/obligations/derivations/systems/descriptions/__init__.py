"""Composed systems, described once as terms, and run with finite kernels."""
