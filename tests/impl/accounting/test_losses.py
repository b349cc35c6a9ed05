"""Sums of losses, and an ε against an E."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.impl.accounting import losses
from concomp.impl.accounting.losses import LossSum, compare, decimals_around, epsilon_of, rational_bounds, sum_of
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import with_e_eps, with_epsilon

numbers = st.fractions(min_value=F(1, 50), max_value=3, max_denominator=50)


def total(*parts: str) -> LossSum:
    """The sum of losses like "0.1" for an ε and "E3/2" for an E."""
    return sum_of(with_e_eps(part[1:]).loss if part[0] == "E" else with_epsilon(part).loss for part in parts)


def test_sums_of_epsilon_are_exact() -> None:
    assert total(*["0.1"] * 10).value == known(F(1))
    assert total("1/3", "1/6", "0") == LossSum(F(1, 2))


@pytest.mark.parametrize(
    ("first", "second", "sign"),
    [
        (["0.1"] * 10, ["1"], 0),
        (["0.1"] * 10, ["0.99999999999999999999"], 1),
        (["E3/2", "E3/2"], ["E9/4"], 0),
        (["E2", "E8"], ["E4", "E4"], 0),
        (["E2", "E8"], ["E4", "E401/100"], -1),
        (["1"], ["E2.718281828459045235360287471352662497757247093699959"], 1),
        (["1"], ["E2.718281828459045235360287471352662497757247093699960"], -1),
        (["0.5", "E2"], ["E2", "0.5"], 0),
        ([], ["0"], 0),
    ],
)
def test_losses_are_compared(first: list[str], second: list[str], sign: int) -> None:
    assert compare(total(*first), total(*second)) == sign
    assert compare(total(*second), total(*first)) == -sign


def test_what_is_too_long_to_be_compared_is_said_to_be() -> None:
    # 1000000 · ln 4 = 2000000 · ln 2, which no ball shows.
    first, second = LossSum(F(0), ((F(4), 10**6),)), LossSum(F(0), ((F(2), 2 * 10**6),))
    with pytest.raises(Undecided, match="too long to be compared: give them as eps"):
        compare(first, second)


@given(numbers, numbers)
def test_an_epsilon_is_above_an_e_exactly_where_balls_say_so(epsilon: F, above_one: F) -> None:
    low, high = rational_bounds(with_epsilon(epsilon).loss)
    e_eps = 1 + above_one
    expected = 1 if low > e_eps else -1 if high < e_eps else 0
    assert compare(sum_of([with_epsilon(epsilon).loss]), sum_of([with_e_eps(e_eps).loss])) == expected


@given(numbers, st.integers(2, 60))
def test_decimals_lie_around_e_to_the_epsilon(epsilon: F, digits: int) -> None:
    loss = with_epsilon(epsilon).loss
    found, (low, high) = decimals_around(loss, digits), rational_bounds(loss)
    assert 1 <= found.low <= low <= high <= found.high
    assert found.high - found.low <= epsilon / 10 ** (digits - 1)


def test_a_rational_e_stays_what_it_is() -> None:
    assert decimals_around(with_e_eps("3/2").loss, 3) == known(F(3, 2))
    assert rational_bounds(with_e_eps("3/2").loss) == (F(3, 2), F(3, 2))


def test_epsilon_lies_around_the_logarithm() -> None:
    found = epsilon_of(Bounds(F(2), F(3)))
    assert F("0.6931471805") < found.low < F("0.6931471806")
    assert F("1.0986122886") < found.high < F("1.0986122887")
    assert epsilon_of(known(F(1))) == known(F(0))


def test_guards_are_of_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the exact comparison a tie of E's is never decided."""
    monkeypatch.setattr(losses, "_is_one", lambda powers: False)
    with pytest.raises(Undecided):
        compare(total("E3/2", "E3/2"), total("E9/4"))
