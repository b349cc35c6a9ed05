"""Composition by its outcomes, and the choice between ways to compose."""

from fractions import Fraction as F
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from concomp import impl
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.best_composition import FineComposition, best_composition
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.impl.accounting.optimal.halves import HalvesComposition
from concomp.impl.accounting.optimal.lattice_composition import OptimalComposition
from concomp.impl.accounting.optimal.lines.closest import ClosestComposition
from concomp.impl.accounting.optimal.product_composition import ProductComposition, by_outcomes
from concomp.impl.accounting.parameters import with_e_eps, with_epsilon
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.model.numbers import ParameterError

E_EPS = st.sampled_from([F(1), F(2), F(3), F(3, 2), F(7, 5)])
DELTAS = st.sampled_from([F(0), F(1, 10), F(1)])


@settings(deadline=None)
@given(st.lists(st.tuples(E_EPS, DELTAS), min_size=1, max_size=5), E_EPS, st.fractions(0, 1, max_denominator=20))
def test_outcomes_give_the_composition_of_responses(pairs: list[tuple[F, F]], e_eps: F, delta: F) -> None:
    composition = by_outcomes([with_e_eps(*pair) for pair in pairs])
    assert composition is not None
    laws = composed_responses([PrivacyParameters(*pair) for pair in pairs])
    assert composition.delta(e_eps) == known(distance(*laws, e_eps))
    least = composition.least_e_eps(delta)
    if least is None:
        assert distance(*laws, F(10) ** 9) > delta
    else:
        assert distance(*laws, least.value) <= delta
        assert least.value == 1 or distance(*laws, (1 + 999 * least.value) / 1000) > delta


def test_the_most_exact_way_is_chosen() -> None:
    assert isinstance(best_composition([with_e_eps(4), with_e_eps(8)]), OptimalComposition)
    assert isinstance(best_composition([with_e_eps(2), with_e_eps(3)] * 100), ProductComposition)
    assert isinstance(best_composition([with_e_eps(n) for n in range(2, 30)]), HalvesComposition)
    assert isinstance(best_composition([with_e_eps(2), with_epsilon(1)]), HalvesComposition)
    assert isinstance(best_composition([with_e_eps(2), with_epsilon(1)] * 100), HalvesComposition)
    assert isinstance(best_composition([with_e_eps(2), with_epsilon(1)] * 1000), ClosestComposition)
    fine = [with_epsilon(F(1000 + n, 10**4)) for n in range(10**4)]
    assert isinstance(best_composition(fine), FineComposition)


def test_thousands_of_different_losses_of_three_decimals_are_composed_closely() -> None:
    random = Random(1)
    listed = [with_epsilon(F(random.randint(1, 3000), 1000)) for _ in range(5000)]
    composition = best_composition(listed)
    assert isinstance(composition, FineComposition)
    least = composition.least_e_eps(F(1, 10**6))
    assert least is not None
    assert least.high - least.low <= least.low / 10**12
    delta = composition.delta(least.high)
    assert delta.high - delta.low <= delta.low / 10**12
    assert abs(delta.high * 10**6 - 1) < F(1, 10**9)


def test_losses_whose_quotients_come_close_to_one_are_told_apart_at_once() -> None:
    """Division with remainder leads from 4, 9 and 65/9 to huge powers, which have no common unit by their digits."""
    assert isinstance(best_composition([with_e_eps("65/9"), with_e_eps(4), with_e_eps(9)]), ProductComposition)


def test_bad_parameters_are_named() -> None:
    composition = by_outcomes([with_e_eps(2)])
    assert composition is not None
    with pytest.raises(ParameterError, match="e_eps is '1/2'"):
        composition.delta("1/2")
    with pytest.raises(ParameterError, match="delta is 2"):
        composition.least_e_eps(2)


@settings(deadline=None)
@given(st.fractions(min_value=1, max_value=10**6))
def test_epsilon_is_rounded_up(e_eps: F) -> None:
    """e^f ≥ 1 + f + f²/2 + … cut off is at most e^f; where f is small this decides that f is not below ln E."""
    epsilon = epsilon_above(e_eps)
    assert (epsilon == 0) == (e_eps == 1)
    f, term, total = F(epsilon), F(1), F(1)
    for n in range(1, 200):
        term *= f / n
        total += term
        if term < F(1, 10**40) * total and n > f:
            break
    assert total * (1 + F(1, 10**30)) >= e_eps


@given(st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1))
def test_bounds_are_shortened_outward(low: F, gap: F) -> None:
    bounds = Bounds(low, low + gap)
    found = shortened(bounds)
    assert found.low <= low <= low + gap <= found.high
    assert found == bounds if bounds.is_exact else found.high - found.low <= gap + F(2, 2**190)


def test_the_door_takes_exact_numbers_and_floats_that_say_how_they_are_rounded() -> None:
    composition = impl.best_composition([impl.with_epsilon("0.1", "1e-9"), impl.with_epsilon(impl.rounded_up(0.3))])
    assert composition.delta("5/4").low < composition.delta("5/4").high
    with pytest.raises(ParameterError, match=r"epsilon is 0\.1: .* say rounded_up"):
        impl.with_epsilon(0.1)  # type: ignore[arg-type]
