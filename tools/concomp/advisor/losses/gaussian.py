"""A piecewise linear trade-off function below that of two normal laws, so that it composes with others.

At each E on a grid the least δ of the normal laws is known, and the lines (1 − δ) − E·α lie below their function.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import exp, sqrt

from concomp.impl.accounting.guarantees import FDP
from concomp.impl.accounting.rounding import round_up
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.trade_off import TradeOff, Vertex

LINES = 64
FAR = 12
"""How many standard deviations from the middle of the privacy loss the last line is."""
E_BITS, DELTA_BITS = 20, 64
Line = tuple[Fraction, Fraction]
"""(slope, value at 0) of a line that falls."""


@lru_cache(maxsize=16)
def piecewise_linear(mu_squared: Fraction) -> FDP:
    """A symmetric function that is nowhere above G_μ, the trade-off function of normal laws."""
    exactly, mu = GaussianTradeOff(mu_squared), sqrt(mu_squared)
    largest = min(700.0, mu * mu / 2 + FAR * mu)
    lines: list[Line] = [(Fraction(0), Fraction(0))]
    for step in range(LINES + 1):
        e_eps = Fraction(round(exp(largest * step / LINES) * 2**E_BITS), 2**E_BITS)
        kept = 1 - round_up(exactly.delta(e_eps)[1], DELTA_BITS)
        lines += [(e_eps, kept), (1 / e_eps, kept / e_eps)]
    return FDP.of(function=_envelope(lines))


def _envelope(lines: list[Line]) -> TradeOff:
    """The largest of falling lines from 0 to 1, which is 0 at 1."""
    tops: list[Line] = []
    for slope, height in sorted(lines, reverse=True):
        while tops and (
            height >= tops[-1][1] or (len(tops) > 1 and _crossing(tops[-2], (slope, height)) <= _crossing(*tops[-2:]))
        ):
            tops.pop()
        tops.append((slope, height))
    points: list[Vertex] = [(Fraction(0), tops[0][1])]
    for first, second in pairwise(tops):
        alpha = _crossing(first, second)
        points.append((alpha, second[1] - second[0] * alpha))
    return TradeOff((*points, (Fraction(1), Fraction(0))))


def _crossing(first: Line, second: Line) -> Fraction:
    """Where two lines meet, the first of which falls more steeply."""
    return (first[1] - second[1]) / (first[0] - second[0])
