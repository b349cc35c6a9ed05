"""Optimal composition of losses without a common unit, by meeting in the middle.

The outcomes of each half of the mechanisms are listed; or, where there are too many, those of the larger losses, and
the smaller ones are brought to a grid on either side. Outcomes that hardly ever happen are cut, so that of large losses
few are left, and of huge ones a single one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, inf, log, log1p, log2, nextafter
from statistics import fmean

import numpy as np
from flint import arb

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tails import Undecided, bounds
from concomp.impl.accounting.outcomes.on_grid import EXPONENT, Groups, grid_meeting
from concomp.impl.accounting.outcomes.outcomes import NOTHING, Outcomes, chance_of_the_same, weight_of_all_shown
from concomp.impl.accounting.outcomes.suspicion import Meeting, Suspected, listed_meeting
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, flint_rational, logarithm
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

MANY = 1 << 18
"""The most outcomes of a half that are listed."""
FEW = 1 << 23
"""The most outcomes of a half for which groups of them are quicker than a line of integration."""
COARSE = 64
"""How many outcomes are taken for one where an answer is guessed."""
GUESSED = 1 << 8
"""How many places make up a deviation for a guess, times √groups."""
PLACES = 1 << 21
"""The most places that all losses span."""
KINDS = 200
"""The most kinds of losses."""
OF_A_KIND = 1 << 9
"""The most of one kind."""
WEIGHT = 900
"""The largest logarithm of the sum of all weights, so that none leaves the range of floats."""
NEARBY = 1 + 2.0**-6
"""How far beyond t outcomes are looked at, so that a t near by needs no others."""
BEYOND = 64
"""How far beyond all shortfalls t is looked at: what is even farther adds next to nothing."""
BITS = 256
PRECISIONS = (256, 1024, 4096)
DIGITS = 60
"""How many bits of a difference are known, so that it is one as a float."""
NEWTON = 100
"""How often a guess is improved."""
SETTLED = 1e-13
FAR = 0.5
"""How far logarithms of δ are apart for a guess to be improved by them."""
WIDER = 12
"""How often a guess of the upper end is moved away."""
MORE = 1 << 10
"""By which part of it the first move is longer."""


@dataclass(frozen=True)
class Detail:
    """How finely outcomes are told apart.

    half: the most outcomes of a half, up to the shortfall asked for, that are listed, so that no grid is needed.
    listed: the most outcomes of larger losses that are listed. in_group: the most of a group of smaller ones.
    fineness: how many places make up a deviation, times √groups: each group adds a square of a cell.
    """

    half: int
    listed: int
    in_group: int
    fineness: int


ORDINARY, FINE = Detail(1 << 16, 1 << 14, 1 << 13, 3 << 12), Detail(MANY, 1 << 16, 1 << 14, 3 << 15)
"""What mostly brings bounds within 1e-9 of each other, and what takes ten times as long."""


@dataclass(frozen=True)
class Kinds:
    """How many there are of each loss above 0, the largest first."""

    times: Mapping[PureLoss, int]

    @property
    def total(self) -> arb:
        """T, what all add up to, at the present precision."""
        return sum((loss.logarithm() * times for loss, times in self.times.items()), arb(0))

    @cached_property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds."""
        with precision(BITS):
            return 2 * float(self.total.upper()) * (1 + 2.0**-40)

    def short_of(self, e_eps: Fraction) -> arb:
        """T − ln E, to as many digits as floats have; else, if that is hardly possible, to few or none."""
        short = arb(0)
        for bits in PRECISIONS:
            with precision(bits):
                short = self.total - logarithm(e_eps)
            if short.rel_accuracy_bits() >= DIGITS:
                break
        return short

    @cached_property
    def weight(self) -> Bounds:
        """The chance that all show the bit."""
        with precision(BITS):
            return bounds(weight_of_all_shown(self.times))


