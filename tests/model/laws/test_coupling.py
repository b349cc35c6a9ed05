"""Couplings, on generated laws."""

from fractions import Fraction as F

from hypothesis import given

from concomp.model.laws.coupling import is_coupling, maximal_coupling, overlap, parting
from concomp.model.laws.indistinguishability import total_variation, total_variation_by_events
from concomp.model.laws.law import Law, product_law
from tests.model.laws.strategies import laws


@given(laws(), laws())
def test_the_maximal_coupling_parts_with_the_total_variation(p: Law[int], q: Law[int]) -> None:
    joint = maximal_coupling(p, q)
    assert is_coupling(joint, p, q)
    assert parting(joint) == total_variation(p, q) == total_variation_by_events(p, q) == 1 - overlap(p, q)


def test_equal_laws_never_part() -> None:
    p = Law({0: F(1, 3), 1: F(2, 3)})
    assert maximal_coupling(p, p) == Law({(0, 0): F(1, 3), (1, 1): F(2, 3)})


def test_independent_draws_are_a_coupling_that_parts() -> None:
    p = Law({0: F(1, 3), 1: F(2, 3)})
    independent = product_law([p, p]).map(lambda draws: (draws[0], draws[1]))
    assert is_coupling(independent, p, p)
    assert parting(independent) == F(4, 9)
    assert not is_coupling(independent, p, Law.point(0))
