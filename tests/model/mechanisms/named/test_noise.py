"""Two-sided geometric noise and AboveThreshold, against sums over a window with what lies outside it."""

from fractions import Fraction as F
from itertools import product
from math import prod

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.above_threshold import ABOVE, BELOW, AboveThreshold
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.numbers import ParameterError

RATIOS = [F(1, 5), F(2, 3), F(10, 11)]


@pytest.mark.parametrize("ratio", RATIOS)
def test_masses_add_up_to_what_is_at_most(ratio: F) -> None:
    noise = TwoSidedGeometric(ratio)
    assert all(noise.at_most(z) - noise.at_most(z - 1) == noise.mass(z) > 0 for z in range(-6, 7))
    assert all(noise.mass(z + 1) == ratio * noise.mass(z) and noise.mass(-z) == noise.mass(z) for z in range(6))
    assert noise.at_most(-1) + noise.mass(0) + noise.at_least(1) == 1


@pytest.mark.parametrize(("low", "high"), [(-4, 4), (0, 1), (2, 5), (-7, -3), (1, 1)])
def test_what_lies_beyond_an_end_is_released_as_the_end(low: int, high: int) -> None:
    noise = TwoSidedGeometric(F(2, 3))
    window = {1 + z: noise.mass(z) for z in range(-40, 41)}
    outside = noise.at_most(-41)
    window[-40] = outside
    window[42] = outside
    clamped = Law(window).map(lambda answer: min(max(answer, low), high))
    assert noise.released(1, (low, high)) == clamped


def cut(vector: AboveThreshold, values: tuple[int, ...], window: int) -> tuple[F, F]:
    """The chance that all values stay below, over thresholds in a window, and with all that lies outside."""
    hidden, fresh = TwoSidedGeometric(vector.threshold_ratio), TwoSidedGeometric(vector.query_ratio)
    inside = sum(
        hidden.mass(tau) * prod(fresh.at_most(vector.threshold + tau - value - 1) for value in values)
        for tau in range(-window, window + 1)
    )
    return F(inside), F(inside) + 2 * hidden.at_most(-window - 1)


@pytest.mark.parametrize(("threshold", "values"), [(1, (0, 1)), (0, (0, 2)), (-3, (-1, 1)), (5, (0, 1))])
def test_closed_forms_lie_within_what_a_window_leaves_open(threshold: int, values: tuple[int, int]) -> None:
    vector = AboveThreshold(F(2, 3), F(3, 4), threshold, values)
    for count in (0, 1, 3):
        for sent in product(vector.messages, repeat=count):
            low, high = cut(vector, sent, 60)
            assert low <= vector.all_below(tuple(sorted(sent))) <= high
            assert high - low < F(1, 10**9)


def test_it_halts_after_a_value_was_above() -> None:
    mechanism = AboveThreshold(F(1, 2), F(1, 2)).mechanism
    [(after, answer), *_] = [outcome for outcome in mechanism.respond((), 1) if outcome[1] == ABOVE]
    assert answer == ABOVE
    assert mechanism.respond(after, 0) == Law.point((HALT, HALT))
    assert {answer for _, answer in mechanism.respond((1,), 0)} == {ABOVE, BELOW}


def test_parameters_out_of_range_are_refused_by_name() -> None:
    with pytest.raises(ParameterError, match="query_ratio is 1: write a ratio strictly between 0 and 1"):
        AboveThreshold(F(1, 2), F(1))
    with pytest.raises(ParameterError, match=r"values is \(1, 1\): write the least value and a larger one"):
        AboveThreshold(F(1, 2), F(1, 2), values=(1, 1))
