"""The privacy loss in two parts, bounds of it, and what is believed of the secret."""

from fractions import Fraction as F

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from concomp.model.confounding.composition import composition, product_of_effective
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.loss import (
    dependence_part,
    expected_inverse,
    is_decomposed,
    is_loss,
    loss,
)
from concomp.model.confounding.posterior import (
    above_floor,
    bound_of_band,
    bound_of_floor,
    in_band,
    in_excess,
    in_second_moment,
    posterior,
)
from concomp.model.confounding.privacy import least_delta, optimum, privacy_profile
from concomp.model.confounding.safe_bounds import ceiling, dependence_bounds, local_profile
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.law import Law
from tests.model.confounding.strategies import mechanisms, settings_of_two
from tests.model.laws.strategies import e_eps, laws

PAIRS = all_pairs((0, 1))
TAUS = st.fractions(min_value=1, max_value=5, max_denominator=6)


@given(settings_of_two(), mechanisms(), mechanisms())
def test_the_loss_has_two_parts(setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int]) -> None:
    joint, apart = composition(setting, first, second), product_of_effective(setting, first, second)
    assert all(is_decomposed(joint, apart, pair) for pair in setting.pairs)


@given(laws(), laws())
def test_a_loss_is_the_loss_of_something(p: Law[int], q: Law[int]) -> None:
    assert is_loss(loss(p, q))
    assert expected_inverse(loss(p, q)) == q.probability(lambda y: p[y] > 0)


def test_what_is_no_loss_is_told_by_its_number() -> None:
    odds = Law({F(1, 2): F(1, 2), F(2): F(1, 2)})
    assert not is_loss(odds)
    assert expected_inverse(odds) == F(5, 4)


def test_where_the_product_is_nothing_the_dependence_has_no_part() -> None:
    sure = {0: Law.point(0), 1: Law.point(1)}
    with pytest.raises(ValueError, match="0 has probability 0 under the product given 1"):
        dependence_part(sure, sure, (0, 1), 0)


@given(settings_of_two(), mechanisms(), mechanisms(), e_eps)
def test_safe_bounds_are_above(
    setting: Setting[int, int], first: Kernel[int, int], second: Kernel[int, int], e: F
) -> None:
    joint, apart = composition(setting, first, second), product_of_effective(setting, first, second)
    assert least_delta(joint, PAIRS, e) <= ceiling(setting)(e)
    most, least = dependence_bounds(joint, apart, PAIRS)
    if least is not None:
        assert least_delta(joint, PAIRS, e * most * least) <= most * least_delta(apart, PAIRS, e)
    needed = [optimum(mechanism, all_pairs(range(3)), F(0)).e_eps for mechanism in (first, second)]
    if needed[0] is not None and needed[1] is not None:
        assert least_delta(joint, PAIRS, needed[0] * needed[1]) == 0
    assert local_profile(first, range(3)) == privacy_profile(first, all_pairs(range(3)))


@given(laws(2), laws(3), laws(3), TAUS)
def test_beliefs_that_move_little_keep_secrets_apart(prior: Law[int], p: Law[int], q: Law[int], tau: F) -> None:
    assume(len(prior) == 2)
    told = {0: p, 1: q}
    beliefs = posterior(prior, told)
    needed = optimum(told, PAIRS, F(0)).e_eps
    if above_floor(prior, beliefs, tau):
        assert needed is not None
        assert needed <= bound_of_floor(prior, tau)
    if in_band(prior, beliefs, tau):
        assert needed is not None
        assert needed <= bound_of_band(prior, tau) <= bound_of_floor(prior, tau)


@given(laws(3), TAUS)
def test_the_bound_of_a_band_is_reached(prior: Law[int], tau: F) -> None:
    """Two outputs of which one moves one belief up, another down, as far as the band allows."""
    assume(len(prior) >= 2)
    reached = max(_most(prior, s, t, tau) for s in prior for t in prior if s != t)
    assert reached == bound_of_band(prior, tau)


def _most(prior: Law[int], s: int, t: int, tau: F) -> F:
    """The largest r_s/r_t with 1/τ ≤ r ≤ τ and Σ P·r = 1, at the ends of what is left for the others."""
    rest = 1 - prior[s] - prior[t]
    ends: list[F] = []
    for others in (1 / tau, F(1), tau):
        for r_s in (1 / tau, tau, (1 - rest * others - prior[t] / tau) / prior[s]):
            r_t = (1 - rest * others - prior[s] * r_s) / prior[t]
            if 1 / tau <= r_s <= tau and 1 / tau <= r_t <= tau:
                ends.append(r_s / r_t)
        r_t = tau
        r_s = (1 - rest * others - prior[t] * r_t) / prior[s]
        if 1 / tau <= r_s <= tau:
            ends.append(r_s / r_t)
    for r_s, r_t in ((tau, 1 / tau),):
        others = (1 - prior[s] * r_s - prior[t] * r_t) / rest if rest else F(0)
        if rest and 1 / tau <= others <= tau:
            ends.append(r_s / r_t)
    return max(ends)


@given(laws(3), laws(3), TAUS, st.fractions(min_value=0, max_value=1, max_denominator=6))
def test_bounds_on_second_moments_are_met_by_nobody_if_they_are_small(
    prior: Law[int], law: Law[int], tau: F, delta: F
) -> None:
    assume(law.support <= prior.support)
    if in_second_moment(prior, {"y": law}, tau, delta):
        assert delta * tau >= 1
    assert in_second_moment(prior, {"y": prior}, tau, delta) == (delta * tau >= 1)
    assert in_excess(prior, {"y": prior}, tau, delta)
