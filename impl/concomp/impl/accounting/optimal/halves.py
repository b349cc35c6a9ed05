"""Optimal composition of some dozens of losses without a common unit, by meeting in the middle.

The outcomes of each half of the mechanisms are listed, in order of their loss: all of them, or fewer that say no more,
and fewer that say no less. An outcome of one half suspects the bit together with all those of the other from some place
on, whose chances are known as sums.

What is suspected is decided by sums of floats, which may be off by η. As all outcomes above ln E − 2η by such sums are
suspected, none is missed, and those that should not be lie within 3η of E: each has P − E·Q ≥ −4η·P.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, prod

import numpy as np
from flint import arb, ctx

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.outcomes import ROUNDING, Floats, Outcomes, list_fewer, list_outcomes
from concomp.impl.accounting.optimal.tails import Undecided, bounds
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, float_logarithm
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

OUTCOMES = 1 << 18
"""The most outcomes of a half that are listed."""
KEPT = 1 << 17
"""About how many there are where they are made fewer."""
KINDS = 60
"""The most kinds in a half."""
MANY = 8
"""How many of one kind are too many."""
LEAST, LARGEST = 0.01, 300
"""The sums of losses: of smaller ones, chances differ by too few digits, and of larger ones, the least is too small."""
BLOCK = 512
"""Sums are sums of sums of so many, so that few operations follow each other."""
BITS = 192
NEWTON = 60
"""How often a guess is improved."""
SETTLED = 1e-13
WIDER = 12
"""How often a guess of the upper end is moved away."""


@dataclass(frozen=True, eq=False)
class Meeting:
    """The outcomes of two halves, in order.

    from_above: for each place among the second half's, the chances in the two worlds of all from there on.
    largest: a loss that no outcome exceeds.
    """

    first: Outcomes
    second: Outcomes
    from_above: tuple[Floats, Floats]
    largest: float

    def suspected(self, epsilon: float) -> tuple[Bounds, Bounds]:
        """The chances in the two worlds of all outcomes with a loss above ε, and of some just below it."""
        starts = np.searchsorted(self.second.losses, epsilon - 2 * self.off(epsilon) - self.first.losses, side="right")
        towards = _sum(self.first.towards * self.from_above[0][starts])
        against = _sum(self.first.against * self.from_above[1][starts])
        return self._around(towards), self._around(against)

    def off(self, epsilon: float) -> float:
        """η: what a sum of losses, and its difference to ε, may be off."""
        return 2 * ROUNDING * (self.first.steps + self.second.steps + 4) * (self.largest + abs(epsilon))

    def _around(self, found: float) -> Bounds:
        """Bounds of a sum of positive products, each of which went through so many operations."""
        lengths = sum(BLOCK + len(half) // BLOCK + 2 for half in (self.first, self.second))
        error = Fraction(2 * ROUNDING * (self.first.steps + self.second.steps + lengths))
        return Bounds(Fraction(found) * (1 - error), Fraction(found) * (1 + error))


def _meeting(first: Outcomes, second: Outcomes) -> Meeting:
    from_above = _sums_from(second.towards), _sums_from(second.against)
    return Meeting(first, second, from_above, float(np.abs(first.losses).max() + np.abs(second.losses).max()))


@dataclass(frozen=True, eq=False)
class HalvesComposition:
    """The optimal composition of randomised responses, by the outcomes of two halves of them.

    below, above: outcomes that say no more, and no less; the same where all are listed.
    total: what the losses add up to, as a ball. unexposed: the probability that no component exposes its bit.
    """

    below: Meeting
    above: Meeting
    total: arb
    unexposed: Bounds

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        return overall(self._pure(parameter("e_eps", exact_e_eps, e_eps)), self.unexposed)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        pure = pure_level(parameter("delta", exact_delta, delta), self.unexposed)
        if pure is None:
            return None
        if pure.low <= 0:
            with ctx.workprec(BITS):
                whole = bounds(self.total.exp())
            low = whole.low if pure.high == 0 else self._from_below(self._guess(float(pure.high)), pure.high)
            return Bounds(low, whole.high)
        guess = self._guess(float(pure.low))
        low = self._from_below(guess, pure.high)
        return Bounds(low, self._from_above(max(low, Fraction(exp(guess))), pure.low))

    def _pure(self, e_eps: Fraction) -> Bounds:
        """Bounds of the δ of the responses at E."""
        epsilon = float_logarithm(e_eps)
        towards, against = self.below.suspected(epsilon)
        low = towards.low - e_eps * against.high
        if self.above is not self.below:
            towards, against = self.above.suspected(epsilon)
        high = towards.high * (1 + Fraction(4 * self.above.off(epsilon))) - e_eps * against.low
        return Bounds(max(Fraction(0), low), max(Fraction(0), min(Fraction(1), high)))

    def _guess(self, pure: float) -> float:
        """About the ε at which the profile reaches a level above 0; Newton's method on its logarithm."""
        low, high, epsilon = 0.0, float(self.total.upper()), 0.0
        for _ in range(NEWTON):
            towards, against = self.below.suspected(epsilon)
            slope = exp(epsilon) * float(against.low)
            excess = float(towards.low) - slope
            low, high = (epsilon, high) if excess > pure else (low, epsilon)
            step = log(excess / pure) * excess / slope if excess > 0 else high
            newton = epsilon + step
            following = newton if low <= newton < high else (low + high) / 2
            if abs(following - epsilon) <= SETTLED * epsilon:
                break
            epsilon = following
        return epsilon

    def _from_below(self, guess: float, pure: Fraction) -> Fraction:
        """A number that the least E is not below: where the line of what is suspected at the guess is at the level."""
        towards, against = self.below.suspected(guess)
        return max(Fraction(1), (towards.low - pure) / against.high) if against.high > 0 else Fraction(1)

    def _from_above(self, guess: Fraction, pure: Fraction) -> Fraction:
        """A number that the least E is not above, close to the guess."""
        if self._pure(Fraction(1)).high <= pure:
            return Fraction(1)
        e_eps, away = guess, Fraction(0)
        for _ in range(WIDER):
            found = self._pure(e_eps)
            if found.high <= pure:
                return e_eps
            # By what is missing over the slope, and a little more each time.
            _, against = self.above.suspected(float_logarithm(e_eps))
            missing = (found.high - pure) / against.low if against.low > 0 else e_eps
            away = 2 * away + missing
            e_eps += away
        raise Undecided("no E is found that is close above the least")