@dataclass(frozen=True, eq=False)
class HalvesComposition:
    """The optimal composition of randomised responses, by the outcomes of two halves of them.

    guides: from which an answer is guessed, ever more closely. meeting: all the outcomes.
    kinds: the losses. unexposed: the probability that no component exposes its bit.
    """

    guides: tuple[Meeting, ...]
    meeting: Meeting
    kinds: Kinds
    unexposed: Bounds

    def delta(self, e_eps: Exact) -> Bounds:
        """Bounds of the least δ at E = e^ε ≥ 1."""
        return overall(self._pure(parameter("e_eps", exact_e_eps, e_eps)), self.unexposed)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """Bounds of the least E = e^ε ≥ 1 for δ; None if no E is enough."""
        pure = pure_level(parameter("delta", exact_delta, delta), self.unexposed)
        if pure is None:
            return None
        if pure.low >= 1:
            return known(Fraction(1))
        if pure.low <= 0:
            whole = self._at(Fraction(0))
            return Bounds(whole.low if pure.high == 0 else self._from_below(self._guess(pure), pure), whole.high)
        guess = self._guess(pure)
        low = self._from_below(guess, pure)
        return Bounds(low, max(low, self._from_above(guess, pure)))

    def _pure(self, e_eps: Fraction) -> Bounds:
        """Bounds of the δ of the responses at E."""
        short, weight = self.kinds.short_of(e_eps), self.kinds.weight
        if short <= 0:
            return known(Fraction(0))
        if short.rel_accuracy_bits() < DIGITS:
            found = self._suspected(nextafter(float(short.upper()), inf))
            return Bounds(Fraction(0), min(Fraction(1), found.excess.high * weight.high))
        found = self._suspected(float(short.mid()))
        high = min(Fraction(1), found.excess.high * weight.high)
        low = found.excess.low * weight.low
        if found.lacking is not None:
            low, high = max(low, 1 - found.lacking.high * weight.high), min(high, 1 - found.lacking.low * weight.low)
        return Bounds(low, high)

    def _suspected(self, short: float) -> Suspected:
        reach = self.meeting.reach + BEYOND
        if short <= reach:
            return self.meeting.suspected(short)
        found = self.meeting.suspected(reach)
        high = found.excess.high * (1 + Fraction(1, 1 << BEYOND))
        lacking = None if found.lacking is None else Bounds(Fraction(0), found.lacking.high)
        return Suspected(Bounds(found.excess.low, high), lacking, found.slope)

    def _at(self, short: Fraction) -> Bounds:
        """E = e^{T−t}."""
        with precision(BITS):
            return bounds((self.kinds.total - flint_rational(short)).exp())

    def _guess(self, pure: Bounds) -> float:
        """About the t at which the profile of the responses reaches a level above 0."""
        weight = self.kinds.weight.high
        with precision(BITS):
            total = float(self.kinds.total.mid())
        short = most = min(total, self.meeting.reach + BEYOND)
        for guide in (*self.guides, self.meeting):
            short = _reaching(guide, float(pure.high / weight), float((1 - pure.high) / weight), short, most)
        return short

    def _from_below(self, guess: float, pure: Bounds) -> Fraction:
        """A number that the least E is not below: where the line of what is suspected at the guess is at the level."""
        found, weight = self.meeting.suspected(guess), self.kinds.weight
        above = found.excess.low - pure.high / weight.low
        if found.lacking is not None:
            above = max(above, (1 - pure.high) / weight.high - found.lacking.high)
        slope = found.slope.high if above > 0 else found.slope.low
        if slope <= 0:
            return Fraction(1)
        return max(Fraction(1), self._at(Fraction(guess)).low * max(Fraction(0), 1 + above / slope))

    def _from_above(self, guess: float, pure: Bounds) -> Fraction:
        """A number that the least E is not above, close to the guess."""
        weight, short = self.kinds.weight, guess
        for widening in range(WIDER):
            found = self.meeting.suspected(short)
            above = found.excess.high - pure.low / weight.high
            if found.lacking is not None:
                above = min(above, (1 - pure.low) / weight.low - found.lacking.low)
            if above <= 0:
                return self._at(Fraction(short)).high
            if found.slope.low <= 0:
                break
            # By what is missing over the slope, and ever more than that, as the slope flattens.
            missing = float(above / found.slope.low)
            short = max(0.0, min(short * (1 - 2.0**-52), short - log1p(missing * (1 + 4.0**widening / MORE))))
        raise Undecided("no E is found that is close above the least")


