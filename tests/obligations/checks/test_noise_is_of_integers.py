"""What concomp Propositions 7, 8 and 10 say is false of numbers between the integers, and they say integers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.registry.registry import load
from concomp.obligations.checks.concomp import noise, sparse_vector

RATIO = Fraction(1, 2)


def chance(answer: Fraction, number: Fraction) -> Fraction:
    """That two-sided geometric noise brings an answer to a number."""
    distance = abs(answer - number)
    return (1 - RATIO) / (1 + RATIO) * RATIO**distance.numerator if distance.denominator == 1 else Fraction(0)


def test_half_an_integer_apart_no_ratio_is_enough() -> None:
    assert chance(Fraction(0), Fraction(0)) == Fraction(1, 3)
    assert chance(Fraction(0), Fraction(1, 2)) == 0


@pytest.mark.parametrize("number", [7, 8, 10])
def test_rows_say_integers(number: int) -> None:
    assert "integers" in load().statements[f"concomp Proposition {number}"].text


def test_scopes_say_integers() -> None:
    assert all("integers" in made().scope for made in (noise.numbers, sparse_vector.alignment))
