"""Exact rationals: the library's own inside, Fractions at the door."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

ZERO = fmpq(0)
ONE = fmpq(1)
AtOdds = dict[tuple[int, fmpq], fmpq]
"""(place, odds of the history times the x that is judged at) ↦ value."""


def inside(number: Fraction) -> fmpq:
    """A Fraction as a number of the library."""
    return fmpq(number.numerator, number.denominator)


def outside(number: fmpq) -> Fraction:
    """A number of the library as a Fraction."""
    return Fraction(int(number.p), int(number.q))


class Register:
    """Rationals by number, each once, so that equal ones are compared by an integer."""

    def __init__(self) -> None:
        self.values: list[fmpq] = []
        self._known: dict[tuple[int, int], int] = {}

    def number(self, value: fmpq) -> int:
        """The number of a rational."""
        key = int(value.p), int(value.q)
        found = self._known.setdefault(key, len(self.values))
        if found == len(self.values):
            self.values.append(value)
        return found
