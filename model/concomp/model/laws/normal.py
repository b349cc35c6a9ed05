"""The standard normal law: its distribution function as a ball, and its quantiles between two rationals."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from concomp.model.laws.balls import ball
from concomp.model.laws.law import ONE

HALVINGS = 80
"""How often the interval of a quantile is halved."""


def distribution(x: arb) -> arb:
    """Φ(x), as a ball of the precision that is set."""
    return (-x / arb(2).sqrt()).erfc() / 2


def quantile(level: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers that Φ⁻¹(level) lies between, for a level between 0 and 1."""
    return _quantile_below(level), -_quantile_below(1 - level)


def _quantile_below(level: Fraction) -> Fraction:
    low, high = -ONE, ONE
    while not distribution(ball(low)) <= ball(level):
        low *= 2
    while distribution(ball(high)) <= ball(level):
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if distribution(ball(middle)) <= ball(level) else (low, middle)
    return low
