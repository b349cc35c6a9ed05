"""Work with solvers in a process of its own.

A solver may hang, take all memory, or bring its process down. It therefore works in a child process, which serves one
call after the other; past its limit it is ended, and the next call gets a new one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from concomp.obligations.processes.child import Child, Crashed, Ended, TimedOut, start_afresh
from concomp.obligations.solvers.errors import Undecided

P = ParamSpec("P")
R = TypeVar("R")

GIGABYTE = 2**30


@dataclass(frozen=True)
class GaveUp:
    """A call in which a solver did not decide what it was asked."""

    reason: str


class Worker:
    """A child process that is replaced when it fails; used as a context, it ends with it."""

    def __init__(self, memory: int = 4 * GIGABYTE, preload: tuple[str, ...] = ()) -> None:
        """Start nothing yet.

        memory: bytes of address space that the child may take. preload: modules that it imports when it starts.
        """
        self._memory = memory
        self._preload = (__name__, *preload)
        self._child: Child | None = None
        self.hear: Callable[[object], object] = lambda content: None
        """Gets what a call tells before it ends."""

    def warm_up(self) -> None:
        """Start the child, so that the first call need not wait for it."""
        if self._child is None:
            self._child = start_afresh(self._memory, self._preload)
            self._child.hear = lambda content: self.hear(content)

    def call(
        self, seconds: float, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs
    ) -> R | TimedOut | Crashed | GaveUp:
        """What a function of a module returns, or how it failed.

        seconds: the limit; a child that exceeds it is ended.
        """
        deadline = time.monotonic() + seconds
        self.warm_up()
        assert self._child is not None
        outcome: Any = self._child.call(max(0.0, deadline - time.monotonic()), _perform, work, arguments, named)
        match outcome:
            case TimedOut():
                self.close()
                return TimedOut(seconds)
            case Ended(status):
                self.close()
                return Crashed(f"the process of {work.__name__} ended with status {status}")
            case _:
                return outcome  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the child, whatever it is doing; a later call starts another."""
        if self._child is not None:
            child, self._child = self._child, None
            child.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()


def _perform(work: Callable[..., object], arguments: tuple[Any, ...], named: Mapping[str, Any]) -> object:
    try:
        return work(*arguments, **named)
    except Undecided as error:
        return GaveUp(str(error))
