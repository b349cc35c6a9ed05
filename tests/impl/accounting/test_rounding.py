"""Numbers that grow too long are rounded to the safe side, and no further than they have to be."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.rounding import SIGNIFICANT_BITS, root_down, root_up, round_up

NUMBERS = st.fractions(min_value=0, max_denominator=10**400) | st.integers(0, 10**400).map(Fraction)


@settings(deadline=None)
@given(NUMBERS)
def test_what_is_rounded_up_is_no_less_and_short(number: Fraction) -> None:
    rounded = round_up(number)
    assert number <= rounded <= number * (1 + Fraction(1, 1 << SIGNIFICANT_BITS - 1))
    significant = rounded.numerator // (rounded.numerator & -rounded.numerator or 1)
    assert significant.bit_length() <= SIGNIFICANT_BITS
    assert rounded.denominator & (rounded.denominator - 1) == 0


@settings(deadline=None)
@given(NUMBERS)
def test_roots_enclose(number: Fraction) -> None:
    low, high = root_down(number), root_up(number)
    assert low**2 <= number <= high**2
    assert high <= low * (1 + Fraction(1, 1 << SIGNIFICANT_BITS - 4))


@pytest.mark.parametrize(("number", "root"), [("9/4", "3/2"), ("0", "0"), ("1", "1"), ("10000", "100")])
def test_a_rational_root_is_exact(number: str, root: str) -> None:
    assert root_up(Fraction(number)) == Fraction(root)


def test_what_is_short_enough_stays() -> None:
    number = Fraction((1 << SIGNIFICANT_BITS) - 1, 1 << 700)
    assert round_up(number) == number
    assert round_up(Fraction(1, 3)) > Fraction(1, 3)
