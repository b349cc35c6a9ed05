"""What a session may not be: copied, used in another process, or used by what it is waiting for."""

from __future__ import annotations

import os
from contextvars import ContextVar
from typing import NoReturn

from concomp.impl.session.errors import NotCopyable, Reentrant, WrongProcess

busy: ContextVar[bool] = ContextVar("busy", default=False)
"""Whether a session is waiting, in this thread, for a mechanism, a hook or a book."""


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


INTERRUPTS = (KeyboardInterrupt, SystemExit)
"""What ends a program from outside, at any moment; everything else that is raised is a failure."""


def interruption(raised: BaseException) -> BaseException:
    """An interrupt that says nothing but that it is one."""
    return KeyboardInterrupt() if isinstance(raised, KeyboardInterrupt) else SystemExit(1)


def is_elsewhere(process: int) -> WrongProcess | None:
    """The error of whoever is not in this process; asks for no lock, which a fork may have left locked."""
    if os.getpid() == process:
        return None
    return WrongProcess("the session belongs to another process: make a session in each process, or use it in its own")


def is_waited_for() -> Reentrant | None:
    """The error of whoever is called by a session, in this thread."""
    if not busy.get():
        return None
    return Reentrant(
        "a mechanism, hook or book uses a session that waits for it: return first, and let the caller go on"
    )


def demand_usable(process: int) -> None:
    """Raise WrongProcess or Reentrant if a session of this process cannot be used here and now."""
    refused = is_elsewhere(process) or is_waited_for()
    if refused is not None:
        raise refused
