"""What is wrong with a plan: the place, the value found there, and what to do."""

from __future__ import annotations


class PlanError(ValueError):
    """Thrown when a plan cannot be advised on; the message names place, value and remedy."""

    def __init__(self, place: str, value: str, remedy: str) -> None:
        super().__init__(f"{place}: {value}: {remedy}")


class PlanUndecided(RuntimeError):
    """Thrown when the answer was not found within the limits."""
