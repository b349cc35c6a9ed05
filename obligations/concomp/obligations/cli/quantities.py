"""Rationals on the command line: read exactly, shown exactly and, beside that, approximately."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction

from concomp.model.laws.indistinguishability import Privacy
from concomp.model.mechanisms.formats.errors import quoted
from concomp.model.mechanisms.formats.limits import DIGITS
from concomp.model.mechanisms.formats.rationals import rational, rational_text
from concomp.obligations.cli.errors import BadInput

DECIMAL = re.compile(r"[0-9]+\.[0-9]+")
SHOWN_DIGITS = 6
LOGARITHM_DIGITS = 100


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
    with localcontext(prec=SHOWN_DIGITS):
        rounded = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{rounded}" if Fraction(rounded) == number else f"~{rounded}"


def approximate_epsilon(e_eps: Fraction) -> str:
    """ε, for display only."""
    if e_eps == 1:
        return "0"
    # Near E = 1 the logarithm loses as many digits as E - 1 has leading zeros.
    with localcontext(prec=SHOWN_DIGITS + LOGARITHM_DIGITS):
        logarithm = (Decimal(e_eps.numerator) / Decimal(e_eps.denominator)).ln()
    with localcontext(prec=SHOWN_DIGITS):
        return f"~{+logarithm}"
