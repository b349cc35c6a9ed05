"""Inverse composition: what is added, and the linear program of the best one."""

from fractions import Fraction as F

import pytest
from hypothesis import given

from concomp.model.confounding.copula_noise import squared_correlation
from concomp.model.confounding.gaussian import equicorrelated, gaussian_composition, gaussian_product
from concomp.model.confounding.inverse import (
    LOSS,
    Problem,
    added_by,
    expected_cost,
    extended,
    limits_of_privacy,
    program,
    reading_the_data,
    reading_the_secret,
    wrong_guess,
)
from concomp.model.confounding.kernels import Kernel, after, side_by_side
from concomp.model.confounding.posterior import in_band, least_tau, posterior
from concomp.model.confounding.privacy import least_delta, optimum
from concomp.model.confounding.setting import Setting, all_pairs
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.obligations.solvers.optimum import minimise
from tests.model.confounding.strategies import mechanisms, settings_of_two
from tests.model.laws.strategies import laws

PAIRS = all_pairs((0, 1))


@given(settings_of_two(), mechanisms(), mechanisms())
def test_what_is_added_to_the_data_is_composed_with_the_rest(
    setting: Setting[int, int], mechanism: Kernel[int, int], added: Kernel[int, int]
) -> None:
    told = extended(reading_the_data(setting, mechanism), added)
    assert told == after(setting.data, side_by_side(mechanism, added))


@given(laws(2), laws(2), laws(2), laws(2))
def test_what_is_added_to_the_secret_is_independent_of_the_rest(
    p: Law[int], q: Law[int], r: Law[int], s: Law[int]
) -> None:
    told, added = {0: p, 1: q}, {0: r, 1: s}
    assert extended(reading_the_secret(told), added) == side_by_side(told, added)


@pytest.mark.parametrize(("e_eps", "delta"), [(F(3), F(0)), (F(2), F(1, 8))])
def test_the_best_addition_is_private_and_no_other_of_small_weights_is_better(e_eps: F, delta: F) -> None:
    prior = Law({0: F(1, 3), 1: F(2, 3)})
    told = {0: Law.coin(F(1, 2), 0, 1), 1: Law.coin(F(2, 5), 0, 1)}
    seen = reading_the_secret(told)
    limits = limits_of_privacy(PAIRS, PrivacyParameters(e_eps, delta))
    system = program(Problem(prior, seen, (0, 1), limits, wrong_guess))
    solved = minimise(system, LOSS).point
    best = added_by(solved, seen, (0, 1))
    assert least_delta(extended(seen, best), PAIRS, e_eps) <= delta
    assert expected_cost(prior, seen, best, wrong_guess) == solved[LOSS]
    for first in range(7):
        for second in range(7):
            other = {0: Law.coin(F(first, 6), 0, 1), 1: Law.coin(F(second, 6), 0, 1)}
            if least_delta(extended(seen, other), PAIRS, e_eps) <= delta:
                assert expected_cost(prior, seen, other, wrong_guess) >= solved[LOSS]


@given(laws(2), laws(2), laws(2))
def test_the_least_band_is_the_least(prior: Law[int], p: Law[int], q: Law[int]) -> None:
    if len(prior) < 2:
        return
    beliefs = posterior(prior, {0: p, 1: q})
    least = least_tau(prior, beliefs)
    assert (least is None) == (optimum({0: p, 1: q}, PAIRS, F(0)).e_eps is None)
    if least is not None:
        assert in_band(prior, beliefs, least)
        assert least == 1 or not in_band(prior, beliefs, (1 + least) / 2)


def test_independent_coordinates_are_their_product() -> None:
    shift, covariance = [F(1), F(2)], [[F(3), F(0)], [F(0), F(5)]]
    assert gaussian_composition(shift, covariance) == gaussian_product(shift, covariance)
    assert gaussian_composition(shift, covariance).squared == F(1, 3) + F(4, 5)


@pytest.mark.parametrize(
    ("covariance", "message"),
    [
        ([[F(1)]], "the covariance is not 2 × 2"),
        ([[F(1), F(1, 2)], [F(0), F(1)]], "the covariance is not symmetric"),
        (equicorrelated(F(1), F(1)), "the covariance of the first 2 coordinates has no positive determinant"),
    ],
)
def test_what_is_no_covariance_is_refused(covariance: list[list[F]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        gaussian_composition([F(1), F(1)], covariance)


@pytest.mark.parametrize(
    ("correlation", "variance", "message"),
    [(F(1), F(1), "correlation is 1: give one between"), (F(1, 2), F(0), "variance is 0: give a positive one")],
)
def test_what_is_no_copula_is_refused(correlation: F, variance: F, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        squared_correlation(correlation, variance)
