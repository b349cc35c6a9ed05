"""Geometric noise of a rational ratio, one-sided and two-sided, from rational coins."""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.noise.randomness import Randomness


def geometric(ratio: Fraction, randomness: Randomness, most: int | None = None) -> int:
    """The number n with chance (1 − r)·r^n: so many coins of chance r fall before one does not.

    most: where counting ends; all that is larger is answered by it.
    """
    number = 0
    while number != most and randomness.falls(ratio):
        number += 1
    return number


def two_sided_geometric(ratio: Fraction, randomness: Randomness, most: int | None = None) -> int:
    """The integer z with chance (1 − r)/(1 + r)·r^|z|: 0 by one coin, otherwise a sign, and 1 more than a geometric.

    most: the largest |z|; what lies beyond is answered by the end on its side. With it, no tape is endless.
    """
    if most == 0 or randomness.falls((1 - ratio) / (1 + ratio)):
        return 0
    sign = 1 - 2 * randomness.below(2)
    return sign * (1 + geometric(ratio, randomness, None if most is None else most - 1))
