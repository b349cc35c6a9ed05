"""HSS with its parts: the post-processing before extended concurrent composition, as one mechanism.

The post-processing names kinds of parts, and ExtConComp takes mechanisms; what stands between the two hands on messages
in these other words, and answers back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial, reduce
from typing import Any

from concomp.model.applications.d_counter import d_counter
from concomp.model.applications.histogram import Disturb, NewCounter, NewNoise, messages
from concomp.model.applications.sparse_vector import BOT, TOP, Query, Sums, query_against_thresholds
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create
from concomp.model.composition.messages import Query as Asked
from concomp.model.language import PostProcessing
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import Range
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    RIGHT,
    InteractivePostProcessing,
    Side,
    chain,
    post_process,
)
from concomp.model.registry.tags import realises


@dataclass(frozen=True)
class PrivateParts:
    """The parts of HSS.

    counter: of one coordinate. test: with the noise of a test. noise: of a number.
    """

    counter: InteractiveMechanism
    test: AboveThreshold
    noise: InteractiveMechanism


def noisy_number(ratio: Fraction, clamp: Range) -> InteractiveMechanism:
    """A number with two-sided geometric noise of this ratio, clamped; it answers one."""

    def step(state: Any, value: int) -> Law[tuple[State, Message]]:
        if state:
            return Law.point((HALT, HALT))
        return TwoSidedGeometric(ratio).released(value, clamp).map(lambda answer: (True, answer))

    return InteractiveMechanism(step, (False,), EVERYTHING, "noise")


@realises("HSV26 Section 7.2: HSS is private")
def private_histogram(
    dimension: int, processing: PostProcessing, query: Query, parts: PrivateParts
) -> InteractiveMechanism:
    """P ∘* ExtConComp, for P = HSS of this dimension with values for what it declares; a message is a row of bits."""
    respond = cache(processing.respond)
    histogram = InteractivePostProcessing(
        lambda state, origin, message: Law.point(respond(state, origin, message)), (processing.initial,), "HSS"
    )
    words = _words(dimension, query, parts)
    return post_process(chain(histogram, words), extended_concurrent_composition())


def _words(dimension: int, query: Query, parts: PrivateParts) -> InteractivePostProcessing:
    """What tells ExtConComp which mechanisms are meant, and HSS which kind of answer it gets."""
    kinds: Any = messages(dimension)
    counter = d_counter(parts.counter, dimension)

    @cache
    def test(sums: Sums) -> InteractiveMechanism:
        return query_against_thresholds(parts.test, query, sums)

    def sent(message: Any) -> Message:
        if isinstance(message, NewCounter):
            return _create(counter)
        if isinstance(message, NewNoise):
            return _create(parts.noise)
        if isinstance(message, kinds.new_test):
            return _create(test(message.sums))
        if isinstance(message, kinds.test):
            return Asked(payload=(tuple(map(int, message.row)), message.threshold), index=message.index)
        return Asked(payload=message.value if isinstance(message, Disturb) else message.sums, index=message.index)

    def answered(answer: Any) -> Message:
        known: dict[str, Any] = {"above": False, "noisy": 0, "sums": (0,) * dimension}
        if answer in (BOT, TOP):
            known["above"] = answer == TOP
        elif answer != ACKNOWLEDGED:
            known["sums" if isinstance(answer, tuple) else "noisy"] = answer
        told: Message = kinds.answer(**known)
        return told

    def step(state: State, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        return Law.point((state, RIGHT, sent(message)) if origin is LEFT else (state, LEFT, answered(message)))

    return InteractivePostProcessing(step, ((),), "words")


def _create(part: InteractiveMechanism) -> Create:
    """The creation of a part; what it loses is said where the loss of all is computed."""
    return Create(mechanism=part, initial=part.initial_state, e_eps=Fraction(1), delta=Fraction(0), function=part)


Runs = Law[tuple[tuple[Message, ...], State]]
"""What was answered so far, and the state of the mechanism."""


def answers_law(mechanism: InteractiveMechanism, sent: Sequence[Message]) -> Law[tuple[Message, ...]]:
    """The law of the answers to these messages."""
    return reduce(partial(after, mechanism), sent, begun(mechanism)).map(lambda run: run[0])


def begun(mechanism: InteractiveMechanism) -> Runs:
    """Nothing was sent."""
    return Law.point(((), mechanism.initial_state))


def after(mechanism: InteractiveMechanism, runs: Runs, message: Message) -> Runs:
    """A message more was sent."""

    def answer(run: Any) -> Runs:
        answers, state = run
        return mechanism.respond(state, message).map(lambda outcome: ((*answers, outcome[1]), outcome[0]))

    return runs.bind(answer)
