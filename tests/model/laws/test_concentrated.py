"""Bounds of D_α/α over all orders, on generated laws."""

from fractions import Fraction as F
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.laws.balls import Undecided, above, ball, below, precision
from concomp.model.laws.concentrated import BITS, bounds, is_concentrated, least_rho, within
from concomp.model.laws.divergences import divergence, divergences
from concomp.model.laws.law import Law
from tests.model.laws.strategies import laws

ORDERS = tuple(map(F, ("1", "9/8", "3/2", "2", "3", "7", "40", "1000")))
orders = st.fractions(min_value=F(9, 8), max_value=50, max_denominator=8)


def ratio(p: Law[int], q: Law[int], order: F) -> tuple[F, F]:
    """D/order, between two numbers."""
    with precision(BITS):
        found = divergence(p, q, order) / ball(order)
        return below(found), above(found)


@settings(max_examples=20, deadline=None)
@given(laws(size=3), laws(size=3), orders)
def test_no_order_is_above_the_bounds(p: Law[int], q: Law[int], omega: F) -> None:
    curve = divergences(p, q)
    if curve.largest_odds is None:
        assert not within(curve, F(100))
        assert least_rho(curve, None, F(1)) is None
        return
    for last, (low, high, reached) in (
        (None, list(islice(bounds(curve), 6))[-1]),
        (omega, list(islice(bounds(curve, omega), 6))[-1]),
    ):
        tried = [order for order in (*ORDERS, omega) if last is None or order <= last]
        assert low <= high
        assert low <= ratio(p, q, reached)[1]
        assert max(ratio(p, q, order)[0] for order in tried) <= high
    whole, cut = least_rho(curve, None, F(1, 100)), least_rho(curve, omega, F(1, 100))
    assert whole is not None and cut is not None and cut[0] <= whole[1]  # noqa: PT018


def test_a_tie_is_undecided() -> None:
    p, q = Law({0: F(1, 2), 1: F(1, 2)}), Law({0: F(1, 4), 1: F(3, 4)})
    low, high, _ = list(bounds(divergences(p, q)))[-1]
    with pytest.raises(Undecided, match=r"whether D_α is at most .*·α is not decided by intervals of orders"):
        is_concentrated(p, q, (low + high) / 2)
    with pytest.raises(Undecided, match="the least rho is not found within 0"):
        least_rho(divergences(p, q), None, F(0))
