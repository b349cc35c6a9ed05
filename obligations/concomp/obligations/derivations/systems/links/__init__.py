"""Composed systems related move by move on tapes, by solvers."""
