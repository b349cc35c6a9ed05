"""Rationals on the command line: read exactly, shown exactly and, beside that, approximately."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.formats.errors import quoted
from concomp.model.mechanisms.formats.limits import DIGITS
from concomp.model.mechanisms.formats.rationals import rational, rational_text
from concomp.obligations.cli.errors import BadInput

DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
SHOWN_DIGITS = 6
LOGARITHM_DIGITS = 100
LEADING_BITS = 2048
"""How many leading bits of a long number are looked at to show it approximately."""


def read_rational(option: str, text: str) -> Fraction:
    """The rational that "p/q", "p" or a decimal like "0.01" writes, exactly; BadInput for anything else."""
    if DECIMAL.fullmatch(text) and len(text) <= DIGITS:
        return Fraction(text)
    try:
        return rational(text)
    except ValueError as error:
        raise BadInput(f"{option}: {quoted(text)}: {error}") from None


def read_e_eps(option: str, text: str) -> Fraction:
    """E = e^ε, at least 1."""
    number = read_rational(option, text)
    if number < 1:
        raise BadInput(f"{option}: {quoted(text)}: E = e^eps must be at least 1")
    return number


def read_delta(option: str, text: str) -> Fraction:
    """δ, from 0 to 1."""
    number = read_rational(option, text)
    if not 0 <= number <= 1:
        raise BadInput(f"{option}: {quoted(text)}: delta must be from 0 to 1")
    return number


def read_privacy(option: str, text: str) -> Privacy:
    """The parameters that "E=3/2,delta=1/100" writes."""
    parts = [part.partition("=") for part in text.split(",")]
    named = {name.strip(): value.strip() for name, _, value in parts}
    if len(parts) != 2 or set(named) != {"E", "delta"}:
        raise BadInput(f"{option}: {quoted(text)}: write both parameters, like E=3/2,delta=1/100")
    return Privacy(read_e_eps(f"{option} E", named["E"]), read_delta(f"{option} delta", named["delta"]))


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


def _quotient(number: Fraction) -> Decimal:
    """The number as a decimal at the present precision, by the leading bits above and below the line."""
    (above, up), (below, down) = _leading(number.numerator), _leading(number.denominator)
    quotient = Decimal(above) / Decimal(below)
    return quotient if up == down else quotient * Decimal(2) ** (up - down)


def _leading(number: int) -> tuple[int, int]:
    """The leading bits, and how many follow."""
    following = max(0, number.bit_length() - LEADING_BITS)
    return number >> following, following
