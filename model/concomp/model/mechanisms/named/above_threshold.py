"""AboveThreshold (Dwork, Naor, Reingold, Rothblum, Vadhan 2009; Dwork and Roth 2014, Algorithm 1), with exact noise.

The threshold gets noise τ once, each value noise ν of its own; neither is ever shown, and neither is clamped. As long
as nothing was above, what matters of the past is which values were sent, in whatever order: the chance that all of
them stay below is a sum over τ, finite in the middle and geometric on both sides, and so it is rational.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.parameters import Range, exact_ratio, integer, integers_between, set_exactly
from concomp.model.mechanisms.named.play import ANY, FIRST_PAIR_CONSISTENT, ONE_ANSWER, Play
from concomp.model.numbers import ParameterError

ABOVE, BELOW = "above", "below"
FARTHEST = 256
"""How far the threshold may be from the values: of what lies between them each number is a term of a chance."""
DONE = "done"
"""The state after a value was above."""


@dataclass(frozen=True)
class AboveThreshold:
    """Answers whether value + ν ≥ threshold + τ, until one is; then it halts.

    threshold_ratio, query_ratio: the ratios of τ and of each ν. threshold: is the same in both worlds, and at most
    FARTHEST from the values.
    values: the least and the largest value that can be sent; values of a pair that are at most 1 apart lose
    threshold_ratio⁻¹ · query_ratio⁻² at most, for any number of rounds.
    Raises ParameterError for a parameter out of its range.
    """

    threshold_ratio: Fraction
    query_ratio: Fraction
    threshold: int = 1
    values: Range = (0, 1)
    _known: dict[tuple[int, ...], Fraction] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        set_exactly(self, threshold_ratio=exact_ratio, query_ratio=exact_ratio)
        set_exactly(self, threshold=integer, values=integers_between)
        low, high = self.values
        if not low - FARTHEST <= self.threshold <= high + FARTHEST:
            remedy = f"write one from {low - FARTHEST} to {high + FARTHEST}, at most {FARTHEST} from the values"
            raise ParameterError("threshold", self.threshold, remedy)

    @property
    def messages(self) -> tuple[int, ...]:
        """The values."""
        low, high = self.values
        return tuple(range(low, high + 1))

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The mechanism; its state is the values so far, in order of size."""
        return InteractiveMechanism(self._step, ((),), self.messages, "above_threshold")

    def _step(self, state: Any, value: int) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        extended = tuple(sorted((*state, value)))
        below = self.all_below(extended) / self.all_below(state)
        return Law({(extended, BELOW): below, (DONE, ABOVE): 1 - below})

    def play(self, kind: str, rounds: int) -> Play | None:
        """The least value in one world and the largest in the other, or the other way about, in each round; None for a
        verification function that allows something else.

        There is one course that goes on, so that an adversary of this mechanism alone fixes pairs (u_k, v_k) and a set
        S of rounds, one more for never, and speaks up if a value is first above in a round of S. World 0 brings that
        with a chance F_S(u), world 1 with F_S(v). Given τ, a value that is larger is above with a larger chance; for k
        in S that raises F_S, for then play ends in S, and otherwise it lowers F_S. So F_S(u) is largest, and F_S(v)
        least, if u_k is the largest value and v_k the least for k in S, and the other way about for k outside S.
        """
        if kind not in (ANY, FIRST_PAIR_CONSISTENT, ONE_ANSWER):
            return None
        low, high = self.values
        pairs = (low, high), (high, low)
        return Play(self.mechanism, (pairs,) * (1 if kind == ONE_ANSWER else rounds), everywhere=False)

    def all_below(self, values: tuple[int, ...]) -> Fraction:
        """The chance that all of these values are answered BELOW, for they are sent to one and the same τ."""
        known = self._known.get(values)
        if known is None:
            known = self._known[values] = self._sum(values)
        return known

    def _sum(self, values: Sequence[int]) -> Fraction:
        # A value stays below if ν ≤ margin + τ.
        margins = [self.threshold - value - 1 for value in values]
        noise = TwoSidedGeometric(self.threshold_ratio)
        first = min([0, *(-margin for margin in margins)])
        last = max([0, *(-margin for margin in margins)])
        middle = (noise.mass(tau) * self._each_below(margins, tau) for tau in range(first, last))
        return self._low_tail(margins, 1 - first) + sum(middle, ZERO) + self._high_tail(margins, last)

    def _each_below(self, margins: Sequence[int], tau: int) -> Fraction:
        noise = TwoSidedGeometric(self.query_ratio)
        return prod((noise.at_most(margin + tau) for margin in margins), start=ONE)

    def _low_tail(self, margins: Sequence[int], start: int) -> Fraction:
        """The part of all τ ≤ −start, where every margin + τ is negative: with b = query_ratio, a term at τ = −w is
        P(0) · threshold_ratio^w · ∏ b^(w − margin)/(1 + b), a geometric series in w.
        """
        a, b = self.threshold_ratio, self.query_ratio
        first = (1 - a) / (1 + a) * a**start * prod((b ** (start - margin) / (1 + b) for margin in margins), start=ONE)
        return first / (1 - a * b ** len(margins))

    def _high_tail(self, margins: Sequence[int], start: int) -> Fraction:
        """The part of all τ ≥ start, where no margin + τ is negative: with b = query_ratio and y = b^τ, a term is
        P(0) · threshold_ratio^τ · ∏ (1 − y · b^(margin + 1)/(1 + b)), for each power of y a geometric series in τ.
        """
        a, b = self.threshold_ratio, self.query_ratio
        coefficients = [ONE]
        for margin in margins:
            factor = b ** (margin + 1) / (1 + b)
            shifted = [ZERO, *(-factor * each for each in coefficients)]
            coefficients = [each + more for each, more in zip([*coefficients, ZERO], shifted, strict=True)]
        series = (
            coefficient * (a * b**power) ** start / (1 - a * b**power) for power, coefficient in enumerate(coefficients)
        )
        return (1 - a) / (1 + a) * sum(series, ZERO)
