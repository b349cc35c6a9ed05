"""Mechanisms without memory: the two-sided geometric mechanism and the randomised response."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import (
    Range,
    exact_clamp,
    exact_ratio,
    integers_between,
    set_exactly,
    unless_missing,
)
from concomp.model.mechanisms.named.play import ONE_DIFFERENCE, Play, either_way
from concomp.model.mechanisms.randomised_response import BITS, Response, response
from concomp.model.mechanisms.verification import Pair
from concomp.model.numbers import exact_delta, exact_e_eps

NO_STATE = ()


@dataclass(frozen=True)
class GeometricRelease:
    """Answers each value with two-sided geometric noise of its own (Ghosh, Roughgarden, Sundararajan 2009).

    ratio: of the noise. clamp: the least and the largest answer; None if answers are not clamped.
    values: the least and the largest value that can be sent.
    Raises ParameterError for a parameter out of its range.
    """

    ratio: Fraction
    clamp: Range | None = None
    values: Range = (0, 1)

    def __post_init__(self) -> None:
        set_exactly(self, ratio=exact_ratio, clamp=unless_missing(exact_clamp), values=integers_between)

    def answer(self, value: int) -> Law[int]:
        """The law of the answer. Answers that are not clamped are told as if clamped to the values: below the least
        value, and above the largest, the odds of any two values are those at it, so that nothing is lost.
        """
        return TwoSidedGeometric(self.ratio).released(value, self.clamp or self.values)

    @property
    def messages(self) -> tuple[int, ...]:
        """The values."""
        low, high = self.values
        return tuple(range(low, high + 1))

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism, which remembers nothing."""
        return InteractiveMechanism(self._step, (NO_STATE,), self.messages, "two_sided_geometric")

    def _step(self, state: Any, value: int) -> Law[tuple[State, Message]]:
        return self.answer(value).map(lambda answer: (NO_STATE, answer))

    def play(self, kind: str, rounds: int) -> Play | None:
        """The least value in one world and the largest in the other, as often as pairs may differ; None for a
        verification function of another kind.

        The odds of answers rise with the answer, so that the best tests are thresholds, and the chance to pass one
        rises with the value: a test of two values does no better on them than on the ends. By Blackwell's theorem the
        answers to the ends can be turned into those to any pair, here and beside other mechanisms.
        """
        return _play(
            self.mechanism, self.values, (self.answer(self.values[0]), self.answer(self.values[1])), kind, rounds
        )


@dataclass(frozen=True)
class RandomisedResponse:
    """Answers each bit by a randomised response (HSV26 Definition 2.3).

    e_eps: E = e^ε ≥ 1. delta: the chance that the bit is shown as it is.
    Raises ParameterError for a parameter out of its range.
    """

    e_eps: Fraction
    delta: Fraction = ZERO

    def __post_init__(self) -> None:
        set_exactly(self, e_eps=exact_e_eps, delta=exact_delta)

    @property
    def messages(self) -> tuple[int, ...]:
        """The bits."""
        return BITS

    def answer(self, bit: int) -> Law[Response]:
        """The law of the answer: whether the bit is exposed, and the bit."""
        return response(PrivacyParameters(self.e_eps, self.delta), bit)

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism, which remembers nothing."""
        return InteractiveMechanism(self._step, (NO_STATE,), BITS, "randomised_response")

    def _step(self, state: Any, bit: int) -> Law[tuple[State, Message]]:
        return self.answer(bit).map(lambda answer: (NO_STATE, answer))

    def play(self, kind: str, rounds: int) -> Play | None:
        """Both bits, as often as pairs may differ: an identical pair tells nothing. None for another kind."""
        shown = {answer: number for number, answer in enumerate((*self.answer(0), *self.answer(1)))}
        laws = self.answer(0).map(shown.__getitem__), self.answer(1).map(shown.__getitem__)
        return _play(self.mechanism, (0, 1), laws, kind, rounds)


def _play(
    mechanism: InteractiveMechanism, pair: Pair, laws: tuple[Law[int], Law[int]], kind: str, rounds: int
) -> Play | None:
    """A pair as often as pairs may differ: what a mechanism without memory answers to identical ones tells nothing."""
    if kind == "accepted":
        return None
    return Play(mechanism, (either_way(pair, [laws]),) * (1 if kind in ONE_DIFFERENCE else rounds), everywhere=True)
