"""Trade-off functions and Rényi moments, on generated laws."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law, product_law
from concomp.model.laws.renyi import renyi_moment, renyi_moment_over_the_first
from concomp.model.laws.trade_off import TradeOff, canonical_pair, of_parameters, tensor, trade_off
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
