"""(ε,δ)-indistinguishability, by two formulations."""

from fractions import Fraction as F

import pytest
from hypothesis import given

from concomp.model.laws.indistinguishability import (
    PrivacyParameters,
    distance,
    hockey_stick,
    indistinguishable,
    indistinguishable_by_events,
    total_variation,
)
from concomp.model.laws.law import Law
from tests.model.laws.strategies import deltas, e_eps, laws


@pytest.mark.parametrize(
    ("values", "message"),
    [((F(1, 2), F(0)), "e_eps is 1/2"), ((F(2), F(3, 2)), "delta is 3/2"), ((F(2), F(-1)), "delta is -1")],
)
def test_parameters_out_of_range_are_named(values: tuple[F, F], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PrivacyParameters(*values)


@given(laws(), laws(), e_eps, deltas)
def test_hockey_stick_agrees_with_all_events(p: Law[int], q: Law[int], e: F, delta: F) -> None:
    privacy = PrivacyParameters(e, delta)
    assert indistinguishable(p, q, privacy) == indistinguishable_by_events(p, q, privacy)


@given(laws(), laws(), e_eps)
def test_distance_is_the_least_delta(p: Law[int], q: Law[int], e: F) -> None:
    least = distance(p, q, e)
    assert indistinguishable_by_events(p, q, PrivacyParameters(e, least))
    if least:
        assert not indistinguishable_by_events(p, q, PrivacyParameters(e, least * F(99, 100)))


@given(laws(), laws())
def test_total_variation_is_symmetric(p: Law[int], q: Law[int]) -> None:
    assert total_variation(p, q) == total_variation(q, p)


def test_hockey_stick_has_a_direction() -> None:
    p, q = Law.point("a"), Law({"a": F(1, 2), "b": F(1, 2)})
    assert hockey_stick(p, q, F(2)) == 0
    assert hockey_stick(q, p, F(2)) == F(1, 2)
