"""Rationals for people: exactly and, beside that, approximately."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

from concomp.impl.accounting.numbers import Bounds
from concomp.model.numbers import rational_text

SHOWN_DIGITS = 6
SHORT = 40
"""The longest exact number, in characters, that is shown where there is little room."""
LOGARITHM_DIGITS = 100
LEADING_BITS = 2048
"""How many leading bits of a long number are looked at to show it approximately."""


def exact_and_approximate(number: Fraction) -> str:
    """A rational, and what it is about as a decimal unless it is an integer."""
    text = rational_text(number)
    return text if number.denominator == 1 else f"{text} ({approximate(number)})"


def approximate(number: Fraction) -> str:
    """A decimal of a few digits, after "~" unless it is exact."""
    with localcontext(prec=SHOWN_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN):
        rounded = _quotient(number)
    is_short = max(number.numerator.bit_length(), number.denominator.bit_length()) <= LEADING_BITS
    return f"{rounded}" if is_short and Fraction(rounded) == number else f"~{rounded}"


def approximate_epsilon(e_eps: Fraction) -> str:
    """ε, for display only."""
    if e_eps == 1:
        return "0"
    # Near E = 1 the logarithm loses as many digits as E - 1 has leading zeros.
    with localcontext(prec=SHOWN_DIGITS + LOGARITHM_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN):
        logarithm = _quotient(e_eps).ln()
    with localcontext(prec=SHOWN_DIGITS):
        return f"~{+logarithm}"


def shown(bounds: Bounds) -> str:
    """Bounds after a name: "= 1/4 (0.25)", or "≤ 0.25" with a number that is not below them."""
    return f"= {short(bounds.low)}" if bounds.is_exact else f"≤ {_outward(bounds.high, math.ceil)}"


def shown_from_below(bounds: Bounds) -> str:
    """The same, with "≥ 0.25" and a number that is not above them."""
    return f"= {short(bounds.low)}" if bounds.is_exact else f"≥ {_outward(bounds.low, math.floor)}"


def short(number: Fraction) -> str:
    """A number exactly and approximately, or only approximately where it is long."""
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 3 * SHORT:
        return approximate(number)
    text = exact_and_approximate(number)
    return text if len(text) <= SHORT else approximate(number)


def _outward(number: Fraction, rounded: Callable[[Fraction], int]) -> str:
    """A few digits of a number ≥ 0, rounded in one direction."""
    if number == 0:
        return "0"
    exponent = math.floor(math.log10(number.numerator) - math.log10(number.denominator)) - SHOWN_DIGITS + 1
    kept = rounded(number / Fraction(10) ** exponent)
    with localcontext(prec=SHOWN_DIGITS + 1, Emax=MAX_EMAX, Emin=MIN_EMIN):
        return f"{(Decimal(kept).scaleb(exponent)).normalize()}"


def _quotient(number: Fraction) -> Decimal:
    """The number as a decimal at the present precision, by the leading bits above and below the line."""
    (above, up), (below, down) = _leading(number.numerator), _leading(number.denominator)
    quotient = Decimal(above) / Decimal(below)
    return quotient if up == down else quotient * Decimal(2) ** (up - down)


def _leading(number: int) -> tuple[int, int]:
    """The leading bits, and how many follow."""
    following = max(0, number.bit_length() - LEADING_BITS)
    return number >> following, following
