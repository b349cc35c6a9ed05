"""Laws whose losses have no common unit are composed on a grid, from below and from above."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.laws import placement
from tests.impl.accounting.laws.finite_laws import E_EPS, POINTS, WITHOUT_A_UNIT, Finite, finite_laws, found_wrong


@pytest.fixture(scope="module", autouse=True)
def few_places() -> Iterator[None]:
    """On a coarse grid, so that bounds are quick, and far enough apart to be seen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(placement, "PLACES", 1 << 10)
        yield


@pytest.mark.parametrize("laws", WITHOUT_A_UNIT)
def test_bounds_hold(laws: list[Finite]) -> None:
    assert found_wrong(laws, POINTS, F(1, 100)) is None


@settings(deadline=None, max_examples=10)
@given(st.lists(finite_laws(), min_size=1, max_size=3), E_EPS)
def test_laws_compose_as_defined(laws: list[Finite], e_eps: F) -> None:
    assert found_wrong(laws, [e_eps], F(1, 100)) is None
