"""The parameters of noise, read exactly."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.numbers import NumberError, exact

NEAREST = Fraction(1, 10**9)
"""How close to 0 or 1 a ratio may be."""


def exact_moderate_ratio(value: object) -> Fraction:
    """The ratio r of geometric noise that `value` writes; NumberError unless it is from 1e-9 to 1 − 1e-9."""
    number = exact(value)
    if not NEAREST <= number <= 1 - NEAREST:
        raise NumberError("write a ratio between 0 and 1, from 1e-9 to 1 - 1e-9")
    return number
