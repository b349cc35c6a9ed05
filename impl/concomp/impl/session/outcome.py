"""What a call came to, as a value: an answer, or an error that is yet to be raised.

An error is raised where nothing is left but this value. Raised any deeper, its traceback would hold the frames in which
a message was worked on, and with them the message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar, cast

from concomp.impl.session.errors import SessionError, bare
from concomp.model.numbers import ParameterError

T = TypeVar("T")
Outcome: TypeAlias = tuple[T | None, BaseException | None]
"""(the answer, None) or (None, the error)."""

INTERRUPTS = (KeyboardInterrupt, SystemExit)
"""What ends a program from outside, at any moment; everything else that is raised is a failure."""


def outcome_of(call: Callable[..., T], *arguments: object) -> Outcome[T]:
    """What a call comes to; of what it raises nothing is kept but that it is an interrupt, or what a session says."""
    try:
        return (call(*arguments), None)
    except BaseException as raised:
        error = _public(raised)
    return (None, error)


def settle(outcome: Outcome[T]) -> T:
    """The answer; raises the error if there is one."""
    answer, error = outcome
    if error is not None:
        raise error
    return cast(T, answer)


def answer_unless_interrupted(outcome: Outcome[T]) -> T | None:
    """The answer; None after a failure. Raises an interrupt."""
    answer, error = outcome
    if isinstance(error, INTERRUPTS):
        raise error
    return answer


def _public(raised: BaseException) -> BaseException:
    """The part of what was raised that says nothing of what was being worked on."""
    if isinstance(raised, KeyboardInterrupt):
        return KeyboardInterrupt()
    if isinstance(raised, SystemExit):
        return SystemExit(1)
    if isinstance(raised, SessionError | ParameterError):
        return bare(raised)
    return SessionError("what a session was given raises an exception; what was charged stays charged: look into it")
