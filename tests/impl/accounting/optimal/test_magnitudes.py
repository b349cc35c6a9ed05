"""Losses of all magnitudes side by side, without a common unit: bounds hold, and huge losses do not spread them."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.losses import rational_bounds
from concomp.impl.accounting.parameters import ExponentialLoss, PrivacyLoss, with_epsilon
from tests.impl.accounting.optimal.enumeration import delta_between

DIGITS = 10**9
SLACK = F(1, 10**90)
"""What an enumeration at 400 bits may be off."""
# A prime over a prime, at any power of ten, so that no two have a common unit that is of use.
LOSS = st.builds(lambda n, power: F(n, 999_983) * F(10) ** power, st.integers(1, 999_979), st.integers(-6, 3))
LISTS = st.lists(st.tuples(LOSS, st.sampled_from([F(0), F(0), F(1, 10**9), F(3, 10)])), min_size=1, max_size=9)
MIXED = [(F(n), F(0)) for n in ("297.1", "0.998", "156.03", "3.6280001", "310.77", "0.5750003", "110.9", "0.35960007")]


def composed(losses: list[tuple[F, F]]) -> list[PrivacyLoss]:
    return [with_epsilon(epsilon, delta) for epsilon, delta in losses]


@settings(deadline=None, max_examples=60)
@given(LISTS, st.fractions(0, 1))
@example(MIXED, F(879168, 880000))
@example(
    [(F(300) + F(1, 7 + n), F(0)) for n in range(3)] + [(F(3, 10) + F(1, 101 + n * n), F(0)) for n in range(4)], F(1)
)
def test_delta_is_bounded_to_nine_digits(losses: list[tuple[F, F]], part: F) -> None:
    epsilon = max(F(1, 10**9), part * sum(each for each, _ in losses))
    e_eps = rational_bounds(ExponentialLoss(epsilon))[0]
    low, high = delta_between(losses, e_eps)
    found = fixed_list(composed(losses)).composition.delta(e_eps)
    assert found.low <= high + SLACK
    assert low - SLACK <= found.high
    assert found.high - found.low <= found.high / DIGITS


@settings(deadline=None, max_examples=40)
@given(LISTS, st.fractions(0, F(99, 100)))
@example(MIXED, F(1, 10**7))
@example(MIXED, F(1, 2))
def test_the_least_e_is_where_delta_is_reached(losses: list[tuple[F, F]], delta: F) -> None:
    found = fixed_list(composed(losses)).composition.least_e_eps(delta)
    if found is None:
        assert delta_between(losses, F(10) ** 5000)[1] + SLACK >= delta
        return
    assert delta_between(losses, found.high)[0] - SLACK <= delta
    if found.low > 1:
        assert delta_between(losses, found.low)[1] + SLACK >= delta
    assert found.high - found.low <= found.low / 10**8


@pytest.mark.parametrize("count", [40, pytest.param(100, marks=pytest.mark.full)])
def test_long_lists_of_all_magnitudes_are_bounded_closely(count: int) -> None:
    random = Random(count)
    losses = [F(10 ** random.uniform(-6, 3)) for _ in range(count)]
    found = fixed_list([with_epsilon(each) for each in losses]).composition
    for level in ("1/10", "1e-6"):
        least = found.least_e_eps(level)
        assert least is not None
        assert least.high - least.low <= least.low / 10**8
        delta = found.delta(least.high)
        assert delta.high - delta.low <= delta.high * 2 / 10**8
