"""The area under the curve of a test: how often the true hypothesis has the larger score, ties counting half."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO, Law
from concomp.model.laws.normal import distribution
from concomp.model.laws.trade_off import TradeOff, of_parameters
from concomp.model.registry.tags import realises

Y = TypeVar("Y", bound=Hashable)
BITS = 128
"""The precision of the balls."""


def area_of_scores(p: Law[Y], q: Law[Y]) -> Fraction:
    """Pr[odds of Y > odds of Z] + ½·Pr[odds equal], Y from q and Z from p, odds being q/p: that of the best test."""
    total = ZERO
    for y, chance in q.items():
        for z, weight in p.items():
            left, right = q[y] * p[z], q[z] * p[y]
            total += chance * weight * (Fraction(left > right) + Fraction(left == right, 2))
    return total


def area(function: TradeOff) -> Fraction:
    """The area above a trade-off function, which is that under the curve of its best tests."""
    return 1 - sum(((b + d) * (c - a) / 2 for (a, b), (c, d) in pairwise(function.vertices)), ZERO)


@realises("Zhang24 Table VIII (repaired)")
def largest_area(privacy: PrivacyParameters) -> Fraction:
    """The largest area of a test between hypotheses that are (ε,δ)-indistinguishable."""
    return area(of_parameters(privacy))


def ceiling(epsilon: Fraction, delta: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers that the largest area at ε lies between, by E just below and just above e^ε."""
    with precision(BITS):
        grown = ball(epsilon).exp()
        ends = below(grown), above(grown)
    low, high = (largest_area(PrivacyParameters(e_eps, delta)) for e_eps in ends)
    return low, high


def gaussian_area(told: GaussianTradeOff) -> tuple[Fraction, Fraction]:
    """Numbers that Φ(μ/√2) lies between, the area of the best test between two normal laws μ apart."""
    with precision(BITS):
        found = distribution(ball(told.squared / 2).sqrt())
        return below(found), above(found)
