"""What a session refuses: the texts depend on public values only."""

from __future__ import annotations

from typing import TypeVar

from concomp.impl.accounting.rules.rule import Refusal


class SessionError(Exception):
    """Thrown by a session; nothing was charged, unless the text says so."""


class InsufficientBudget(SessionError):
    """Thrown when the rule refuses a launch: what was asked for, what was spent, what remains."""

    def __init__(self, refusal: Refusal) -> None:
        """Take the rule's refusal."""
        super().__init__(refusal)
        self.asked = refusal.asked
        self.spent = refusal.spent
        self.remains = refusal.remains

    def __str__(self) -> str:
        return (
            f"the budget does not allow {self.asked!r}: spent is {self.spent!r}, "
            f"remaining is {self.remains!r}: ask for a smaller loss"
        )


class InvalidQuery(SessionError):
    """Thrown for what is no launch, and for a message that the verification function refuses; no state changes."""


class NoEvidence(SessionError):
    """Thrown when nothing supports that a mechanism loses what it says, or that its refusals tell nothing."""


class Halted(SessionError):
    """Thrown when a session that was to halt on a refusal is asked to launch again."""


class ClosedHandle(SessionError):
    """Thrown when a handle, or its whole session, has been closed."""


class ForeignHandle(SessionError):
    """Thrown when a session is given a handle of another one."""


class Reentrant(SessionError):
    """Thrown when a mechanism, hook or book uses a session that waits for it, or a signal handler one in mid-call."""


class NotCopyable(SessionError, TypeError):
    """Thrown when a session or a handle is copied or pickled: a copy could spend the budget again."""


class WrongProcess(SessionError):
    """Thrown when a session is used in another process than its own, such as after a fork."""


class BookUnavailable(SessionError):
    """Thrown when the book does not say whether a charge was kept, and nothing was run, or what is kept."""


E = TypeVar("E", bound=Exception)


def bare(error: E) -> E:
    """The error without where it came from: frames hold what was being worked on, such as records."""
    error.__context__ = error.__cause__ = None
    return error.with_traceback(None)
