"""What outcomes that suspect the bit add to δ, where those of some mechanisms meet those of the others.

At E = e^{T−t}, where T is the sum of the losses, all outcomes with a shortfall of at most t suspect the bit, and each
adds w·(1 − e^{s−t}). For an outcome of the first mechanisms with weight w and shortfall s, the others add up to
w·(1 − e^{s−t})·W − w·e^{s−t}·A, where W is the sum of their weights up to t − s, and A that of their w′·(e^{s′} − 1).
No term is larger than its weights, so that little is lost however small the losses are. What δ lacks of 1 is the sum
of w·e^{s−t} over these outcomes and of w over all others, so that little is lost however close δ is to 1.

Which outcomes suspect is decided by sums of floats, which may be off by η. As all of them up to t + 2η by such sums
are counted, none is missed, and those that should not be lie within 4η of t: each adds more than −4η·w.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats, Outcomes
from concomp.impl.accounting.outcomes.sums import add_up, roundings, sums_up_to


@dataclass(frozen=True)
class Suspected:
    """What outcomes add to δ at e^{T−t}, beside the weight of the outcome in which all is shown.

    excess: bounds of it. lacking: bounds of what it lacks of all weights, None if there are no closer ones than by the
    excess. slope: by how much at least, and at most, the excess grows with t there.
    """

    excess: Bounds
    lacking: Bounds | None
    slope: Bounds


class Meeting(Protocol):
    """The outcomes of some mechanisms and of the others."""

    @property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds."""

    def suspected(self, short: float) -> Suspected:
        """What outcomes add to δ at e^{T−t}."""


def off(first: Outcomes, steps: int, short: float) -> float:
    """η: what a sum of shortfalls up to about t, and its difference to t, may be off."""
    return 4 * ROUNDING * (first.steps + steps + 8) * short


@dataclass(frozen=True, eq=False)
class Sums:
    """Over the first outcomes that suspect: Σ w·(1 − e^{s−t})·W, Σ w·e^{s−t}·A, Σ w·e^{s−t}·W and Σ w·W."""

    gain: float
    loss: float
    even: float
    weight: float

    @property
    def terms(self) -> float:
        """What the difference is made up of."""
        return abs(self.gain) + self.loss


def sums_with(first: Outcomes, short: float, weights: Floats, more: Floats) -> Sums:
    """The sums, from W and A for so many of the first outcomes."""
    shortfalls, own = first.shortfalls[: len(weights)], first.weights[: len(weights)]
    each = own * weights
    falls = shortfalls - short
    factors = np.exp(falls)
    return Sums(-add_up(each * np.expm1(falls)), add_up(own * more * factors), add_up(each * factors), add_up(each))


@dataclass(frozen=True, eq=False)
class ListedMeeting:
    """The outcomes of two halves, all listed.

    weights, more: W and A for each number of outcomes of the second half. left: the weights of all others there.
    """

    first: Outcomes
    second: Outcomes
    weights: Floats
    more: Floats
    left: Floats

    @property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds."""
        return (self.first.largest + self.second.largest) * (1 + 2.0**-40)

    def suspected(self, short: float) -> Suspected:
        """What outcomes add to δ at e^{T−t}, those that were cut among them."""
        first, second = self.first, self.second
        error = off(first, second.steps, short)
        count = int(np.searchsorted(first.shortfalls, short + 2 * error, side="right"))
        # Rising queries, from the last of the first outcomes on, find their places quickly.
        left = (short + 2 * error) - first.shortfalls[:count]
        places = np.searchsorted(second.shortfalls, left, side="right")
        sums = sums_with(first, short, self.weights[places], self.more[places])
        steps = first.steps + second.steps + roundings(len(first)) + roundings(len(second)) + 16
        cut = 1 + Fraction(first.cut + second.cut) * 2
        others = add_up(first.weights[:count] * self.left[places]) + add_up(first.weights[count:]) * self.left[0]
        return Suspected(
            between(sums, sums.terms, sums, steps, error, cut),
            self._lacking(sums.even + sums.loss + others, steps, error),
            growth(sums, sums, steps, error),
        )

    def _lacking(self, found: float, steps: int, error: float) -> Bounds:
        part = Fraction(2 * ROUNDING * steps + 8 * error)
        cut = Fraction(2 * (self.first.cut + self.second.cut) * float(self.left[0]) * add_up(self.first.weights))
        return Bounds(max(Fraction(0), Fraction(found) * (1 - part)), Fraction(found) * (1 + part) + cut)


def between(below: Sums, terms: float, above: Sums, steps: int, error: float, cut: Fraction) -> Bounds:
    """Bounds of what is added, from sums that say no more, and no less, with so many roundings.

    terms: what the lower one is made up of.
    """
    part = 2 * ROUNDING * steps
    least = below.gain - below.loss - part * terms - 8 * error * below.weight
    most = above.gain - above.loss + part * above.terms + 8 * error * above.weight
    low, high = max(Fraction(0), Fraction(least)), max(Fraction(0), Fraction(most)) * cut
    return Bounds(low, high)


def growth(below: Sums, above: Sums, steps: int, error: float) -> Bounds:
    """By how much it grows with t, at least and at most."""
    part = Fraction(2 * ROUNDING * steps + 4 * error)
    ends = sorted(Fraction(each.even + each.loss) for each in (below, above))
    return Bounds(max(Fraction(0), ends[0] * (1 - part)), max(Fraction(0), ends[1] * (1 + part)))


def listed_meeting(first: Outcomes, second: Outcomes) -> ListedMeeting:
    """The outcomes of two halves."""
    more = sums_up_to(second.weights * np.expm1(second.shortfalls))
    return ListedMeeting(first, second, sums_up_to(second.weights), more, sums_up_to(second.weights[::-1])[::-1])
