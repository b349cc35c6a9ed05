"""Whether a session is open; what ends it ends the sessions that are nested in it."""

from __future__ import annotations

import os
from threading import RLock
from typing import Literal
from weakref import WeakSet

from concomp.impl.session.errors import ClosedHandle, Halted


class Status:
    """The status of a session; each bit goes one way.

    is_closed, is_halted: whether the session, or one that it is nested in, was closed, or halted on a refusal.
    failures_covered: whether FAILED is counted in all losses, in the sessions nested in it as well.
    process: the process that it belongs to.
    """

    __slots__ = ("__weakref__", "_lock", "_nested", "_outer", "failures_covered", "is_closed", "is_halted", "process")

    def __init__(self, outer: Status | None = None) -> None:
        """Open a session in this process; `nested` opens one within another."""
        # Who is further in is reached through who is in between, so that it must live as long.
        self._outer = outer
        # A signal handler may close a session in the midst of anything.
        self._lock = RLock()
        self._nested: WeakSet[Status] = WeakSet()
        self.is_closed = False
        self.is_halted = False
        self.failures_covered = True
        self.process = os.getpid()

    def nested(self) -> Status:
        """The status of a session that is nested in this one."""
        inner = Status(self)
        with self._lock:
            self._nested.add(inner)
            inner.is_closed, inner.is_halted = self.is_closed, self.is_halted
        return inner

    def close(self) -> None:
        """Close the session."""
        self._mark("is_closed")

    def halt(self) -> None:
        """Halt the session."""
        self._mark("is_halted")

    def uncover_failures(self) -> None:
        """Note that there is a loss in which FAILED is not counted."""
        status: Status | None = self
        while status is not None:
            status.failures_covered = False
            status = status._outer

    def demand_open(self) -> None:
        """Raise ClosedHandle or Halted if the session does not launch any more."""
        if self.is_closed:
            raise ClosedHandle("the session is closed: make another one, with a budget of its own")
        if self.is_halted:
            raise Halted("the session has halted on a refusal, as it was made to: make another one")

    def _mark(self, bit: Literal["is_closed", "is_halted"]) -> None:
        """Set a bit of this session and of all that are nested in it, however deep."""
        waiting = [self]
        while waiting:
            status = waiting.pop()
            with status._lock:
                setattr(status, bit, True)
                waiting += status._nested
