"""Trade-off functions and Rényi moments, on generated laws."""

from fractions import Fraction as F
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.laws.indistinguishability import PrivacyParameters, distance, hockey_stick
from concomp.model.laws.law import Law, product_law
from concomp.model.laws.renyi import renyi_moment, renyi_moment_over_the_first
from concomp.model.laws.trade_off import (
    PERFECT,
    TradeOff,
    canonical_pair,
    conjugate,
    greatest_below,
    inverse,
    lower_hull,
    of_curve,
    of_parameters,
    symmetric,
    tensor,
    trade_off,
)
from concomp.model.mechanisms.randomised_response import response
from tests.model.laws.strategies import deltas, e_eps, laws

levels = st.fractions(min_value=0, max_value=1, max_denominator=12)


@given(laws(), laws(), e_eps, deltas)
def test_both_directions_are_above_f_exactly_for_indistinguishable_laws(p: Law[int], q: Law[int], e: F, d: F) -> None:
    claimed = of_parameters(PrivacyParameters(e, d))
    assert (trade_off(p, q) >= claimed and trade_off(q, p) >= claimed) == (distance(p, q, e) <= d)


@given(laws(), laws(), levels)
def test_a_trade_off_function_is_that_of_its_canonical_pair(p: Law[int], q: Law[int], level: F) -> None:
    function = trade_off(p, q)
    assert trade_off(*canonical_pair(function))(level) == function(level) <= 1 - level


@given(laws(size=3), laws(size=3), laws(size=3), laws(size=3), levels)
def test_a_tensor_is_that_of_independent_draws(p: Law[int], q: Law[int], r: Law[int], s: Law[int], level: F) -> None:
    assert tensor(trade_off(p, q), trade_off(r, s))(level) == trade_off(product_law([p, r]), product_law([q, s]))(level)


@given(laws(), laws(), st.integers(2, 6))
def test_the_moment_over_either_law_is_the_same(p: Law[int], q: Law[int], order: int) -> None:
    assert renyi_moment(p, q, order) == renyi_moment_over_the_first(p, q, order)


@given(e_eps, deltas)
def test_a_randomised_response_has_the_function_of_its_parameters(e: F, d: F) -> None:
    privacy = PrivacyParameters(e, d)
    of_responses = trade_off(response(privacy, 0), response(privacy, 1))
    assert of_responses >= of_parameters(privacy) >= of_responses


def test_outside_its_levels_it_is_refused() -> None:
    with pytest.raises(ValueError, match="alpha is 2: a trade-off function is defined from 0 to 1"):
        TradeOff(((F(0), F(1)), (F(1), F(0))))(F(2))


def by_tests(p: Law[Any], q: Law[Any]) -> TradeOff:
    """T(P, Q) by its definition: all the tests that reject a set of outcomes, and their mixtures."""
    outcomes = sorted(p.support | q.support)
    rejected = [set(each) for size in range(len(outcomes) + 1) for each in combinations(outcomes, size)]
    errors = [(sum((p[x] for x in each), F(0)), 1 - sum((q[x] for x in each), F(0))) for each in rejected]
    return lower_hull(errors)


@given(laws(), laws())
def test_the_order_of_the_odds_gives_the_best_tests(p: Law[int], q: Law[int]) -> None:
    found = by_tests(p, q)
    assert trade_off(p, q) >= found >= trade_off(p, q)


@settings(max_examples=20, deadline=None)
@given(laws(size=3), laws(size=3), laws(size=3), laws(size=3))
def test_a_tensor_is_what_all_tests_of_two_draws_come_to(p: Law[int], q: Law[int], r: Law[int], s: Law[int]) -> None:
    found = by_tests(product_law([p, r]), product_law([q, s]))
    product = tensor(trade_off(p, q), trade_off(r, s))
    assert product >= found >= product


@given(laws(), laws(), levels)
def test_the_inverse_is_that_of_the_laws_exchanged(p: Law[int], q: Law[int], level: F) -> None:
    assert inverse(trade_off(p, q))(level) == trade_off(q, p)(level)


@given(laws(), laws(), laws(), laws(), levels)
def test_what_is_close_in_both_orders_is_close_by_the_symmetric_function(
    p: Law[int], q: Law[int], r: Law[int], s: Law[int], level: F
) -> None:
    function = trade_off(p, q)
    both = symmetric(function)
    assert both(level) == max(function(level), trade_off(q, p)(level))
    assert inverse(both) >= both >= inverse(both)
    is_close = trade_off(r, s) >= function and trade_off(s, r) >= function
    assert is_close == (trade_off(r, s) >= both)


def test_nothing_beside_a_function_is_the_function() -> None:
    function = of_parameters(PrivacyParameters(F(3), F(1, 4)))
    assert tensor() == PERFECT
    assert tensor(function) == tensor(PERFECT, function) == function


@settings(max_examples=20, deadline=None)
@given(laws(), laws(), e_eps)
def test_there_and_back_between_functions_and_profiles(p: Law[int], q: Law[int], e: F) -> None:
    function = trade_off(p, q)
    curve = conjugate(function)
    assert of_curve(curve) == lower_hull(function.vertices)
    # 1 + f*(−E), the conjugate being the largest over the vertices; backwards it is that of the inverse.
    assert curve(e) == 1 + max(-e * alpha - beta for alpha, beta in function.vertices) == hockey_stick(q, p, e)
    assert curve.backward(e) == conjugate(inverse(function))(e) == hockey_stick(p, q, e)


@settings(max_examples=20, deadline=None)
@given(laws(), laws())
def test_of_a_symmetric_function_one_profile_says_all(p: Law[int], q: Law[int]) -> None:
    both = symmetric(trade_off(p, q))
    profile = conjugate(both).profile()
    assert all(delta == conjugate(both)(e) for e, delta in profile.vertices)


@settings(max_examples=20, deadline=None)
@given(laws(), laws(), laws(), laws(), levels)
def test_the_greatest_function_below_is_reached_by_a_coin(
    p: Law[int], q: Law[int], r: Law[int], s: Law[int], level: F
) -> None:
    below = greatest_below([trade_off(p, q), trade_off(r, s)])
    coins = [F(k, 8) for k in range(9)]
    tossed = [trade_off(_tossed(coin, p, r), _tossed(coin, q, s))(level) for coin in coins]
    assert below(level) <= min(tossed)
    assert all(below(alpha) in (trade_off(p, q)(alpha), trade_off(r, s)(alpha)) for alpha, _ in below.vertices)


def _tossed(coin: F, heads: Law[int], tails: Law[int]) -> Law[tuple[int, int]]:
    """An outcome of one of two laws, with the coin that chose it."""
    return Law.coin(coin, 1, 0).bind(lambda side: (heads if side else tails).map(lambda outcome: (side, outcome)))
