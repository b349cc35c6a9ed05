"""AboveThreshold (Dwork, Naor, Reingold, Rothblum, Vadhan 2009; Dwork and Roth 2014, Algorithm 1), with exact noise.

The threshold gets noise τ once, each value noise ν of its own; neither is ever shown, and neither is clamped. As long
as nothing was above, what matters of the past is which values were sent, in whatever order: the chance that all of
them stay below is a sum over τ, finite in the middle and geometric on both sides, and so it is rational.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product, repeat
from math import comb, prod
from typing import Any, TypeAlias

from flint import fmpq, fmpq_poly

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.parameters import Range, exact_ratio, integer, integers_between, set_exactly
from concomp.model.mechanisms.named.play import ANY, FIRST_PAIR_CONSISTENT, ONE_ANSWER, Play
from concomp.model.numbers import ParameterError

Values = tuple[int, ...]
ABOVE, BELOW = "above", "below"
FARTHEST = 256
"""How far the threshold may be from the values: of what lies between them each number is a term of a chance."""
DONE = "done"
"""The state after a value was above."""
Margins: TypeAlias = "Counter[int]"
"""By how much values are below the threshold, less 1, and how many are so."""


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
    _known: dict[Values, Fraction] = field(default_factory=dict, init=False, repr=False, compare=False)

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

    def chance(self, below: Values, above: Values) -> Fraction:
        """The chance that the ones are answered BELOW and the others ABOVE, all of them with one τ.

        That the ones are has a closed form; that the others are follows by inclusion and exclusion.
        """
        counts = sorted(Counter(above).items())
        return sum(
            (
                (-1) ** sum(chosen)
                * prod(comb(count, many) for (_, count), many in zip(counts, chosen, strict=True))
                * self.all_below(tuple(sorted((*below, *_repeated(counts, chosen)))))
                for chosen in product(*(range(count + 1) for _, count in counts))
            ),
            Fraction(0),
        )

    def all_below(self, values: Values) -> Fraction:
        """The chance that all of these values are answered BELOW, for they are sent to one and the same τ."""
        known = self._known.get(values)
        if known is None:
            known = self._known[values] = self._sum(values)
        return known

    def _sum(self, values: Sequence[int]) -> Fraction:
        # A value stays below if ν ≤ margin + τ. Flint's rationals, as exact as Python's, are summed much faster.
        margins = Counter(self.threshold - value - 1 for value in values)
        first, last = min([0, *(-margin for margin in margins)]), max([0, *(-margin for margin in margins)])
        a, b = (fmpq(*ratio.as_integer_ratio()) for ratio in (self.threshold_ratio, self.query_ratio))
        low = _low_tail(a, b, margins, 1 - first)
        middle = [a ** abs(tau) * _each_below(b, margins, tau) for tau in range(first, last)]
        chance = (1 - a) / (1 + a) * _total([low, *middle, *_high_tail(a, b, margins, last)])
        return Fraction(int(chance.p), int(chance.q))


def _each_below(b: fmpq, margins: Margins, tau: int) -> fmpq:
    return prod((_at_most(b, margin + tau) ** count for margin, count in margins.items()), start=fmpq(1))


def _at_most(b: fmpq, z: int) -> fmpq:
    """The chance of noise of ratio b that is z or less."""
    return b**-z / (1 + b) if z < 0 else 1 - b ** (z + 1) / (1 + b)


def _low_tail(a: fmpq, b: fmpq, margins: Margins, start: int) -> fmpq:
    """The part of all τ ≤ −start, over P(0), where every margin + τ is negative: with a = threshold_ratio and
    b = query_ratio, a term at τ = −w is a^w · ∏ b^(w − margin)/(1 + b), a geometric series in w.
    """
    term = prod(((b ** (start - margin) / (1 + b)) ** count for margin, count in margins.items()), start=a**start)
    return term / (1 - a * b ** margins.total())


def _high_tail(a: fmpq, b: fmpq, margins: Margins, start: int) -> Iterator[fmpq]:
    """The part of all τ ≥ start, over P(0), where no margin + τ is negative: with y = b^(τ − start), a term is
    a^τ · ∏ (1 − y · b^(margin + start + 1)/(1 + b)), for each power of y a geometric series in τ.
    """
    powers = fmpq_poly([1])
    for margin, count in margins.items():
        powers *= fmpq_poly([1, -(b ** (margin + start + 1)) / (1 + b)]) ** count
    for power, coefficient in enumerate(powers.coeffs()):
        yield coefficient * a**start / (1 - a * b**power)


def _total(terms: Sequence[fmpq]) -> fmpq:
    """Their sum, in pairs, so that long numbers are added seldom."""
    while len(terms) > 1:
        terms = [sum(terms[place : place + 2], fmpq(0)) for place in range(0, len(terms), 2)]
    return terms[0]


def _repeated(counts: Iterable[tuple[int, int]], chosen: Iterable[int]) -> Iterator[int]:
    """Each value so often."""
    for (value, _), many in zip(counts, chosen, strict=True):
        yield from repeat(value, many)
