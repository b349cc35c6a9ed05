"""Pairs of numbers within half-planes: which are maximal, and which is the lexicographic maximum.

The simulation of Section 10 chooses its weights one answer at a time. What is allowed is then a set of pairs, a value
for either world, that finitely many half-planes cut out of [0,1]²; what is chosen is a pair that cannot be raised. Such
a set is a polygon, perhaps a segment or a point, so that its extreme points are crossings of the lines that bound it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from concomp.model.laws.law import ONE, ZERO
from concomp.model.reduction.control import WeightPair
from concomp.model.registry.tags import realises


@dataclass(frozen=True)
class HalfPlane:
    """The pairs (x0, x1) with zero·x0 + one·x1 ≤ limit."""

    zero: Fraction
    one: Fraction
    limit: Fraction

    def __contains__(self, pair: WeightPair) -> bool:
        return self.zero * pair[0] + self.one * pair[1] <= self.limit


def at_most(bit: int, limit: Fraction) -> HalfPlane:
    """x_bit ≤ limit."""
    return HalfPlane(ONE, ZERO, limit) if bit == 0 else HalfPlane(ZERO, ONE, limit)


def at_least(bit: int, limit: Fraction) -> HalfPlane:
    """x_bit ≥ limit."""
    return HalfPlane(-ONE, ZERO, -limit) if bit == 0 else HalfPlane(ZERO, -ONE, -limit)


SQUARE = (at_least(0, ZERO), at_least(1, ZERO), at_most(0, ONE), at_most(1, ONE))
"""[0,1]²."""


@realises("HSV26 Definition 10.27 (repaired)")
def precedes(first: WeightPair, second: WeightPair) -> bool:
    """first <_lex second: smaller in world 0, or equal there and not larger in world 1."""
    return first[0] < second[0] or (first[0] == second[0] and first[1] <= second[1])


@realises("HSV26 Definition 10.27")
def precedes_as_printed(first: WeightPair, second: WeightPair) -> bool:
    """The printed order: ≤ where < is meant, so that pairs which are equal in world 0 precede each other."""
    return first[0] <= second[0] or (first[0] == second[0] and first[1] <= second[1])


@realises("HSV26 Definition 10.26")
def is_maximal(pair: WeightPair, pairs: Collection[WeightPair]) -> bool:
    """Whether no other of the pairs is at least as large in both worlds."""
    return not any(pair != other and pair[0] <= other[0] and pair[1] <= other[1] for other in pairs)


def extreme_points(bounds: Sequence[HalfPlane]) -> Iterator[WeightPair]:
    """The extreme points of a bounded intersection of half-planes; none if it is empty. Some may come twice."""
    tightest: dict[tuple[Fraction, Fraction], HalfPlane] = {}
    for bound in bounds:
        direction = (bound.zero, bound.one)
        if direction not in tightest or bound.limit < tightest[direction].limit:
            tightest[direction] = bound
    return _crossings(list(tightest.values()))


def _crossings(bounds: Sequence[HalfPlane]) -> Iterator[WeightPair]:
    for first, second in combinations(bounds, 2):
        determinant = first.zero * second.one - first.one * second.zero
        if determinant:
            pair = (
                (first.limit * second.one - first.one * second.limit) / determinant,
                (first.zero * second.limit - first.limit * second.zero) / determinant,
            )
            if all(pair in bound for bound in bounds):
                yield pair


@realises("HSV26 Lemma 10.28")
def lexicographic_maximum(bounds: Sequence[HalfPlane]) -> WeightPair | None:
    """The pair that all others precede in a bounded intersection of half-planes; None if it is empty."""
    return max(extreme_points(bounds), default=None)


@realises("HSV26 Definition 10.26")
def maximal_on_diagonal(bounds: Sequence[HalfPlane]) -> WeightPair | None:
    """The pair (z, z) that is maximal in a bounded intersection of half-planes; None if there is none."""
    least, most = ZERO, None
    for bound in bounds:
        slope = bound.zero + bound.one
        if slope > 0:
            most = bound.limit / slope if most is None else min(most, bound.limit / slope)
        elif slope < 0:
            least = max(least, bound.limit / slope)
        elif bound.limit < 0:
            return None
    if most is None or most < least:
        return None
    raised = lexicographic_maximum([*bounds, at_least(0, most), at_least(1, most)])
    return raised if raised == (most, most) else None
