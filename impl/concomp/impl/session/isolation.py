"""What a session may not be: copied, used in another process, or used in the midst of its being used."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from contextvars import ContextVar
from threading import RLock
from typing import Any, NoReturn, TypeVar
from weakref import ref

from concomp.impl.session.errors import NotCopyable, Reentrant, WrongProcess
from concomp.impl.session.outcome import Outcome, outcome_of

T = TypeVar("T")


class Wait:
    """A call of a mechanism, hook or book, while a session waits for it."""

    is_over = False


_wait: ContextVar[ref[Wait] | None] = ContextVar("wait", default=None)
"""The last call that a session made from this context.

Contexts are copied, and an interrupt may skip any line. So a call counts while it runs, and as long as its frame lives,
which the traceback of an interrupt keeps.
"""


def contain(call: Callable[..., T], *arguments: object) -> Outcome[T]:
    """What a call of a mechanism, hook or book comes to; whoever it calls is refused any session."""
    wait, before = Wait(), _wait.get()
    try:
        _wait.set(ref(wait))
        return outcome_of(call, *arguments)
    finally:
        wait.is_over = True
        _wait.set(before)


class Turn:
    """A lock that other threads wait for, and nobody else.

    Whoever is in the midst of its turn and asks for another one, as a signal handler or a finaliser may that Python
    runs in the same thread, would wait for itself for ever.
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        """Nobody has it."""
        self._lock: Any = RLock()

    def taken(self) -> AbstractContextManager[object]:
        """The lock, to be entered at once; Reentrant if this thread has it.

        It is Python's own, so that no interrupt comes between its being taken and its being left.
        """
        if self._lock._is_owned():
            raise Reentrant(
                "a signal handler or a finaliser uses what its own thread is in the midst of using: note what is to be "
                "done, and do it when the call has returned"
            )
        lock: AbstractContextManager[object] = self._lock
        return lock


class Unique:
    """What there is once: copying and pickling raise NotCopyable."""

    __slots__ = ()

    def __copy__(self) -> NoReturn:
        raise NotCopyable(self._refusal())

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise NotCopyable(self._refusal())

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise NotCopyable(self._refusal())

    def __reduce__(self) -> NoReturn:
        raise NotCopyable(self._refusal())

    def __getstate__(self) -> NoReturn:
        raise NotCopyable(self._refusal())

    def _refusal(self) -> str:
        return f"a {type(self).__name__} is copied or pickled: pass the object itself on, within its process"


def is_elsewhere(process: int, what: str = "session") -> WrongProcess | None:
    """The error of whoever is not in this process; asks for no lock, which a fork may have left locked."""
    if os.getpid() == process:
        return None
    return WrongProcess(f"the {what} belongs to another process: make a {what} in each process, or use it in its own")


def is_waited_for() -> Reentrant | None:
    """The error of whoever is called by a session, in this thread."""
    reference = _wait.get()
    wait = None if reference is None else reference()
    if wait is None or wait.is_over:
        return None
    return Reentrant(
        "a mechanism, hook or book uses a session that waits for it: return first, and let the caller go on"
    )


def why_unusable(process: int) -> WrongProcess | Reentrant | None:
    """The error of whoever cannot use a session of this process here and now."""
    return is_elsewhere(process) or is_waited_for()


def demand_usable(process: int) -> None:
    """Raise WrongProcess or Reentrant if a session of this process cannot be used here and now."""
    refused = why_unusable(process)
    if refused is not None:
        try:
            raise refused
        finally:
            # What is raised has this frame, which must not have what is raised.
            del refused
