"""Sizes of the numbers that a definition is written with."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.language.syntax.errors import LanguageError

DIGITS = 4000
LARGEST = 10**DIGITS


def check_size(value: object) -> None:
    """Raise LanguageError for a number of more digits than Python writes as text by itself, or a tuple with one."""
    parts = (value.numerator, value.denominator) if isinstance(value, int | Fraction) else ()
    if any(abs(part) >= LARGEST for part in parts):
        raise LanguageError(
            f"a number of more than {DIGITS} digits",
            "a definition is written with shorter ones: measure in a larger unit; messages may be of any size",
        )
    for part in value if isinstance(value, tuple) else ():
        check_size(part)
