"""Attempts: calls of stages within a limit of time, and a record of what came of them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.verdicts import StatedLine

P = ParamSpec("P")
R = TypeVar("R")

GRACE = 1.0
"""Seconds after its limit in which a solver may still give up by itself."""


class Attempt:
    """One question on its way through the stages.

    tried: the stages so far, each with what came of it.
    stated: what came of each condition that the author states. obstacle: where the best invariant fails, in words.
    """

    def __init__(self, worker: Worker, seconds: float) -> None:
        """Take the process that serves the calls, and how long all of them may take."""
        self.tried: list[str] = []
        self.stated: list[StatedLine] = []
        self.obstacle = ""
        self._worker = worker
        self._begun = time.monotonic()
        self._deadline = self._begun + seconds

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begun

    @property
    def left(self) -> float:
        """How long it may still take."""
        return max(0.0, self._deadline - time.monotonic())

    def call(
        self,
        stage: str,
        seconds: float,
        work: Callable[Concatenate[int, P], R],
        /,
        *arguments: P.args,
        **named: P.kwargs,
    ) -> R | GaveUp:
        """What comes of a stage, which is told its limit in milliseconds; what goes wrong is giving up, and noted."""
        limit = min(seconds, self.left)
        if limit <= 0:
            return self._fail(stage, "no time was left")
        outcome = self._worker.call(limit + GRACE, work, int(limit * 1000) + 1, *arguments, **named)
        match outcome:
            case TimedOut():
                return self._fail(stage, f"no answer in {limit:.3g} s, stopped")
            case Crashed(message):
                return self._fail(stage, f"the solver broke down: {message.strip().splitlines()[-1]}")
            case GaveUp(reason):
                return self._fail(stage, reason)
            case _:
                return outcome

    def note(self, stage: str, outcome: str) -> None:
        """Remember what came of a stage."""
        self.tried.append(f"{stage}: {outcome}")

    def _fail(self, stage: str, reason: str) -> GaveUp:
        self.note(stage, reason)
        return GaveUp(reason)
