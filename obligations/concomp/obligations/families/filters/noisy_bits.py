"""Mechanisms on a data set that is one bit: noisy answers about it, at once, one by one, or with a start to be feared.

A *unit* of loss is ln 3: a noisy bit with odds 3 to 1 costs one.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from concomp.model.filters.measures import APPROXIMATE
from concomp.model.filters.messages import Launch, Next
from concomp.model.filters.validity import Menu, Offer, is_valid_rule
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law, product_law
from concomp.model.mechanisms.interactive import START, InteractiveMechanism, Message
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.randomised_response import noisy_bit, randomised_response

BITS = (0, 1)
UNIT = Fraction(3)
"""e^ε of a unit of loss."""
ASK = "ask"
EXHAUSTED = "exhausted"
HELLO = "hello"


@cache
def responses(count: int) -> NonInteractiveMechanism:
    """`count` noisy bits at once; costs `count` units."""
    return NonInteractiveMechanism(
        lambda bit: product_law(noisy_bit(UNIT, bit) for _ in range(count)), BITS, f"{count} × noisy bit"
    )


@cache
def response_of(privacy: PrivacyParameters) -> NonInteractiveMechanism:
    """The randomised response with these parameters, the same object each time."""
    return randomised_response(privacy)


@cache
def answers(count: int) -> InteractiveMechanism:
    """Answers HELLO at its start, then each ASK by a fresh noisy bit, `count` times; costs `count` units."""

    def step(state: Any, message: Message) -> Next:
        if message is START:
            return Law.point(((state, count), HELLO))
        bit, left = state
        if left == 0:
            return Law.point((state, EXHAUSTED))
        return noisy_bit(UNIT, bit).map(lambda shown: ((bit, left - 1), shown))

    return InteractiveMechanism(step, BITS, (START, ASK), f"{count} × noisy answer")


def _restartable(state: Any, message: Message) -> Next:
    if message is START:
        return Law.point(((*state, 1), HELLO))
    if state[-1] == 0:
        return Law.point((state, EXHAUSTED))
    return noisy_bit(UNIT, state[0]).map(lambda shown: ((*state[:-1], 0), shown))


RESTARTABLE = InteractiveMechanism(_restartable, ((0,), (1,)), (START, ASK), "one noisy answer a start")
"""Bits as state: a start appends a 1 that one noisy answer, about the first bit, turns into a 0; one unit a start."""


def pure(units: int) -> PrivacyParameters:
    """So many units of loss, with δ = 0."""
    return PrivacyParameters(UNIT**units, ZERO)


def launches_of(*losses: PrivacyParameters) -> tuple[Offer, ...]:
    """A randomised response on offer for each of the losses, which is its own."""
    return tuple(Offer(Launch(response_of(loss), loss)) for loss in losses)


def menu_of(*losses: PrivacyParameters) -> Menu:
    """A menu of randomised responses, each of which can be launched once."""
    return Menu((0, 1), launches_of(*losses))


def loss(e_eps: int | str, delta: int | str = 0) -> PrivacyParameters:
    """The privacy parameters with these two numbers."""
    return PrivacyParameters(Fraction(e_eps), Fraction(delta))


# Whether what is launched is what it says.


@cache
def verified(launch: Launch) -> bool:
    """Whether the mechanism of a launch is as private as it says, by the best adversary against it alone."""
    alone = Menu((0, 1), (Offer(launch, (ASK,), 3),))
    return is_valid_rule(lambda losses, budget: True, alone, [launch.loss], APPROXIMATE)


def single(count: int, units: int | None = None) -> Launch:
    """The launch of `count` noisy answers, at its own loss unless it says another one."""
    return Launch(answers(count), pure(count if units is None else units))


def at_start(count: int, units: int | None = None) -> Launch:
    """The launch of `count` noisy bits at once, at its own loss unless it says another one."""
    return Launch(responses(count), pure(count if units is None else units))
