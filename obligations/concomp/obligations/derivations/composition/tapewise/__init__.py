"""Composed systems described once, run with finite kernels, and related move by move by solvers."""
