"""Numbers on their way out: ε as a float that is not below the truth, bounds with few digits."""

from __future__ import annotations

import math
from fractions import Fraction

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.tails import rational
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.balls import precision

BITS = 192
"""The significant bits of a bound that is shown."""


def epsilon_above(e_eps: Fraction) -> float:
    """The least float known to be at least ε = ln e_eps, for e_eps ≥ 1."""
    if e_eps == 1:
        return 0.0
    with precision(BITS):
        above = rational(RationalLoss(e_eps).logarithm().upper())
    nearest = float(above)
    return nearest if Fraction(nearest) >= above else math.nextafter(nearest, math.inf)


def shortened(bounds: Bounds) -> Bounds:
    """The bounds themselves if they are exact, else bounds around them with BITS significant bits."""
    if bounds.is_exact:
        return bounds
    scale = _scale(bounds.low or bounds.high)
    return Bounds(Fraction(math.floor(bounds.low * scale), scale), Fraction(math.ceil(bounds.high * scale), scale))


def _scale(number: Fraction) -> int:
    """A power of two that brings the number to about BITS bits."""
    magnitude = number.numerator.bit_length() - number.denominator.bit_length()
    return 1 << max(0, BITS - magnitude)
