"""Discrete Laplace noise of a rational scale, from rational coins (Canonne, Kamath, Steinke 2020, Algorithm 2)."""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.noise.coins import bernoulli_exp
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.rejection import first_accepted

ONE = Fraction(1)


def discrete_laplace(scale: Fraction, randomness: Randomness) -> int:
    """The integer z with a chance proportional to e^{−|z|/b}, for a rational b > 0."""
    return first_accepted(lambda numbers: laplace_attempt(scale, numbers), randomness)


def laplace_attempt(scale: Fraction, randomness: Randomness) -> int | None:
    """The integer z with a chance proportional to e^{−|z|/b}, or None.

    With b = t/s, an x with a chance proportional to e^{−x/t} is put together from its remainder and quotient by t; |z|
    is its quotient by s.
    """
    t, s = scale.numerator, scale.denominator
    remainder = randomness.below(t)
    if not bernoulli_exp(Fraction(remainder, t), randomness):
        return None
    quotient = 0
    while bernoulli_exp(ONE, randomness):
        quotient += 1
    magnitude, negative = (remainder + t * quotient) // s, randomness.below(2) == 1
    # Zero has one sign only, or it would be twice as likely.
    return None if negative and magnitude == 0 else -magnitude if negative else magnitude
