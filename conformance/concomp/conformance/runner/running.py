"""A run: vectors, put to a target by several of its processes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from concomp.conformance.protocol.replies import Identity
from concomp.conformance.protocol.texts import legible
from concomp.conformance.runner.conversation import Conversation
from concomp.conformance.runner.misbehaviour import Misbehaved
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.playing import misbehaved, play
from concomp.conformance.runner.process import Limits
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
    within = limits or Limits()
    first = Conversation(command, within)
    claims = tuple(first.identity.claims)
    outcomes = {each.id: Outcome(each, "not claimed") for each in vectors if not each.is_for(claims)}
    waiting = SimpleQueue[Vector]()
    claimed = [each for each in vectors if each.id not in outcomes]
    for vector in claimed:
        waiting.put(vector)

    def work(conversation: Conversation | None) -> None:
        for outcome in _outcomes(command, within, conversation, waiting):
            outcomes[outcome.vector.id] = outcome
            progress(sum(each.verdict != "not claimed" for each in [*outcomes.values()]), len(claimed))

    with ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(work, first if number == 0 else None) for number in range(jobs)]:
            done.result()
    return Run(first.identity, tuple(outcomes[each.id] for each in vectors))


def _outcomes(
    command: Sequence[str], limits: Limits, conversation: Conversation | None, waiting: SimpleQueue[Vector]
) -> Iterator[Outcome]:
    """The outcomes of the vectors that are waiting, while there are any."""
    try:
        while (vector := _next(waiting)) is not None:
            conversation = conversation or Conversation(command, limits)
            try:
                outcome = play(vector, conversation)
            except Misbehaved as error:
                conversation.close()
                outcome, conversation = misbehaved(vector, error, conversation.errors), None
            # What a target says goes to terminals and files.
            yield replace(outcome, reported=legible(outcome.reported), errors=legible(outcome.errors))
    finally:
        if conversation is not None:
            conversation.stop()


def _next(waiting: SimpleQueue[Vector]) -> Vector | None:
    try:
        return waiting.get_nowait()
    except Empty:
        return None
