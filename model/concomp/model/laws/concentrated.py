"""Concentrated differential privacy: D_α ≤ ρ·α for every order α > 1, or for those below an ω.

Orders that are tried one by one prove nothing of those in between; convexity does. ln S_α = (α − 1)·D_α is convex in α,
also where it is the largest of many such functions, and so lies below its chords; hence D_α/α is bounded between two
orders. At 1 the function is 0 and D_α is the divergence of Kullback and Leibler, below which no D_α is. Beyond the last
order D_∞/α is a bound. Where the bound is largest the orders are divided, until what is asked is decided.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from operator import attrgetter
from typing import TypeVar

from flint import arb

from concomp.model.laws.balls import Undecided, above, ball, below, precision
from concomp.model.laws.divergences import Divergences, divergences
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
BITS = 256
"""The precision of the balls."""
FINEST = Fraction(1, 1 << 32)
"""The shortest interval of orders that is divided no more."""


@realises("Haney23 Definition 4.4")
def is_concentrated(p: Law[X], q: Law[X], rho: Fraction) -> bool:
    """Whether D_α(P‖Q) ≤ ρ·α for all real α > 1; Undecided if that cannot be told."""
    return p == q or (rho > 0 and within(divergences(p, q), rho))


@realises("Lyu22 Definition 4", "Lyu22 Definition 5")
def within(curve: Divergences, rho: Fraction, omega: Fraction | None = None) -> bool:
    """Whether D_α ≤ ρ·α for all real α > 1, or for those below `omega` if there is one.

    Raises Undecided if that cannot be told: where ρ is least, or so close to it that balls do not tell.
    """
    if curve.largest_odds is None:
        return False
    for low, high, _ in bounds(curve, omega):
        if high <= rho or low > rho:
            return high <= rho
    raise Undecided(f"whether D_α is at most {rho}·α is not decided by intervals of orders of length {FINEST}")


def least_rho(curve: Divergences, omega: Fraction | None, width: Fraction) -> tuple[Fraction, Fraction] | None:
    """The least ρ with D_α ≤ ρ·α for all α > 1 (below `omega`), between two bounds less than `width` apart.

    None if there is none. Raises Undecided if balls do not come so close.
    """
    if curve.largest_odds is None:
        return None
    for low, high, _ in bounds(curve, omega):
        if high - low < width:
            return low, high
    raise Undecided(f"the least rho is not found within {width} by intervals of orders of length {FINEST}")


def bounds(curve: Divergences, omega: Fraction | None = None) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Bounds of the largest D_α/α, each closer than the one before, and an order that reaches the lower; D_∞ is finite.

    As D_α is continuous, the largest on the open interval from 1 to ω is that on the closed one: where 1 or ω is the
    order that is reached, those near to it come as close as one likes.
    """
    if curve.largest_odds == 1:
        yield ZERO, ZERO, ONE
        return
    start = _point(curve, ONE)
    first = _beyond(curve, start) if omega is None else _between(start, _point(curve, omega))
    pieces, reached = [first], max(start, first.right or start, key=attrgetter("ratio"))
    while True:
        yield reached.ratio, max(reached.ratio, pieces[0].bound), reached.order
        piece = heappop(pieces)
        if piece.right is not None and piece.right.order - piece.left.order < FINEST:
            return
        middle = _point(curve, piece.middle)
        reached = max(reached, middle, key=attrgetter("ratio"))
        heappush(pieces, _between(piece.left, middle))
        heappush(pieces, _beyond(curve, middle) if piece.right is None else _between(middle, piece.right))


@dataclass(frozen=True)
class _Point:
    """An order, the ball of D there, and a number that D/order is not below."""

    order: Fraction
    divergence: arb
    ratio: Fraction

    @property
    def log_moment(self) -> arb:
        return ball(self.order - 1) * self.divergence


@dataclass(frozen=True)
class _Piece:
    """The orders between two, or from one on, and a bound of D_α/α there; the largest bound comes first."""

    bound: Fraction
    left: _Point
    right: _Point | None

    @property
    def middle(self) -> Fraction:
        """Where to divide."""
        return 2 * self.left.order if self.right is None else (self.left.order + self.right.order) / 2

    def __lt__(self, other: _Piece) -> bool:
        return self.bound > other.bound


def _point(curve: Divergences, order: Fraction) -> _Point:
    with precision(BITS):
        found = curve.at(order)
        return _Point(order, found, max(ZERO, below(found / ball(order))))


def _beyond(curve: Divergences, left: _Point) -> _Piece:
    """From an order on: no divergence is larger than D_∞."""
    assert curve.largest_odds is not None
    with precision(BITS):
        return _Piece(above(ball(curve.largest_odds).log() / ball(left.order)), left, None)


def _between(left: _Point, right: _Point) -> _Piece:
    """Between two orders: divergences do not decrease, and ln S_α is below its chord."""
    with precision(BITS):
        monotone = right.divergence / ball(left.order)
        chord = monotone if left.order == 1 else _chord(left, right)
        return _Piece(above(chord.min(monotone) if chord.is_finite() else monotone), left, right)


def _chord(left: _Point, right: _Point) -> arb:
    """A bound of chord/(α(α − 1)), where the chord is d·(α − 1) − k, for α between two orders above 1.

    By convexity k ≥ 0. The quotient rises up to the α with d·(α − 1)² = k·(2α − 1), and falls from there on.
    """
    d = (right.log_moment - left.log_moment) / ball(right.order - left.order)
    k = d * ball(left.order - 1) - left.log_moment
    top = 1 + (k + (k * k + k * d).sqrt()) / d
    at_ends = (left.divergence / ball(left.order)).max(right.divergence / ball(right.order))
    if top < ball(left.order) or top > ball(right.order):
        return at_ends
    return at_ends.max((d * (top - 1) - k) / (top * (top - 1)))
