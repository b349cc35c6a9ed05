"""The answers that a session gives itself, the same whatever the records are."""

from __future__ import annotations

from enum import Enum


class FixedAnswer(Enum):
    """An answer without content."""

    FAILED = "failed"
    """The mechanism raised an exception, or answered outside its answer space; it answers this for ever."""
    HALTED = "halted"
    """The mechanism has ended, its horizon is reached, or the session has halted; it answers this for ever."""

    def __repr__(self) -> str:
        return self.name


FAILED = FixedAnswer.FAILED
HALTED = FixedAnswer.HALTED