def by_halves(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """The optimal composition by the outcomes of two halves; None if there are too many, or the losses are large."""
    distinct = {id(component.loss): component.loss for component in components}
    times: Counter[PureLoss] = Counter()
    for key, count in Counter(id(component.loss) for component in components).items():
        if not is_zero(distinct[key]):
            times[distinct[key]] += count
    with ctx.workprec(BITS):
        total = sum((loss.logarithm() * count for loss, count in times.items()), arb(0))
        if not LEAST < total < LARGEST or max(times.values(), default=0) >= MANY or len(times) > 2 * KINDS:
            return None
        below, above = _meetings(_in_two(times))
    return HalvesComposition(below, above, total, never_exposed(components))


def _meetings(kinds: tuple[dict[PureLoss, int], dict[PureLoss, int]]) -> tuple[Meeting, Meeting]:
    """The outcomes of both halves, all of them or fewer, that say no more and no less."""
    if all(prod(count + 1 for count in half.values()) <= OUTCOMES for half in kinds):
        meeting = _meeting(*map(list_outcomes, kinds))
        return meeting, meeting
    (first_below, first_above), (second_below, second_above) = (list_fewer(half, KEPT) for half in kinds)
    return _meeting(first_below, second_below), _meeting(first_above, second_above)


def _in_two(times: Counter[PureLoss]) -> tuple[dict[PureLoss, int], dict[PureLoss, int]]:
    """The losses in two halves with about as many outcomes."""
    halves: tuple[dict[PureLoss, int], dict[PureLoss, int]] = ({}, {})
    sizes = [1, 1]
    for loss, count in sorted(times.items(), key=lambda item: -item[1]):
        place = sizes.index(min(sizes))
        halves[place][loss] = count
        sizes[place] *= count + 1
    return halves


def _sums_from(values: Floats) -> Floats:
    """For each place the sum from there on, and 0 behind the last one."""
    size = -(-len(values) // BLOCK) * BLOCK
    backwards = np.zeros(size)
    backwards[: len(values)] = values[::-1]
    blocks = np.cumsum(backwards.reshape(-1, BLOCK), axis=1)
    ends = np.concatenate(([0.0], np.cumsum(blocks[:-1, -1])))
    sums: Floats = (blocks + ends[:, None]).ravel()[: len(values)]
    return np.concatenate((sums[::-1], [0.0]))


def _sum(values: Floats) -> float:
    """The sum, by sums of blocks."""
    whole = len(values) // BLOCK * BLOCK
    blocks = values[:whole].reshape(-1, BLOCK).sum(axis=1)
    return float(blocks.sum() + values[whole:].sum())
