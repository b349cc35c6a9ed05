"""Trade-off functions.

How small can the type II error of a test of P against Q be, if its type I error is at most α? As a function of α this
is convex, non-increasing and, for finite laws, piecewise linear: its vertices say all. A larger function means less
privacy loss.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

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
        for (left, high), (right, low) in itertools.pairwise(self.vertices):
            if left <= alpha <= right:
                return high + (low - high) * (alpha - left) / (right - left)
        raise ValueError(f"alpha is {alpha}: a trade-off function is defined from 0 to 1")

    def __repr__(self) -> str:
        return f"T through {', '.join(f'({alpha}, {beta})' for alpha, beta in self.vertices)}"

    def __ge__(self, other: TradeOff) -> bool:
        """Whether this function is nowhere below the other one."""
        alphas = {alpha for function in (self, other) for alpha, _ in function.vertices}
        return all(self(alpha) >= other(alpha) for alpha in alphas)


@realises("Haney23 Definition 3.1 (repaired)")
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
    corners = [(ZERO, kept), (bend, bend), (kept, ZERO), (ONE, ZERO)]
    return TradeOff(tuple(dict.fromkeys(corners)))


def canonical_pair(function: TradeOff) -> tuple[Law[int], Law[int]]:
    """Two laws on 0, 1, 2, … whose trade-off function is the given one."""
    rejected = {0: ZERO}
    caught = {0: 1 - function.vertices[0][1]}
    for index, ((left, high), (right, low)) in enumerate(itertools.pairwise(function.vertices), 1):
        rejected[index], caught[index] = right - left, high - low
    return Law(rejected), Law(caught)


def tensor(*functions: TradeOff) -> TradeOff:
    """f_1 ⊗ … ⊗ f_k: the trade-off function of independent draws, one from each pair."""
    pairs = [canonical_pair(function) for function in functions]
    return trade_off(product_law(p for p, _ in pairs), product_law(q for _, q in pairs))
