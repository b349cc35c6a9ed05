"""Trade-off functions.

How small can the type II error of a test of P against Q be, if its type I error is at most α? As a function of α this
is convex, non-increasing and, for finite laws, piecewise linear: its vertices say all. A larger function means less
privacy loss.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from concomp.model.laws.curve import Curve
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law, product_law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
Vertex = tuple[Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class TradeOff:
    """A convex, non-increasing, piecewise linear function on [0, 1], at most 1 − α.

    vertices: (α, β) in increasing α, the first at 0, the last (1, 0); linear between.
    """

    vertices: tuple[Vertex, ...]

    def __call__(self, alpha: Fraction) -> Fraction:
        """The value at alpha; ValueError outside [0, 1]."""
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha is {alpha}: a trade-off function is defined from 0 to 1")
        place = max(1, bisect_left(self.vertices, alpha, key=lambda vertex: vertex[0]))
        (left, high), (right, low) = self.vertices[place - 1 : place + 1]
        return high + (low - high) * (alpha - left) / (right - left)

    def __repr__(self) -> str:
        return f"T through {', '.join(f'({alpha}, {beta})' for alpha, beta in self.vertices)}"

    def __ge__(self, other: TradeOff) -> bool:
        """Whether this function is nowhere below the other one."""
        alphas = {alpha for function in (self, other) for alpha, _ in function.vertices}
        return all(self(alpha) >= other(alpha) for alpha in alphas)


@realises("Haney23 Definition 3.1 (repaired)", "HSV26 Definition 14.2 (repaired)")
def trade_off(p: Law[X], q: Law[X]) -> TradeOff:
    """T(P, Q), by Neyman and Pearson: outcomes are rejected in the order of their odds Q/P."""
    by_odds: dict[Fraction, tuple[Fraction, Fraction]] = {}
    free = sum((weight for outcome, weight in q.items() if p[outcome] == 0), ZERO)
    for outcome, weight in p.items():
        odds = q[outcome] / weight
        rejected, caught = by_odds.get(odds, (ZERO, ZERO))
        by_odds[odds] = (rejected + weight, caught + q[outcome])
    vertices = [(ZERO, 1 - free)]
    for odds in sorted(by_odds, reverse=True):
        rejected, caught = by_odds[odds]
        vertices.append((vertices[-1][0] + rejected, vertices[-1][1] - caught))
    return TradeOff(tuple(vertices))


def of_parameters(privacy: PrivacyParameters) -> TradeOff:
    """f_{ε,δ}: α ↦ max(0, 1 − δ − e^ε·α, e^−ε·(1 − δ − α)), what (ε,δ)-DP says as a trade-off function."""
    kept = 1 - privacy.delta
    bend = kept / (1 + privacy.e_eps)
    return lower_hull([(ZERO, kept), (bend, bend), (kept, ZERO), (ONE, ZERO)])


def lower_hull(points: Iterable[Vertex]) -> TradeOff:
    """The greatest convex function below points (α, β) with α from 0 to 1; only its corners are vertices."""
    hull: list[Vertex] = []
    lowest: dict[Fraction, Fraction] = {}
    for alpha, beta in points:
        lowest[alpha] = min(beta, lowest.get(alpha, ONE))
    for point in sorted(lowest.items()):
        while len(hull) >= 2 and _is_above(hull[-1], hull[-2], point):
            hull.pop()
        hull.append(point)
    return TradeOff(tuple(hull))


def _is_above(middle: Vertex, left: Vertex, right: Vertex) -> bool:
    """Whether the middle point is on or above the line through the others."""
    rise, run = right[1] - left[1], right[0] - left[0]
    return (middle[1] - left[1]) * run >= rise * (middle[0] - left[0])


def greatest_below(functions: Iterable[TradeOff]) -> TradeOff:
    """The greatest convex function below several: what tests reach that first toss a coin for a pair of laws."""
    return lower_hull(vertex for function in functions for vertex in function.vertices)


def conjugate(function: TradeOff) -> Curve:
    """x ↦ 1 + f*(−x), the largest 1 − f(α) − x·α: of T(P, Q) the hockey-sticks Σ max(0, Q − x·P)."""
    segments = itertools.pairwise(function.vertices)
    hinges = [((high - low) / (right - left), right - left) for (left, high), (right, low) in segments if high > low]
    return Curve(1 - function.vertices[0][1], tuple(reversed(hinges)))


def of_curve(curve: Curve) -> TradeOff:
    """The function with this conjugate, max(1 − Φ(x) − x·α) over x ≥ 0."""
    vertices = [(ZERO, 1 - curve.floor)]
    for knee, weight in reversed(curve.hinges):
        alpha, beta = vertices[-1]
        vertices.append((alpha + weight, beta - knee * weight))
    return lower_hull([*vertices, (ONE, ZERO)])


def inverse(function: TradeOff) -> TradeOff:
    """f⁻¹, which is T(Q, P) where f is T(P, Q)."""
    p, q = canonical_pair(function)
    return trade_off(q, p)


def symmetric(function: TradeOff) -> TradeOff:
    """max(f, f⁻¹): what f says of laws that are that close in both orders."""
    other = inverse(function)
    alphas = sorted({alpha for each in (function, other) for alpha, _ in each.vertices})
    points = [(alpha, max(function(alpha), other(alpha))) for alpha in alphas]
    for left, right in itertools.pairwise(alphas):
        # Between these both are lines, which may cross.
        before, after = (function(alpha) - other(alpha) for alpha in (left, right))
        if before * after < 0:
            crossing = left + (right - left) * before / (before - after)
            points.append((crossing, function(crossing)))
    return lower_hull(points)


def canonical_pair(function: TradeOff) -> tuple[Law[int], Law[int]]:
    """Two laws on 0, 1, 2, … whose trade-off function is the given one."""
    rejected = {0: ZERO}
    caught = {0: 1 - function.vertices[0][1]}
    for index, ((left, high), (right, low)) in enumerate(itertools.pairwise(function.vertices), 1):
        rejected[index], caught[index] = right - left, high - low
    return Law(rejected), Law(caught)


def tensor(*functions: TradeOff) -> TradeOff:
    """f_1 ⊗ … ⊗ f_k: the trade-off function of independent draws, one from each pair."""
    product, *others = functions or (PERFECT,)
    for function in others:
        (p, q), (r, s) = canonical_pair(product), canonical_pair(function)
        product = trade_off(product_law([p, r]), product_law([q, s]))
    return product


PERFECT = TradeOff(((ZERO, ONE), (ONE, ZERO)))
"""α ↦ 1 − α, the trade-off function of two equal laws: nothing is lost."""