def _reaching(guide: Meeting, level: float, lacking: float, short: float, most: float) -> float:
    """About the t, `most` at most, at which what outcomes add reaches a level, from another on; Newton's method.

    lacking: what the level lacks of all weights, which tells more where that is less.
    """
    low, high = 0.0, most
    for _ in range(NEWTON):
        following, is_above = _following(guide.suspected(short), level, lacking, short)
        if abs(following - short) <= SETTLED * short:
            break
        low, high = (low, short) if is_above else (short, high)
        short = following if low < following < high else (low + high) / 2
    return short


def _following(found: Suspected, level: float, lacking: float, short: float) -> tuple[float, bool]:
    """A better t, and whether what is added at this one is above the level."""
    slope = max(float(found.slope.low), 1e-300)
    if found.lacking is None or level < lacking:
        excess = float(found.excess.low)
        over, far = excess - level, abs(log(excess / level)) > FAR if excess > 0 else False
        step = log(excess / level) * excess / slope if far else None
    else:
        less = float(found.lacking.low)
        over, far = lacking - less, less > 0 and abs(log(less / lacking)) > FAR
        step = -log(less / lacking) * less / slope if far else None
    if step is not None:
        return short - step, over > 0
    # On a straight piece of the profile this is where it reaches the level.
    return short - log1p(max(over / slope, -1 + 1e-9)), over > 0


def by_halves(components: Sequence[PrivacyLoss]) -> HalvesComposition | None:
    """The optimal composition by all outcomes of two halves; None if there are too many."""
    kinds = _kinds(components)
    halves = None if kinds is None or _are_more(kinds, MANY) else _halves(kinds, inf, MANY)
    if kinds is None or halves is None:
        return None
    guide = listed_meeting(*(half.coarse(COARSE) for half in halves))
    return HalvesComposition((guide,), listed_meeting(*halves), kinds, never_exposed(components))


def _are_more(kinds: Kinds, most: int) -> bool:
    """Whether a half certainly has more outcomes: of n of them, two draws are the same with a chance of 1/n or more."""
    with precision(BITS):
        same = sum(log(chance_of_the_same(loss, times)) for loss, times in kinds.times.items())
    return -same / 2 > log(most)


def _halves(kinds: Kinds, short: float, most: int) -> tuple[Outcomes, Outcomes] | None:
    """The outcomes of two halves, up to some shortfall; None if there are too many."""
    halves = [NOTHING, NOTHING]
    with precision(BITS):
        for loss, times in kinds.times.items():
            smaller = 0 if len(halves[0]) <= len(halves[1]) else 1
            halves[smaller] = halves[smaller].and_kind(loss, times, short)
            if len(halves[smaller]) > most:
                return None
    return halves[0], halves[1]


def has_few_outcomes(components: Sequence[PrivacyLoss]) -> bool:
    """Whether there are so few outcomes that groups of them are quickest."""
    kinds = _kinds(components)
    return kinds is not None and not _are_more(kinds, FEW)


def by_groups(components: Sequence[PrivacyLoss], detail: Detail = ORDINARY) -> HalvesComposition | None:
    """The same by outcomes of larger losses and, on a grid, of groups of smaller ones; None if there are too many.

    A question whose answer takes outcomes of a wider range than floats have is Undecided.
    """
    kinds = _kinds(components)
    if kinds is None:
        return None
    groups = _groups(kinds, inf, detail)
    if groups.span > EXPONENT:
        # Some of the outcomes are enough to guess by.
        groups = _groups(kinds, EXPONENT / len(groups.others), detail)
    guide = _meeting(groups, groups.reach / 2, GUESSED)
    nearby = Nearby(kinds, kinds.reach, detail)
    return HalvesComposition((guide,), nearby, kinds, never_exposed(components))


