"""Optimal composition of losses without a common unit, by meeting in the middle.

The outcomes of each half of the mechanisms are listed. Outcomes that hardly ever happen are cut, so that of large
losses few are left, and of huge ones a single one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, log1p, nextafter

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level
from concomp.impl.accounting.optimal.kinds import BITS, DIGITS, Kinds, kinds_of
from concomp.impl.accounting.optimal.tails import Undecided, bounds
from concomp.impl.accounting.outcomes.outcomes import NOTHING, Outcomes, chance_of_the_same
from concomp.impl.accounting.outcomes.suspicion import Meeting, Suspected, listed_meeting
from concomp.impl.accounting.parameters import PrivacyLoss, flint_rational
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, exact_delta, exact_e_eps, parameter

MANY = 1 << 17
"""The most outcomes of a half that are listed."""
COARSE = 64
"""How many outcomes are taken for one where an answer is guessed."""
BEYOND = 64
"""How far beyond all shortfalls t is looked at: what is even farther adds next to nothing."""
NEWTON = 100
"""How often a guess is improved."""
SETTLED = 1e-13
FAR = 0.5
"""How far logarithms of δ are apart for a guess to be improved by them."""
WIDER = 12
"""How often a guess of the upper end is moved away."""
MORE = 1 << 10
"""By which part of it the first move is longer."""


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
    kinds = kinds_of(components)
    halves = None if kinds is None or are_more(kinds, MANY) else list_halves(kinds, inf, MANY)
    if kinds is None or halves is None:
        return None
    guide = listed_meeting(*(half.coarse(COARSE) for half in halves))
    return HalvesComposition((guide,), listed_meeting(*halves), kinds, never_exposed(components))


def are_more(kinds: Kinds, most: int) -> bool:
    """Whether a half certainly has more outcomes: of n of them, two draws are the same with a chance of 1/n or more."""
    with precision(BITS):
        same = sum(log(chance_of_the_same(loss, times)) for loss, times in kinds.times.items())
    return -same / 2 > log(most)


def list_halves(kinds: Kinds, short: float, most: int) -> tuple[Outcomes, Outcomes] | None:
    """The outcomes of two halves, up to some shortfall; None if there are too many."""
    halves = [NOTHING, NOTHING]
    with precision(BITS):
        for loss, times in kinds.times.items():
            smaller = 0 if len(halves[0]) <= len(halves[1]) else 1
            halves[smaller] = halves[smaller].and_kind(loss, times, short)
            if len(halves[smaller]) > most:
                return None
    return halves[0], halves[1]
