"""Irrational numbers as balls: what they are made of, and what is said where they do not tell."""

from __future__ import annotations

from fractions import Fraction

from flint import arb


class Undecided(ArithmeticError):
    """Thrown if two numbers are too close to be told apart by balls of the largest precision that is tried."""


def ball(number: Fraction) -> arb:
    """The ball of a rational, at the precision that is set."""
    return arb(number.numerator) / number.denominator


def above(number: arb) -> Fraction:
    """A rational that is no less than any number of a ball."""
    mantissa, exponent = number.upper().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
