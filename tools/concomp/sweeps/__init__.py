"""Sweeps: the same audit at every point of a grid, over any executor, gone on with where it was stopped."""
