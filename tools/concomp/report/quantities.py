"""Rationals for people: exactly and, beside that, approximately."""

from __future__ import annotations

from contextlib import AbstractContextManager
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction

from concomp.impl.accounting.losses import epsilon_of
from concomp.impl.accounting.numbers import Bounds, known
from concomp.model.numbers import rational_text

SHOWN_DIGITS = 6
SHORT = 40
"""The longest exact number, in characters, that is shown where there is little room."""
LEADING_BITS = 2048
"""How many leading bits of a long number are looked at to show it approximately."""
LEADING_DIGITS = 100
"""The digits to which those are taken; relative to the number, the last ones are within ERROR."""
ERROR = Decimal("1e-90")
AWAY = {ROUND_CEILING: ERROR, ROUND_FLOOR: -ERROR, ROUND_HALF_EVEN: Decimal(0)}
"""By which part a long number is moved before it is rounded, so that it ends on the side that is asked for."""


def at_most_queries(count: int) -> str:
    """How many queries are sent, in words."""
    return "1 query" if count == 1 else f"at most {count} queries"


def exact_and_approximate(number: Fraction) -> str:
    """A rational, and what it is about as a decimal unless it is an integer."""
    text = rational_text(number)
    return text if number.denominator == 1 else f"{text} ({approximate(number)})"


def approximate(number: Fraction) -> str:
    """A decimal of a few digits, after "~" unless it is exact."""
    rounded = _decimal(number, ROUND_HALF_EVEN)
    return f"{rounded}" if not _is_long(number) and Fraction(rounded) == number else f"~{rounded}"


def approximate_epsilon(e_eps: Fraction) -> str:
    """ε = ln E, for display only."""
    return "0" if e_eps == 1 else f"~{_decimal(epsilon_of(known(e_eps)).high, ROUND_HALF_EVEN)}"


def epsilon_at_most(e_eps: Fraction) -> str:
    """ε = ln E for people, by a decimal that is not below it: "0", or "at most 4.78773"."""
    return at_most(epsilon_of(known(e_eps)).high)


def at_most(number: Fraction) -> str:
    """A number that is enough, for people, by a decimal that is not below it: "0", or "at most 4.78773"."""
    return "0" if number == 0 else f"at most {_outward(number, ROUND_CEILING)}"


def shown(bounds: Bounds) -> str:
    """Bounds after a name: "= 1/4 (0.25)", or "≤ 0.25" with a number that is not below them."""
    return f"= {short(bounds.low)}" if bounds.is_exact else f"≤ {_outward(bounds.high, ROUND_CEILING)}"


def shown_from_below(bounds: Bounds) -> str:
    """The same, with "≥ 0.25" and a number that is not above them."""
    return f"= {short(bounds.low)}" if bounds.is_exact else f"≥ {_outward(bounds.low, ROUND_FLOOR)}"


def from_to(low: Fraction, high: Fraction) -> str:
    """Bounds for people, by decimals that are rounded outward."""
    return f"from {_outward(low, ROUND_FLOOR)} to {_outward(high, ROUND_CEILING)}"


def short(number: Fraction) -> str:
    """A number exactly and approximately, or only approximately where it is long."""
    return _in_little_room(number) or approximate(number)


def enough(number: Fraction) -> str:
    """A number that is enough, for people: "at most 1/4 (0.25)", or a decimal that is not below it where it is long."""
    text = _in_little_room(number)
    return at_most(number) if text is None else f"at most {text}"


def _in_little_room(number: Fraction) -> str | None:
    """A number exactly and approximately; None where that is long."""
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 3 * SHORT:
        return None
    text = exact_and_approximate(number)
    return text if len(text) <= SHORT else None


def _decimal(number: Fraction, rounding: str) -> Decimal:
    """The number to a few digits, rounded as the decimal module calls it; at little cost however long it is."""
    if not _is_long(number):
        with _digits(SHOWN_DIGITS, rounding):
            return Decimal(number.numerator) / Decimal(number.denominator)
    with _digits(LEADING_DIGITS):
        near = _quotient(number)
        moved = near + abs(near) * AWAY[rounding]
    with _digits(SHOWN_DIGITS, rounding):
        return +moved


def _outward(number: Fraction, rounding: str) -> str:
    """The same without zeros at the end."""
    with _digits(SHOWN_DIGITS):
        return f"{_decimal(number, rounding).normalize()}"


def _digits(number: int, rounding: str = ROUND_HALF_EVEN) -> AbstractContextManager[Context]:
    """Decimals of so many digits, with any exponent."""
    return localcontext(prec=number, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _is_long(number: Fraction) -> bool:
    return max(number.numerator.bit_length(), number.denominator.bit_length()) > LEADING_BITS


def _quotient(number: Fraction) -> Decimal:
    """About the number, at the present precision, by the leading bits above and below the line."""
    (above, up), (below, down) = _leading(number.numerator), _leading(number.denominator)
    return Decimal(above) / Decimal(below) * Decimal(2) ** (up - down)


def _leading(number: int) -> tuple[int, int]:
    """The leading bits, and how many follow."""
    following = max(0, number.bit_length() - LEADING_BITS)
    return number >> following, following
