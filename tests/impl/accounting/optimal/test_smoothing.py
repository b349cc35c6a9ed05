"""Smoothing bounds long lists closely, whether or not their losses have a common unit."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from concomp.impl.accounting.numbers import rounded_up
from concomp.impl.accounting.optimal.grid_bounds import bracket
from concomp.impl.accounting.optimal.lattice_composition import compose
from concomp.impl.accounting.optimal.line_bounds import line
from concomp.impl.accounting.parameters import PrivacyLoss, with_e_eps, with_epsilon
from tests.impl.accounting.optimal.smooth_lists import all_between, on_a_lattice


def arbitrary(count: int) -> list[PrivacyLoss]:
    random = Random(count)
    return [with_epsilon(rounded_up(random.uniform(0.01, 0.2)), "1e-9") for _ in range(count)]


def test_bounds_hold_the_exact_answer_on_lattices() -> None:
    assert all_between()


@pytest.mark.parametrize(("count", "e_eps"), [(200, 300), (600, 10**6)])
def test_bounds_are_close_without_a_common_unit(count: int, e_eps: int) -> None:
    found = bracket(arbitrary(count)).delta(e_eps)
    assert 0 < found.high - found.low < found.low / 10**5


def test_the_least_e_is_bounded_closely_and_agrees_with_delta() -> None:
    composition = bracket(arbitrary(400))
    found = composition.least_e_eps("1e-5")
    assert found is not None
    assert 0 < found.high - found.low < found.low / 10**5
    assert composition.delta(found.low).high >= F("1e-5") >= composition.delta(found.high).low


def test_rational_e_eps_without_a_common_unit_are_smoothed_as_well() -> None:
    random = Random(3)
    found = bracket([with_e_eps(F(random.randint(1001, 1200), 1000)) for _ in range(300)]).delta(10**5)
    assert 0 < found.high - found.low < found.low / 10**5


def test_short_lists_and_small_e_are_left_to_the_grid() -> None:
    few, many = bracket(arbitrary(5)), bracket(arbitrary(300))
    assert line(few.components, few.lower.flips, 0.3) is None
    assert line(many.components, many.lower.flips, 0.0) is None
    assert few.delta(1).low <= few.delta(1).high
    assert many.delta(1).low <= many.delta(1).high


def test_a_list_with_a_few_large_losses_is_bounded() -> None:
    components = [*arbitrary(300), with_epsilon("5.01"), with_epsilon(rounded_up(1000.3))]
    found = bracket(components).delta(10**6)
    assert found.low <= found.high
    assert found.low > 1 - F(1, 10**6)


def test_the_lists_for_breakages_differ() -> None:
    assert len({len(components) for components, _ in on_a_lattice()}) > 1


def test_a_million_losses_of_two_sizes_are_bounded_closely() -> None:
    """One is almost the other's double: slightly larger, they lie on a lattice, where the composition is computed."""
    small, count = with_e_eps(F(10001, 10000)), 500_000
    found = bracket([small] * count + [with_e_eps(F(10002, 10000))] * count).delta(F(11, 10))
    assert found.low < found.high < found.low * (1 + F(1, 10**6))
    above = compose([small] * count + [with_e_eps(F(10001, 10000) ** 2)] * count).delta(F(11, 10))
    assert found.high < above.high < found.high * (1 + F(1, 1000))
