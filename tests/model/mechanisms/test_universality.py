"""The system of post-processings of randomised response."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest
from hypothesis import given

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law
from concomp.model.laws.linear import solves
from concomp.model.mechanisms.randomised_response import EXPOSED, NOISY, response
from concomp.model.mechanisms.universality import (
    RESPONSES,
    NotPrivate,
    explicit_post_processing,
    post_processed,
    post_processing,
    post_processing_system,
)
from tests.model.laws.strategies import deltas, e_eps, laws

PRIVACY = PrivacyParameters(Fraction(3), Fraction(1, 4))
IDENTITY: dict[object, Fraction] = {(shown, shown): Fraction(1) for shown in RESPONSES}


def _full(point: dict[object, Fraction]) -> dict[Hashable, Fraction]:
    """The point with a zero for every unknown that it leaves out."""
    outcomes = sorted(RESPONSES, key=repr)
    return {(shown, y): point.get((shown, y), Fraction(0)) for shown in RESPONSES for y in outcomes}


def test_the_identity_reproduces_the_response_itself() -> None:
    system = post_processing_system(response(PRIVACY, 0), response(PRIVACY, 1), PRIVACY)
    assert solves(system, _full(IDENTITY))


def test_another_post_processing_does_not() -> None:
    swapped = {EXPOSED: NOISY, NOISY: EXPOSED}
    point: dict[object, Fraction] = {((shown, bit), (swapped[shown], bit)): Fraction(1) for shown, bit in RESPONSES}
    system = post_processing_system(response(PRIVACY, 0), response(PRIVACY, 1), PRIVACY)
    assert not solves(system, _full(point))


def test_a_solution_is_a_kernel_with_the_wanted_laws() -> None:
    kernel = post_processing(_full(IDENTITY))
    assert kernel == {shown: Law.point(shown) for shown in RESPONSES}
    assert post_processed(kernel, PRIVACY) == (response(PRIVACY, 0), response(PRIVACY, 1))


@given(laws(), laws(), e_eps, deltas)
def test_the_closed_form_is_a_post_processing_or_there_is_none(
    p: Law[int], q: Law[int], e: Fraction, d: Fraction
) -> None:
    privacy = PrivacyParameters(e, d)
    if distance(p, q, e) <= d:
        assert post_processed(explicit_post_processing(p, q, privacy), privacy) == (p, q)
    else:
        with pytest.raises(NotPrivate, match="the two laws need at least"):
            explicit_post_processing(p, q, privacy)
