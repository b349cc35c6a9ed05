"""The composition of privacy-loss laws holds what the definition says, closely, on a lattice and without one."""

from __future__ import annotations

import itertools
from fractions import Fraction as F

import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.laws.composition import compose_laws
from concomp.impl.accounting.laws.law import law_of_parameters, law_of_profile
from concomp.impl.accounting.laws.noise import discrete_gaussian, discrete_laplace, two_sided_geometric
from concomp.impl.accounting.numbers import known
from concomp.impl.accounting.optimal.tails import Undecided, bounds
from concomp.impl.accounting.parameters import ExponentialLoss, RationalLoss, with_e_eps, with_epsilon
from concomp.model.laws.balls import precision
from concomp.model.laws.profile import upper
from concomp.model.numbers import ParameterError
from tests.impl.accounting.laws.finite_laws import (
    ON_A_LATTICE,
    POINTS,
    UNITS,
    Finite,
    delta,
    finite_laws,
    found_wrong,
    gaussians_wrong,
    profile,
)

QUICK = settings(deadline=None, max_examples=15)


@pytest.mark.parametrize("laws", ON_A_LATTICE)
def test_on_a_lattice_bounds_are_close(laws: list[Finite]) -> None:
    assert found_wrong(laws, POINTS, F(1, 10**14)) is None


@QUICK
@given(st.lists(finite_laws(UNITS), min_size=1, max_size=3), UNITS)
def test_laws_on_a_lattice_compose_as_defined(laws: list[Finite], e_eps: F) -> None:
    assert found_wrong(laws, [e_eps, e_eps + F(1, 3)], F(1, 10**14)) is None


@QUICK
@given(finite_laws(), finite_laws(UNITS))
def test_a_profile_and_its_law_say_the_same(first: Finite, second: Finite) -> None:
    """Of the larger of two profiles, too: it is that of what bounds both."""
    both = upper(profile(first), profile(second))
    law = law_of_profile("the larger", both.vertices)
    for e_eps in (F(n, 4) for n in range(4, 40)):
        found = law.delta(e_eps)
        assert found.low <= both(e_eps) <= found.high
        assert found.high - found.low < F(1, 10**60)


@pytest.mark.parametrize("count", [1, 7, 60])
def test_parameters_are_laws_of_one_response(count: int) -> None:
    listed = [with_e_eps("11/10", "1e-6")] * count + [with_e_eps(F(121, 100))] * 2
    alone, laws = fixed_list(listed), compose_laws([law_of_parameters(each) for each in listed])
    for e_eps in (F(1), F(11, 10), F(3, 2)):
        exact, found = alone.delta(RationalLoss(e_eps)), laws.delta(RationalLoss(e_eps))
        assert found.low <= exact.low <= exact.high <= found.high <= exact.high * (1 + F(1, 10**14))
    exact_least, least = alone.least_e_eps(F(1, 10**3)), laws.least_e_eps(F(1, 10**3))
    assert exact_least is not None
    assert least is not None
    assert least.low <= exact_least.low <= exact_least.high <= least.high <= exact_least.high * (1 + F(1, 10**12))


def test_two_gaussians_by_all_pairs_of_outcomes() -> None:
    """σ² = 4 and sensitivity 1 beside σ² = 2 and sensitivity 3."""
    with precision(300):
        heights = [(-arb(x * x) / 8).exp() for x in range(70)], [(-arb(x * x) / 4).exp() for x in range(70)]
        whole = [each[0] + 2 * sum(each[1:], arb(0)) for each in heights]
        excess = arb(0)
        for x, y in itertools.product(range(-60, 64), repeat=2):
            shown = heights[0][abs(x)] * heights[1][abs(y)]
            excess += (shown - 2 * heights[0][abs(x - 1)] * heights[1][abs(y - 3)]).max(arb(0))
        truth = bounds(excess / whole[0] / whole[1])
    found = compose_laws([discrete_gaussian(4), discrete_gaussian(2, 3)]).delta(RationalLoss(F(2)))
    assert found.low <= truth.high + F(1, 10**60)
    assert truth.low - F(1, 10**60) <= found.high < truth.high * (1 + F(1, 10**14))


@pytest.mark.parametrize(
    ("variance", "count", "e_eps"),
    [(1, 1, F(2)), (4, 12, F(1)), (9, 20, F(40)), (2, 25, F(10**9))],
)
def test_many_gaussians_are_between_their_bounds(variance: int, count: int, e_eps: F) -> None:
    assert not gaussians_wrong(variance, count, e_eps)


def test_a_hundred_gaussians_are_much_tighter_than_their_conversion() -> None:
    found = compose_laws([discrete_gaussian(100)] * 100).least_epsilon(F(1, 10**6))
    assert found is not None
    assert F(48865, 10**4) < found.low <= found.high < F(48866, 10**4)
    # By zero-concentrated privacy, ρ = 1/2: ε = ρ + 2·√(ρ·ln(1/δ)).
    assert found.high < F(575, 100)


def test_mixed_lists_are_bounded_closely() -> None:
    laws = [discrete_gaussian(50)] * 5 + [two_sided_geometric("3/4", 3)] * 2 + [law_of_parameters(with_epsilon("0.1"))]
    found = compose_laws(laws).delta(RationalLoss(F(2)))
    assert 0 < found.low < found.high < found.low * (1 + F(1, 10**5))


def test_what_is_next_to_nothing_and_what_is_all() -> None:
    nothing = compose_laws([law_of_parameters(with_e_eps(1, "1/8"))] * 2)
    assert nothing.delta(RationalLoss(F(1))) == nothing.delta_in_the_end
    assert nothing.least_e_eps(F(1, 8)) is None
    assert nothing.least_e_eps(F(1, 4)) == known(F(1))
    certain = compose_laws([law_of_parameters(with_e_eps(2, 1))])
    assert certain.delta(RationalLoss(F(5))) == known(F(1))
    gaussian = compose_laws([discrete_gaussian(4)])
    assert gaussian.least_e_eps(F(1)) == known(F(1))
    with pytest.raises(Undecided, match="too small beside what was cut off"):
        gaussian.least_e_eps(F(0))
    assert gaussian.delta(ExponentialLoss(F(10**6))).high < F(1, 10**70)
    laplace = compose_laws([discrete_laplace(10)] * 3).least_epsilon(F(0))
    assert laplace is not None
    assert laplace.low <= F(3, 10) <= laplace.high < F(3, 10) + F(1, 10**30)


def test_an_e_of_millions_of_digits_is_refused() -> None:
    huge = compose_laws([discrete_laplace("1e-6")] * 30)
    with pytest.raises(
        ParameterError, match="the losses is '3e\\+07 together': E = e\\^eps would have millions of digits"
    ):
        huge.least_e_eps(F(1, 10**6))
    assert huge.delta(RationalLoss(F(10**9))).low > 1 - F(1, 10**9)


def test_no_laws_and_no_profile_are_refused() -> None:
    with pytest.raises(ParameterError, match="the number of components is 0"):
        compose_laws([])
    concave = [(F(1), F(1, 2)), (F(2), F(2, 5)), (F(3), F(0))]
    for vertices in ([], [(F(2), F(1, 2))], concave, [(F(1), F(1)), (F(2), F(0))]):
        with pytest.raises(ParameterError, match="the profile is"):
            law_of_profile("none", vertices)


def test_the_definition_is_that_of_profiles() -> None:
    for laws in ON_A_LATTICE:
        assert all(delta(laws[:1], e_eps) == profile(laws[0])(e_eps) for e_eps in POINTS)
