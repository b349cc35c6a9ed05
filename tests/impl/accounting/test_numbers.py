"""Numbers that come in: taken as they are written, and refused by name, value and remedy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from concomp.impl.accounting.numbers import ParameterError, exact, exact_delta, exact_e_eps
from concomp.impl.accounting.optimal.components import with_epsilon


@pytest.mark.parametrize(
    ("written", "number"),
    [("11/10", Fraction(11, 10)), ("1e-9", Fraction(1, 10**9)), (" 2 ", Fraction(2)), (3, Fraction(3)), ("+2", 2)],
)
def test_numbers_are_taken_as_written(written: str | int, number: Fraction) -> None:
    assert exact(written, "x") == number


@pytest.mark.parametrize("written", ["", "١", "1_0", "0x10", "nan", "inf", "1/0", "1/3/3", 0.1, True, float("nan")])
def test_what_is_no_exact_number_is_refused(written: object) -> None:
    with pytest.raises(ParameterError, match=r"^x is "):
        exact(written, "x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("read", "value", "said"),
    [
        (exact_e_eps, "1/2", "e_eps is '1/2': e^ε is at least 1"),
        (exact_e_eps, Fraction(1, 2), "e_eps is 1/2: e^ε is at least 1"),
        (exact_delta, "-1/2", "delta is '-1/2': δ lies between 0 and 1"),
        (exact_delta, 2, "delta is 2: δ lies between 0 and 1"),
        (with_epsilon, Fraction(10**7), "epsilon is 10000000: give 0, or a number from 1e-100 to 1e6"),
    ],
)
def test_what_is_out_of_range_is_told_by_name_value_and_remedy(
    read: Callable[[object], object], value: object, said: str
) -> None:
    with pytest.raises(ParameterError) as thrown:
        read(value)
    assert str(thrown.value) == said