def _meeting(groups: Groups, short: float, fineness: int) -> Meeting:
    """Where groups meet: on a grid, unless all is listed; Undecided if they leave the range of floats."""
    if groups.span == 0:
        return listed_meeting(groups.first, NOTHING)
    if groups.span > EXPONENT:
        raise Undecided("the losses that are not listed add up to more than floats have room for")
    return grid_meeting(groups, short, fineness, PLACES)


@dataclass(frozen=True, eq=False)
class Nearby:
    """All outcomes up to just beyond the shortfall that is asked for: listed, or if they are too many on a grid."""

    kinds: Kinds
    reach: float
    detail: Detail
    _last: list[tuple[float, Meeting]] = field(default_factory=list)

    def suspected(self, short: float) -> Suspected:
        """What outcomes add to δ at e^{T−t}."""
        if not self._last or not self._last[0][0] / 2 <= short * NEARBY <= self._last[0][0] * NEARBY:
            self._last[:] = [(short * NEARBY, self._meeting(short * NEARBY))]
        # What it lacks of all weights is not known without the outcomes that are farther off.
        return replace(self._last[0][1].suspected(short), lacking=None)

    def _meeting(self, short: float) -> Meeting:
        halves = _halves(self.kinds, short, self.detail.half)
        if halves is not None:
            return listed_meeting(*halves)
        return _meeting(_groups(self.kinds, short, self.detail), short, self.detail.fineness)


def _groups(kinds: Kinds, short: float, detail: Detail) -> Groups:
    """The outcomes up to some shortfall, those of the larger losses listed, and those of groups of smaller ones."""
    left = list(kinds.times.items())
    losses = np.array([_float(loss) for loss, times in left for _ in range(times)])
    with precision(BITS):
        first = _next_group(left, short, detail.listed)
        listed = len(losses) - sum(times for _, times in left)
        others = _in_groups(left, short, detail.in_group)
        # A last group of only a few outcomes would make all the others' errors count.
        size = exp(fmean(log(len(each)) for each in others))
        return Groups(losses, listed, first, _in_groups(left, short, ceil(2 * size)) if len(others) > 1 else others)


def _in_groups(kinds: Sequence[tuple[PureLoss, int]], short: float, most: int) -> tuple[Outcomes, ...]:
    """The outcomes of some kinds in groups, of which none has many more."""
    left, found = list(kinds), list[Outcomes]()
    while left or not found:
        found.append(_next_group(left, short, most))
    return tuple(found)


def _next_group(left: list[tuple[PureLoss, int]], short: float, most: int) -> Outcomes:
    """The outcomes of the first few of those that are left, which are then left no more."""
    found = NOTHING
    while left:
        longer = found.and_kind(*left[0], short)
        if len(longer) > most and found is not NOTHING:
            break
        found = longer
        left.pop(0)
    return found


def _kinds(components: Sequence[PrivacyLoss]) -> Kinds | None:
    """How many there are of each loss; None if there are too many of one, or of all."""
    distinct = {id(component.loss): component.loss for component in components}
    times: Counter[PureLoss] = Counter()
    for key, count in Counter(id(component.loss) for component in components).items():
        if not is_zero(distinct[key]):
            times[distinct[key]] += count
    if not 1 <= len(times) <= KINDS or max(times.values()) > OF_A_KIND:
        return None
    if sum(count * log2(1 + np.exp(-_float(loss))) for loss, count in times.items()) > WEIGHT:
        return None
    return Kinds(dict(sorted(times.items(), key=lambda item: -_float(item[0]))))


def _float(loss: PureLoss) -> float:
    with precision(BITS):
        return float(loss.logarithm().mid())
