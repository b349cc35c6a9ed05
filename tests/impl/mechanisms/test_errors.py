"""How far answers are from the truth, but for a small chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.impl.mechanisms.choices import Exponential
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.mechanisms.thresholds import AboveThreshold
from concomp.model.laws.balls import ball, precision
from concomp.model.mechanisms.named.gaussian import DiscreteGaussian as GaussianLaw
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from tests.impl.mechanisms.examples import RATIOS

BETAS = [Fraction(9, 10), Fraction(1, 20), Fraction(1, 10**6)]


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize("e_eps", ["11/10", 2, 100])
def test_numbers_are_as_far_off_as_their_noise(e_eps: str, beta: Fraction) -> None:
    mechanism = DiscreteLaplace(e_eps)
    noise, k = TwoSidedGeometric(mechanism.ratio), mechanism.error(beta)
    assert 2 * noise.at_least(k + 1) <= beta
    assert k < 2 or 2 * noise.at_least(k - 1) > beta


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize("rho", ["1/2", "1/200"])
def test_gaussian_numbers_too(rho: str, beta: Fraction) -> None:
    mechanism = DiscreteGaussian(rho)
    k = mechanism.error(beta)
    with precision(200):
        within = sum((GaussianLaw(mechanism.variance).mass(z) for z in range(-k, k + 1)), ball(Fraction(0)))
        assert within >= ball(1 - beta)


def test_a_response_is_right_or_wrong() -> None:
    assert [RandomisedResponse(4).error(beta) for beta in ("1/4", "1/5", "1/6")] == [0, 0, 1]
    assert RandomisedResponse(4, "1/2").error("1/10") == 0


def test_what_is_farther_from_its_threshold_is_answered_rightly() -> None:
    tau, nu = TwoSidedGeometric(Fraction(1, 4)), TwoSidedGeometric(Fraction(1, 2))
    far = AboveThreshold(**RATIOS).error("1/20")
    wrong = sum((tau.mass(t) * nu.at_least(far + t) for t in range(-60, 60)), Fraction(0))
    assert wrong <= Fraction(1, 20)


def test_a_choice_is_about_as_good_as_the_best() -> None:
    mechanism = Exponential(4)
    k = mechanism.error("1/100", candidates=5)
    worst = 4 * mechanism.ratio ** (k + 1)
    assert worst / (1 + worst) <= Fraction(1, 100)
    assert mechanism.error("1/100") < k
