"""Fixed lists, asked by ε."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from concomp.impl.accounting.fixed_list import FixedList, fixed_list
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon

TENTHS = [with_epsilon("0.1")] * 10
MIXED = [with_e_eps("11/10", "1e-9"), with_epsilon("0.1")]


def test_where_the_losses_add_up_to_epsilon_delta_is_exact() -> None:
    assert fixed_list(TENTHS).delta(with_epsilon(1).loss) == known(F(0))
    assert fixed_list(TENTHS).least_epsilon(F(0)) == known(F(1))
    assert fixed_list([with_epsilon("0.1", "1/4")] * 2).delta(with_epsilon("0.2").loss) == known(F(7, 16))


def test_a_little_below_it_is_not_zero() -> None:
    found = fixed_list(TENTHS).delta(with_epsilon("0.9999999999").loss)
    assert 0 < found.low <= found.high


@pytest.mark.parametrize("components", [TENTHS, MIXED, [with_e_eps("3/2"), with_e_eps("5/3")], [with_e_eps(2)] * 3])
@pytest.mark.parametrize("epsilon", ["0.01", "0.15", "0.6"])
def test_delta_at_epsilon_lies_between_those_at_rationals_around_it(
    components: list[PrivacyLoss], epsilon: str
) -> None:
    found, loss = fixed_list(components), with_epsilon(epsilon).loss
    low, high = rational_bounds(loss)
    delta = found.delta(loss)
    assert found.composition.delta(high).low <= delta.low <= delta.high <= found.composition.delta(low).high
    there = found.composition.delta(low)
    assert delta.high - delta.low < there.high - there.low + F(1, 10**12)


def test_the_least_epsilon_is_the_logarithm_of_the_least_e() -> None:
    found: FixedList = fixed_list([with_e_eps("3/2")] * 2)
    least, e_eps = found.least_epsilon(F(1, 25)), found.least_e_eps(F(1, 25))
    assert e_eps == known(F(2))
    assert least is not None
    assert F("0.69314718055994530941") < least.low < least.high < F("0.69314718055994530942")


def test_no_epsilon_suffices_below_what_is_exposed() -> None:
    assert fixed_list(MIXED).least_epsilon(F(1, 10**10)) is None
    assert fixed_list(MIXED).delta_in_the_end == known(F(1, 10**9))
