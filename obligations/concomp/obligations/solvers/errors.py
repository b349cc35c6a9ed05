"""What can come of a question to a solver besides an answer."""

from __future__ import annotations


class Undecided(RuntimeError):
    """A solver did not decide a question within its limit."""


class Unsupported(ValueError):
    """A question uses what has no scalar form, and solvers are asked about scalars only."""


class SolverFailed(RuntimeError):
    """A solver could not read a text, or broke down over it."""
