"""What a call came to, as a value: an answer, or an error that is yet to be raised.

An error is raised where nothing is left but this value. Raised any deeper, its traceback would hold the frames in which
a message was worked on, and with them the message.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar, cast

T = TypeVar("T")
Outcome: TypeAlias = tuple[T | None, BaseException | None]
"""(the answer, None) or (None, the error)."""


def settle(outcome: Outcome[T]) -> T:
    """The answer; raises the error if there is one."""
    answer, error = outcome
    if error is not None:
        raise error
    return cast(T, answer)
