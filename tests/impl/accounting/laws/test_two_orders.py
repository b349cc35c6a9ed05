"""Laws that are not symmetric: from below, what is attained in one order of the worlds; from above, in any orders."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.laws import placement
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import Outcomes, law_of_outcomes, law_of_parameters
from concomp.impl.accounting.laws.noise import discrete_gaussian
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.parameters import RationalLoss, with_e_eps
from tests.impl.accounting.laws.two_orders import (
    DOUBLING,
    EVEN,
    EXPOSED,
    EXPOSING,
    LATER,
    LISTS,
    THIRDS,
    attained,
    faults,
    law,
    many,
    outcomes,
    profile,
)


@pytest.fixture(autouse=True)
def few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a coarse grid, so that bounds are quick."""
    monkeypatch.setattr(placement, "PLACES", 1 << 10)


@pytest.mark.parametrize("listed", LISTS)
def test_the_bound_from_below_is_what_is_attained(listed: tuple[Outcomes, ...]) -> None:
    assert list(faults(listed, F(1, 100))) == []


@settings(deadline=None, max_examples=15)
@given(st.lists(outcomes(), min_size=1, max_size=3))
def test_bounds_of_any_two_laws_hold(listed: list[Outcomes]) -> None:
    assert list(faults(listed, F(1, 20))) == []


def test_with_a_common_unit_it_is_close() -> None:
    for listed in (EVEN,) * 3, (DOUBLING,), (EVEN, EVEN, THIRDS):
        assert list(faults(listed, F(1, 10**14))) == []


@pytest.mark.parametrize("e_eps", [F(2), F(10**10), F(10**20)])
def test_many_draws(e_eps: F) -> None:
    """Three hundred, of two outcomes each: how many are the first one says all."""
    found = compose_laws([law(LATER)] * 300).delta(RationalLoss(e_eps))
    assert F(9, 10) * many(LATER, 300, e_eps) <= found.low <= many(LATER, 300, e_eps)


def test_a_symmetric_law_is_attained() -> None:
    assert law(EVEN).attained is None
    assert law(LATER).attained == LATER
    # The larger profile of two questions is that of neither.
    both = law_of_outcomes("two questions", profile(LATER).vertices, [EVEN, LATER])
    assert both.attained == EVEN


def test_beside_noise_that_is_cut_and_parameters() -> None:
    """What stands beside it can only add, and exposes its bit only so far as it is known to."""
    asymmetric = law(LATER)
    alone = attained([LATER], F(2))
    beside = compose_laws([asymmetric, discrete_gaussian(4), law_of_parameters(with_e_eps(2, "1/10"))])
    found = beside.delta(RationalLoss(F(2)))
    assert alone < found.low < found.high < 1
    assert beside.delta_in_the_end.low == F(1, 10)
    nothing = compose_laws([asymmetric, law_of_parameters(with_e_eps(1))]).delta(RationalLoss(F(2)))
    assert alone - F(1, 100) < nothing.low <= alone


def test_what_is_exposed_in_opposite_worlds_is_not_added_up() -> None:
    composed = compose_laws([law(EXPOSING), law(EXPOSED)])
    assert composed.delta_in_the_end.low == F(1, 3)
    assert composed.delta_in_the_end.high == F(1, 2)
    assert composed.least_e_eps(F(1, 4)) is None
    with pytest.raises(Undecided, match="the larger one of its two orders"):
        composed.least_e_eps(F(2, 5))
    assert compose_laws([law(DOUBLING)]).least_e_eps(F(1)) is not None
