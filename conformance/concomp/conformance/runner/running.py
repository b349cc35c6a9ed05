"""A run: vectors, put to a target by several of its processes at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from concomp.conformance.protocol.replies import Identity
from concomp.conformance.runner.misbehaviour import CannotStart
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.process import Limits
from concomp.conformance.runner.target import Target
from concomp.conformance.vectors.vector import Vector

Step = Callable[[int, int], object]
"""Is told how many vectors are done, of how many."""


@dataclass(frozen=True)
class Run:
    """Who was asked, and what came of each vector, in their order."""

    identity: Identity
    outcomes: tuple[Outcome, ...]

    @property
    def executed(self) -> tuple[Outcome, ...]:
        """The outcomes of what was put to the target."""
        return tuple(each for each in self.outcomes if each.verdict != "not claimed")


def run(
    command: Sequence[str],
    vectors: Sequence[Vector],
    limits: Limits | None = None,
    jobs: int = 1,
    progress: Step = lambda done, of: None,
) -> Run:
    """Put vectors to a target; CannotStart where it does not start. One that misbehaves is started again.

    command: what starts the target's adapter. jobs: how many of it run at a time. progress: see Step.
    """
    first = Target(command, limits or Limits())
    identity = first.identity()
    claims = tuple(identity.claims)
    outcomes = {each.id: Outcome(each, "not claimed") for each in vectors if not each.is_for(claims)}
    waiting = SimpleQueue[Vector]()
    claimed = [each for each in vectors if each.id not in outcomes]
    for vector in claimed:
        waiting.put(vector)

    def work(target: Target) -> None:
        try:
            target.identity()
            while (vector := _next(waiting)) is not None:
                outcomes[vector.id] = target.put(vector)
                progress(sum(each.verdict != "not claimed" for each in [*outcomes.values()]), len(claimed))
        finally:
            target.stop()

    others = [Target(command, limits or Limits()) for _ in claimed[1:jobs]]
    with ThreadPoolExecutor(jobs) as pool:
        try:
            done = pool.submit(work, first)
            for other in [pool.submit(work, target) for target in others]:
                # One that cannot run beside others leaves all to them.
                with suppress(CannotStart):
                    other.result()
            done.result()
        except BaseException:
            # Whoever interrupts a run does not wait for what was still to come.
            while _next(waiting) is not None:
                pass
            for target in (first, *others):
                target.abandon()
            raise
    return Run(identity, tuple(outcomes[each.id] for each in vectors))


def _next(waiting: SimpleQueue[Vector]) -> Vector | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None
