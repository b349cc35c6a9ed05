"""Optimal composition of some dozens of losses without a common unit, by meeting in the middle.

The outcomes of each half of the mechanisms are listed, in order of their loss; or, where there are too many, those of
groups, which are brought to a grid on either side.

An outcome of one half suspects the bit together with all those of the other from some place
on, whose chances are known as sums.

What is suspected is decided by sums of floats, which may be off by η. As all outcomes above ln E − 2η by such sums are
suspected, none is missed, and those that should not be lie within 3η of E: each has P − E·Q ≥ −4η·P.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log, prod, sqrt

import numpy as np
from flint import arb, ctx

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tails import Undecided, bounds
from concomp.impl.accounting.outcomes.grouped_halves import GridMeeting, Groups, meeting_above, meeting_below, short
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats, Outcomes, around, list_outcomes
from concomp.impl.accounting.outcomes.sums import add_up, roundings, sums_from
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, float_logarithm
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

OUTCOMES = 1 << 18
"""The most outcomes of a half that are listed."""
IN_GROUP = 1 << 17
"""The most outcomes of a group."""
FINE, GUESSED = 1 << 15, 1 << 8
"""How many places make up a deviation, for the answer and for a guess, times √groups: each adds a square of a cell."""
PLACES = 1 << 21
"""The most places that all losses span."""
KINDS = 60
"""The most kinds in a half."""
MANY = 8
"""How many of one kind are too many."""
LEAST, LARGEST = 0.01, 300
"""The sums of losses: of smaller ones, chances differ by too few digits, and of larger ones, the least is too small."""
MORE = 1 << 10
"""By which part of it the first move is longer."""
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
        towards = add_up(self.first.towards * self.from_above[0][starts])
        against = add_up(self.first.against * self.from_above[1][starts])
        lengths = sum(roundings(len(half)) for half in (self.first, self.second))
        steps = self.first.steps + self.second.steps + lengths
        return around(towards, steps), around(against, steps)

    def off(self, epsilon: float) -> float:
        """η: what a sum of losses, and its difference to ε, may be off."""
        return 2 * ROUNDING * (self.first.steps + self.second.steps + 4) * (self.largest + abs(epsilon))


def _meeting(first: Outcomes, second: Outcomes) -> Meeting:
    from_above = sums_from(second.towards), sums_from(second.against)
    return Meeting(first, second, from_above, float(np.abs(first.losses).max() + np.abs(second.losses).max()))


@dataclass(frozen=True, eq=False)
class HalvesComposition:
    """The optimal composition of randomised responses, by the outcomes of two halves of them.

    guides: from which an answer is guessed, ever more closely.
    below, above: outcomes that say no more, and no less; the same where all are listed.
    total: what the losses add up to, as a ball. unexposed: the probability that no component exposes its bit.
    """

    guides: tuple[Meeting | GridMeeting, ...]
    below: Meeting | GridMeeting
    above: Meeting | GridMeeting
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
        epsilon = 0.0
        for guide in self.guides:
            epsilon = self._solve(guide, pure, epsilon)
        return epsilon

    def _solve(self, guide: Meeting | GridMeeting, pure: float, epsilon: float) -> float:
        """About the ε at which the profile of the guide reaches a level, from another on."""
        low, high = 0.0, float(self.total.upper())
        for _ in range(NEWTON):
            towards, against = guide.suspected(epsilon)
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
        e_eps = guess
        for widening in range(WIDER):
            found = self._pure(e_eps)
            if found.high <= pure:
                return e_eps
            # By what is missing over the slope, and ever more than that, as the slope flattens.
            _, against = self.above.suspected(float_logarithm(e_eps))
            missing = (found.high - pure) / against.low if against.low > 0 else e_eps
            e_eps += missing * (1 + Fraction(1 << 2 * widening, MORE))
        raise Undecided("no E is found that is close above the least")


def by_halves(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """The optimal composition by all outcomes of two halves; None if there are too many, or the losses are large."""
    kinds = _kinds(components)
    if kinds is None:
        return None
    halves = _in_parts(kinds[0], 2)
    if any(_many(half) > OUTCOMES for half in halves):
        return None
    with ctx.workprec(BITS):
        meeting = _listed(halves)
    return HalvesComposition((meeting,), meeting, meeting, kinds[1], never_exposed(components))


def by_groups(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """The same by outcomes of groups, which are brought to a grid; None if there are too many losses, or large ones."""
    kinds = _kinds(components)
    if kinds is None:
        return None
    with ctx.workprec(BITS):
        groups = _groups(_in_parts(kinds[0], 2))
    guide, below = (meeting_below(groups, _cell(groups, fineness)) for fineness in (GUESSED, FINE))
    above = meeting_above(groups, below.cell)
    return HalvesComposition((guide, below), below, above, kinds[1], never_exposed(components))


def _kinds(components: Sequence[PrivacyLoss]) -> tuple[Counter[PureLoss], arb] | None:
    """How many there are of each loss, and their sum; None if there are too many, or the sum is too small or large."""
    distinct = {id(component.loss): component.loss for component in components}
    times: Counter[PureLoss] = Counter()
    for key, count in Counter(id(component.loss) for component in components).items():
        if not is_zero(distinct[key]):
            times[distinct[key]] += count
    with ctx.workprec(BITS):
        total = sum((loss.logarithm() * count for loss, count in times.items()), arb(0))
    if not LEAST < total < LARGEST or max(times.values(), default=0) >= MANY or len(times) > 2 * KINDS:
        return None
    return times, total


def _listed(halves: Sequence[Mapping[PureLoss, int]]) -> Meeting:
    """All outcomes of both halves."""
    first, second = (list_outcomes(half).ordered() for half in halves)
    return _meeting(first, second)


def _groups(halves: Sequence[Mapping[PureLoss, int]]) -> Groups:
    """The losses of either half in as few groups as have few enough outcomes."""
    count = 1
    while any(_many(part) > IN_GROUP for half in halves for part in _in_parts(half, count)):
        count += 1
    first, second = (tuple(list_outcomes(part) for part in _in_parts(half, count)) for half in halves)
    return Groups(np.array([_float(loss) for half in halves for loss in _one_by_one(half)]), (first, second))


def _cell(groups: Groups, fineness: int) -> float:
    return short(max(groups.deviation / fineness / sqrt(len(groups.all)), 2 * groups.largest / PLACES))


def _many(kinds: Mapping[PureLoss, int]) -> int:
    """How many outcomes there are."""
    return prod(count + 1 for count in kinds.values())


def _in_parts(times: Mapping[PureLoss, int], parts: int) -> list[dict[PureLoss, int]]:
    """The losses in so many parts with about as many outcomes."""
    found: list[dict[PureLoss, int]] = [{} for _ in range(parts)]
    sizes = [1] * parts
    for loss, count in sorted(times.items(), key=lambda item: (-item[1], -_float(item[0]))):
        place = sizes.index(min(sizes))
        found[place][loss] = count
        sizes[place] *= count + 1
    return found


def _one_by_one(kinds: Mapping[PureLoss, int]) -> list[PureLoss]:
    return [loss for loss, times in kinds.items() for _ in range(times)]


def _float(loss: PureLoss) -> float:
    return float(loss.logarithm().mid())
