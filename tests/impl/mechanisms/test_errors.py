"""How far answers are from the truth, but for a small chance."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.impl.mechanisms.choices import Exponential
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
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


@pytest.mark.parametrize("candidates", [2, 5, 1000])
def test_a_choice_is_about_as_good_as_the_best(candidates: int) -> None:
    mechanism = Exponential(4)
    k = mechanism.error("1/100", candidates)
    worst = (candidates - 1) * mechanism.ratio ** (k + 1)
    assert worst / (1 + worst) <= Fraction(1, 100)
    assert mechanism.error("1/100", candidates + 50) > mechanism.error("1/100", 2)


@pytest.mark.parametrize("beta", [*BETAS[1:], Fraction(1, 10**200)])
@pytest.mark.parametrize("e_eps", ["1.0000001", 2, 10**4, 10**8])
def test_a_count_of_one_item_is_as_far_off_as_its_noise(e_eps: str, beta: Fraction) -> None:
    counter = BinaryTreeCounter(1, e_eps=e_eps)
    least = DiscreteLaplace(e_eps).error(beta)
    assert least - 1 <= counter.error(beta) <= 2 * least + 1
