"""Gaussian data: the composition in closed form, beside the product of its effective mechanisms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from concomp.model.confounding.gaussian import (
    Matrix,
    equicorrelated,
    gaussian_composition,
    gaussian_product,
    loss_weights,
)
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import ONE, ZERO
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect

VARIANCES = tuple(Fraction(v) for v in ("1/10", "1", "4"))
CORRELATIONS = tuple(Fraction(rho, 10) for rho in range(-9, 10, 3))
SHIFT = (ONE, ONE)
LEVEL = Fraction(1, 100)


@check("Zhang24 Repair R11")
def correlated_data_are_one_shift_of_a_normal_law() -> Outcome:
    """With variance v and correlation ρ, M has μ² = 2/(v(1 + ρ)), N 2/v: M is less private if and only if ρ < 0."""
    for variance, rho in product(VARIANCES, CORRELATIONS):
        covariance = equicorrelated(variance, rho)
        told, apart = gaussian_composition(SHIFT, covariance), gaussian_product(SHIFT, covariance)
        expect(told.squared == 2 / (variance * (1 + rho)), f"μ² of M is {told.squared} for v = {variance}, ρ = {rho}")
        expect(apart.squared == 2 / variance, f"μ² of N is {apart.squared}")
        expect((told.squared > apart.squared) == (rho < 0), f"ρ = {rho}")
        expect(_moments(covariance) == (told.squared, told.squared), f"the loss for v = {variance}, ρ = {rho}")
    half = [gaussian_composition(SHIFT, equicorrelated(ONE, Fraction(sign, 2))) for sign in (1, -1)]
    apart = gaussian_product(SHIFT, equicorrelated(ONE, ZERO))
    found = [_is_least(each, least) for each, least in zip((*half, apart), ("2.8137", "5.9979", "3.7075"), strict=True)]
    expect(all(found), "the ε at δ = 1/100 are others")
    return Outcome(
        verdict="exact",
        scope="two coordinates, v = 1/10, 1, 4, ρ = −9/10, −6/10, …, 9/10",
        size=len(VARIANCES) * len(CORRELATIONS),
        witness="at δ = 1/100 and v = 1 ε is 2.8137 for ρ = 1/2, 5.9979 for ρ = −1/2 and 3.7075 for N, by balls",
        control="N, which does not see ρ, is above M for ρ > 0 and below for ρ < 0",
        notes=("The loss Σ⁻¹d·y has the variance μ² and, between the two secrets, a difference of means μ².",),
    )


def _moments(covariance: Matrix) -> tuple[Fraction, Fraction]:
    """How far the means of the loss are apart, and its variance, term by term."""
    weights = loss_weights(SHIFT, covariance)
    apart = sum((w * d for w, d in zip(weights, SHIFT, strict=True)), ZERO)
    spread = sum((weights[i] * covariance[i][j] * weights[j] for i, j in product(range(2), repeat=2)), ZERO)
    return apart, spread


def _is_least(told: GaussianTradeOff, epsilon: str) -> bool:
    """Whether the least ε at δ = 1/100 is this one, to four places."""
    with precision(128):
        ends = [ball(Fraction(epsilon) + Fraction(step, 20000)).exp() for step in (-1, 1)]
        low, high = above(ends[0]), below(ends[1])
    return told.delta(low)[0] > LEVEL > told.delta(high)[1]
