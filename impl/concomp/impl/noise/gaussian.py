"""Discrete Gaussian noise of a rational variance, from rational coins (Canonne, Kamath, Steinke 2020, Algorithm 3)."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from concomp.impl.noise.coins import bernoulli_exp
from concomp.impl.noise.laplace import laplace_attempt
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.rejection import first_accepted


def discrete_gaussian(variance: Fraction, randomness: Randomness) -> int:
    """The integer z with a chance proportional to e^{−z²/(2σ²)}, for a rational σ² > 0."""
    return first_accepted(lambda numbers: gaussian_attempt(variance, numbers), randomness)


def gaussian_attempt(variance: Fraction, randomness: Randomness) -> int | None:
    """The integer z with a chance proportional to e^{−z²/(2σ²)}, or None.

    It is discrete Laplace noise of about the same width, accepted with the quotient of the two.
    """
    width = isqrt(variance.numerator // variance.denominator) + 1
    z = laplace_attempt(Fraction(width), randomness)
    if z is None or not bernoulli_exp((abs(z) - variance / width) ** 2 / (2 * variance), randomness):
        return None
    return z
