"""Exact numbers: taken as they are written, and refused with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational, Real

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.numbers import (
    DIGITS,
    NumberError,
    ParameterError,
    digits,
    exact,
    exact_delta,
    exact_e_eps,
    exact_epsilon,
    exact_probability,
    parameter,
    rational_text,
)


@Rational.register
class Seven:
    """An integer of another library, as numpy's are."""

    numerator, denominator = 7, 1


@Real.register
class Half:
    """A float of another library, as numpy's short ones are."""


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("11/10", Fraction(11, 10)),
        ("-4/6", Fraction(-2, 3)),
        ("007", Fraction(7)),
        ("+2", Fraction(2)),
        ("0.75", Fraction(3, 4)),
        (".5", Fraction(1, 2)),
        ("-1.50", Fraction(-3, 2)),
        ("1e-9", Fraction(1, 10**9)),
        ("2.5E+3", Fraction(2500)),
        (3, Fraction(3)),
        pytest.param(10**5000, Fraction(10**5000), id="many digits"),
        (Fraction(1, 3), Fraction(1, 3)),
        (Decimal("0.1"), Fraction(1, 10)),
        (Decimal("-0"), Fraction(0)),
        (Seven(), Fraction(7)),
    ],
)
def test_numbers_are_taken_as_they_are_written(written: object, number: Fraction) -> None:
    assert exact(written) == number
    assert type(exact(written).numerator) is int


@given(st.fractions())
def test_what_is_written_is_read_as_the_same(number: Fraction) -> None:
    assert exact(rational_text(number)) == number


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_mean_as_text_what_they_are(number: Decimal) -> None:
    if abs(number.adjusted()) < 1000:
        assert exact(str(number)) == exact(number) == Fraction(number)


@pytest.mark.parametrize(
    "written",
    ["", " 1", "1\n", "1 /2", "١", "1_0", "0x10", "nan", "inf", "1/-3", "1/3/3", "1e", "e5", "1.", ".", "1/2.5", "--1"],
)
def test_other_text_is_no_number(written: str) -> None:
    with pytest.raises(NumberError, match=r'^write a rational "p/q" or "p"'):
        exact(written)


@pytest.mark.parametrize("value", [None, True, [1], 1j, Decimal("NaN"), Decimal("-Infinity")])
def test_other_values_are_no_numbers(value: object) -> None:
    with pytest.raises(NumberError, match=r'^write a rational "p/q" or "p"'):
        exact(value)


@pytest.mark.parametrize("value", [0.1, 1.0, float("nan"), Half()])
def test_floats_are_refused_with_the_remedy(value: object) -> None:
    with pytest.raises(
        NumberError, match=r'^a float has been rounded already: write it as text, like "0.1" .*rounded_up'
    ):
        exact(value)


LONG = "9" * DIGITS


@pytest.mark.parametrize("text", [LONG, f"-{LONG}", f"1/{LONG}", f"{LONG}/7", f"1e{DIGITS - 1}", f"1e-{DIGITS - 1}"])
def test_the_limit_lets_through_what_it_names(text: str) -> None:
    assert exact(text) == Fraction(text)


@pytest.mark.parametrize(
    "value",
    [
        f"{LONG}9",
        f"1/{LONG}9",
        f"0.{LONG}",
        f"1e{DIGITS}",
        f"1e-{DIGITS}",
        "1e999999999",
        "-1e-999999999",
        "1e" + "9" * 30,
        "9" * 10**6,
        Decimal("1e999999999"),
        Decimal("1e-999999999"),
    ],
)
def test_absurdly_long_numbers_are_refused_at_once(value: object) -> None:
    with pytest.raises(NumberError, match=f"^write a number with at most {DIGITS} digits above and below the line$"):
        exact(value)


def test_a_zero_denominator_is_refused() -> None:
    with pytest.raises(NumberError, match="the denominator is zero: write a positive one"):
        exact("1/0")


@pytest.mark.parametrize(
    ("reader", "inside", "outside", "remedy"),
    [
        (exact_e_eps, ["1", "1e9"], ["0.999", "-2"], "E = e^eps must be at least 1"),
        (exact_epsilon, ["0", "17"], ["-1e-9"], "eps must be at least 0"),
        (exact_delta, ["0", "1e-6", "1"], ["-1/2", "1.01"], "delta must be from 0 to 1"),
        (exact_probability, ["0", "0.5", "1"], ["-1/2", "2"], "write a probability, from 0 to 1"),
    ],
)
def test_parameters_lie_in_their_ranges(
    reader: Callable[[object], Fraction], inside: list[str], outside: list[str], remedy: str
) -> None:
    assert [reader(each) for each in inside] == [Fraction(each) for each in inside]
    for each in outside:
        with pytest.raises(NumberError, match=re.escape(remedy)):
            reader(each)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("1/2", "E is '1/2': E = e^eps must be at least 1"),
        (Fraction(1, 2), "E is 1/2: E = e^eps must be at least 1"),
        pytest.param(
            -(10**5000), f"E is -1{'0' * 38}… (5002 characters): E = e^eps must be at least 1", id="many digits"
        ),
    ],
)
def test_a_parameter_is_refused_by_name_value_and_remedy(value: object, message: str) -> None:
    with pytest.raises(ParameterError) as thrown:
        parameter("E", exact_e_eps, value)
    assert str(thrown.value) == message


def test_privacy_parameters_are_read_exactly() -> None:
    assert PrivacyParameters("3/2", "1e-2") == PrivacyParameters(Fraction(3, 2), Fraction(1, 100))  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"^delta is 0.1: a float has been rounded already"):
        PrivacyParameters(Fraction(2), 0.1)  # type: ignore[arg-type]


@pytest.mark.parametrize("power", [0, 3999, 4000, 4001, 12_345])
def test_integers_of_any_length_are_written(power: int) -> None:
    assert digits(10**power) == "1" + "0" * power
    assert digits(-(10**power)) == "-1" + "0" * power
    assert digits(10**power - 1) == ("9" * power or "0")
