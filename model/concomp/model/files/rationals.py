"""Rationals as text: "p/q" or "p", with decimal digits and nothing else."""

from __future__ import annotations

import re
from fractions import Fraction

from concomp.model.files.limits import DIGITS

PATTERN = re.compile(r"(-?)([0-9]+)(?:/([0-9]+))?")
CHUNK = 4_000
"""Digits that Python converts at once; it refuses longer conversions."""


def rational(text: object) -> Fraction:
    """The rational that a string "p/q" or "p" writes; ValueError, whose message is the remedy, for all else."""
    if not isinstance(text, str):
        raise ValueError('write a rational as a string, like "1/2" or "3"')
    match = PATTERN.fullmatch(text)
    if match is None:
        raise ValueError('write a rational as "p/q" or "p" with decimal digits, like "1/2" or "3"')
    sign, numerator, denominator = match.groups(default="1")
    if max(len(numerator), len(denominator)) > DIGITS:
        raise ValueError(f"write a rational with at most {DIGITS} digits above and below the line")
    if int(denominator) == 0:
        raise ValueError("the denominator is zero: write a positive one")
    return Fraction(int(numerator), int(denominator)) * (-1 if sign == "-" else 1)


def rational_text(number: Fraction) -> str:
    """A rational as "p/q" in lowest terms, or "p" if it is an integer; of any length."""
    numerator = digits(number.numerator)
    return numerator if number.denominator == 1 else f"{numerator}/{digits(number.denominator)}"


def digits(number: int) -> str:
    """An integer in decimal digits, of any length."""
    rest, chunks = abs(number), list[str]()
    while rest >= 10**CHUNK:
        rest, low = divmod(rest, 10**CHUNK)
        chunks.append(str(low).zfill(CHUNK))
    return "-" * (number < 0) + "".join([str(rest), *reversed(chunks)])
