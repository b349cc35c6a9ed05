"""Sparse bounds: those of the model, and curves between what one and what all mechanisms lose."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.guarantees import ZCDP, RenyiDP
from concomp.impl.accounting.measures.conversion import to_approximate
from concomp.impl.accounting.measures.guaranteed import curve_of
from concomp.impl.accounting.measures.renyi import compose_renyi
from concomp.impl.accounting.measures.sparse import sparse_curve, sparse_moment
from concomp.model.composition.renyi import sparse_moment_bound
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError
from tests.impl.accounting.measures.truths import few_of_many

moments = st.lists(st.fractions(min_value=1, max_value=9, max_denominator=7), min_size=1, max_size=6)


@given(moments, st.integers(0, 6))
@settings(max_examples=20, deadline=None)
def test_the_bound_is_that_of_the_model(each: list[Fraction], few: int) -> None:
    few = min(few, len(each))
    assert sparse_moment(each, few) == sparse_moment_bound(each, few)


def test_it_is_the_models_at_every_order_by_balls() -> None:
    assert few_of_many()


def test_two_copies_of_which_one_differs() -> None:
    assert sparse_moment([Fraction(2)] * 2, 1) == 3
    assert sparse_moment([Fraction(2)] * 2, 2) == 4
    assert sparse_moment([Fraction(2), None], 1) is None
    assert sparse_moment([Fraction(2), None], 0) == 1


def test_few_of_many_concentrated_losses() -> None:
    each = curve_of(ZCDP("1/100"))
    few, two, all_of_them = sparse_curve([each] * 50, 2), compose_renyi([each] * 2), compose_renyi([each] * 50)
    epsilons = [float(to_approximate(curve, "1e-6").epsilon) for curve in (two, few, all_of_them)]
    assert epsilons == pytest.approx([0.89993527, 1.17015852, 5.22153444])
    # Close to order 1 they lose as much as all of them: no smaller ρ follows.
    close = 1 + Fraction(1, 10**9)
    with precision(128):
        ratio = few.log_moment(close) / all_of_them.log_moment(close)
    assert ratio > 1 - 1e-6
    assert ratio < 1
    assert sparse_curve([curve_of(RenyiDP({2: 1, 5: 3}))], 1).last == 5


def test_what_loses_nothing_adds_nothing() -> None:
    nothing, one = curve_of(ZCDP(0)), curve_of(ZCDP("1/100"))
    assert to_approximate(sparse_curve([nothing] * 3, 2), "1e-6").epsilon == 0
    assert to_approximate(sparse_curve([nothing, one], 0), "1e-6").epsilon == 0
    assert to_approximate(sparse_curve([nothing, one], 1), "1e-6") == to_approximate(one, "1e-6")


def test_many_are_composed_in_time() -> None:
    many = [1 + Fraction(1, 100 + place) for place in range(300)]
    found = sparse_moment(many, 40)
    assert found is not None
    assert 1 + sum(many) - 300 < found < prod(many)


@pytest.mark.parametrize(
    ("at_most", "message"),
    [(-1, "at_most is -1: give a number from 0 to 2"), (3, "at_most is 3: give a number from 0")],
)
def test_more_than_are_created_are_refused(at_most: int, message: str) -> None:
    for ask in (
        lambda: sparse_moment([Fraction(2)] * 2, at_most),
        lambda: sparse_curve([curve_of(ZCDP(1))] * 2, at_most),
    ):
        with pytest.raises(ParameterError, match=message):
            ask()


def test_a_moment_below_one_is_refused() -> None:
    with pytest.raises(ParameterError, match="moment is 1/2: give e"):
        sparse_moment([Fraction(1, 2)], 1)


def test_mechanisms_that_lose_nothing_lose_nothing_together() -> None:
    assert to_approximate(sparse_curve([curve_of(ZCDP(0))] * 50, 1), "1e-6").epsilon < Fraction(1, 10**3)


def test_moments_are_read_like_all_numbers() -> None:
    assert sparse_moment(["3/2"], 1) == Fraction(3, 2)  # type: ignore[list-item]
    with pytest.raises(ParameterError):
        sparse_moment([1.5], 1)  # type: ignore[list-item]
    with pytest.raises(ParameterError):
        sparse_moment([Fraction(2)], "1")  # type: ignore[arg-type]
