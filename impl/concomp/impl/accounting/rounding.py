"""Exact numbers of bounded length: what grows too long is rounded outward.

A loss is rounded up, a budget down. What is rounded has SIGNIFICANT_BITS bits; a sum or product is left exact as long
as numerator and denominator have at most EXACT_BITS.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from flint import arb

from concomp.impl.accounting.optimal.tails import bounds
from concomp.model.laws.balls import precision

EXACT_BITS = 512
SIGNIFICANT_BITS = 192
_GUARD = 64


def is_short(number: Fraction) -> bool:
    """Whether a number may stay as it is."""
    return number.numerator.bit_length() <= EXACT_BITS and number.denominator.bit_length() <= EXACT_BITS


def round_up(number: Fraction, bits: int = SIGNIFICANT_BITS) -> Fraction:
    """The least number with so many significant bits that is no less; the number, at least 0, has any length."""
    numerator, denominator = number.numerator, number.denominator
    if numerator == 0:
        return number
    shift = bits - numerator.bit_length() + denominator.bit_length()
    significand = _ceiling(numerator, denominator, shift)
    if significand.bit_length() > bits:
        shift -= 1
        significand = _ceiling(numerator, denominator, shift)
    return Fraction(significand) / Fraction(2) ** shift


def ball_up(ball: Callable[[], arb]) -> Fraction:
    """A rational just above what a ball encloses, which is at least 0."""
    with precision(SIGNIFICANT_BITS + _GUARD):
        return round_up(max(Fraction(0), bounds(ball()).high))


def ball_down(ball: Callable[[], arb]) -> Fraction:
    """A rational just below what a ball encloses, which is at least 0."""
    with precision(SIGNIFICANT_BITS + _GUARD):
        return max(Fraction(0), bounds(ball()).low)


def root_down(number: Fraction) -> Fraction:
    """A rational just below the square root of a number that is at least 0."""
    shift = max(0, 2 * SIGNIFICANT_BITS - number.numerator.bit_length() + number.denominator.bit_length())
    shift += shift % 2
    return Fraction(isqrt((number.numerator << shift) // number.denominator), 1 << shift // 2)


def root_up(number: Fraction) -> Fraction:
    """The square root of a number that is at least 0, or a rational just above it."""
    numerator, denominator = isqrt(number.numerator), isqrt(number.denominator)
    if numerator**2 == number.numerator and denominator**2 == number.denominator:
        return Fraction(numerator, denominator)
    below = root_down(number)
    return round_up(below * (1 + Fraction(1, 1 << SIGNIFICANT_BITS - 2)))


def _ceiling(numerator: int, denominator: int, shift: int) -> int:
    """⌈numerator · 2^shift / denominator⌉."""
    above, below = (numerator << shift, denominator) if shift >= 0 else (numerator, denominator << -shift)
    return -(-above // below)
