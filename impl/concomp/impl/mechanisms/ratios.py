"""Ratios of two-sided geometric noise: what they lose, and how far the noise reaches."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil

from flint import fmpz

from concomp.model.laws.balls import above, ball, precision
from concomp.model.numbers import ParameterError

BITS = 48
"""The bits of a ratio that is no exact root."""


NEAREST = Fraction(1, 10**9)
"""How close to 0 or 1 a ratio may be."""


@lru_cache(256)
def least_ratio(e_eps: Fraction, sensitivity: int) -> Fraction:
    """A ratio r with r^{−Δ} ≤ E: E^{−1/Δ} where that is rational, otherwise a rational just above it.

    Raises ParameterError if it cannot be drawn.
    """
    root = Fraction(*(int(fmpz(number).root(sensitivity)) for number in e_eps.as_integer_ratio()))
    ratio = 1 / (root if root**sensitivity == e_eps else _root_below(e_eps, sensitivity))
    if not NEAREST <= ratio <= 1 - NEAREST:
        remedy = "give one whose root E^(1/sensitivity) is from 1 + 1e-9 to 1e9, as noise has its inverse for a ratio"
        raise ParameterError("e_eps", e_eps, remedy)
    return ratio


def reach(ratio: Fraction, beta: Fraction) -> int:
    """A k with P(|z| > k) = 2·r^{k+1}/(1 + r) ≤ β, the least or one more."""
    with precision(4 * BITS):
        powers = ball(beta * (1 + ratio) / 2).log() / ball(ratio).log()
        return max(0, ceil(above(powers)) - 1)


def _root_below(e_eps: Fraction, sensitivity: int) -> Fraction:
    """E^{1/Δ}, or a rational just below it."""
    with precision(4 * BITS):
        ratio = (-ball(e_eps).log() / sensitivity).exp()
        return 1 / Fraction(ceil(above(ratio * (1 << BITS))), 1 << BITS)
