"""The area under the curve of the best test: by scores, and above the trade-off function."""

from fractions import Fraction as F

from hypothesis import given

from concomp.model.confounding.areas import area, area_of_scores, largest_area
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import Law
from concomp.model.laws.trade_off import trade_off
from tests.model.laws.strategies import e_eps, laws


@given(laws(), laws(), e_eps)
def test_the_area_is_that_of_scores_and_at_most_that_of_the_parameters(p: Law[int], q: Law[int], e: F) -> None:
    assert area(trade_off(p, q)) == area_of_scores(p, q) <= largest_area(PrivacyParameters(e, distance(p, q, e)))


def test_what_cannot_be_told_apart_has_half_the_area() -> None:
    assert largest_area(PrivacyParameters(F(1), F(0))) == F(1, 2)
    assert largest_area(PrivacyParameters(F(1), F(1))) == 1
