"""What a copula adds to the loss: exactly, where the data are determined; and what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from concomp.model.confounding.gaussian import Matrix, equicorrelated, loss_weights
from concomp.model.confounding.gaussian_copula import Scores, copula_part
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect
from concomp.obligations.families.small.laws import laws

HALF = Fraction(1, 2)
SHIFTS = tuple((ONE, second, third) for second in (ONE, -ONE, HALF) for third in (ZERO, Fraction(2)))
CORRELATIONS = (-HALF, Fraction(1, 3), Fraction(9, 10))
DEVIATIONS = (ONE, Fraction(3, 2))
PLACES: tuple[tuple[Fraction, ...], ...] = (
    (ZERO, ZERO, ZERO),
    (ONE, ZERO, ZERO),
    (ZERO, ONE, ZERO),
    (ZERO, ZERO, ONE),
    (Fraction(7, 3), -HALF, Fraction(5)),
)
"""Outputs: four at which two affine functions agree everywhere if they agree there, and one more."""
PLACES_OF_PAIRS: tuple[tuple[int, int], ...] = ((0, 0), (0, 1), (1, 0), (1, 1))


def _loss(shift: Sequence[Fraction], covariance: Matrix, y: Sequence[Fraction]) -> Fraction:
    """ln of the density of N(0, Σ) over that of N(d, Σ): the secrets 0 and 1, and what is told at y."""
    weights = loss_weights(shift, covariance)
    return sum((w * (d / 2 - each) for w, d, each in zip(weights, shift, y, strict=True)), ZERO)


def _scores(shift: Sequence[Fraction], deviation: Fraction, y: Sequence[Fraction], secret: int) -> Scores:
    """The scores of the first two outputs given a secret."""
    first, second = ((y[i] - secret * shift[i]) / deviation for i in (0, 1))
    return first, second


def _apart(variances: Sequence[Fraction]) -> Matrix:
    """The covariance of independent outputs."""
    return [[each if i == j else ZERO for j in range(len(variances))] for i, each in enumerate(variances)]


@check("Zhang24 Proposition 3 (repaired)", "Zhang24 Appendix G: L(Y1,Y2,c)")
def the_copula_of_noise_adds_its_own_part_to_the_loss() -> Outcome:
    """Where the secret determines the data, the loss is the unperturbed one plus that of the copula, s_0 over s_1."""
    cases = list(product(SHIFTS, CORRELATIONS, DEVIATIONS))
    reversed_ones = 0
    for shift, rho, deviation in cases:
        (a, b), (c, d) = equicorrelated(deviation**2, rho)
        joined = [[a, b, ZERO], [c, d, ZERO], [ZERO, ZERO, ONE]]
        for y in PLACES:
            part = copula_part(rho, *(_scores(shift, deviation, y, s) for s in (0, 1)))
            alone, together = _loss(shift, _apart((deviation**2, deviation**2, ONE)), y), _loss(shift, joined, y)
            expect(together == alone + part, f"d = {shift}, ρ = {rho}, σ = {deviation} at {y}")
            reversed_ones += together != alone - part
    expect(reversed_ones > 0, "s_1 over s_0 is right too")
    return Outcome(
        verdict="exact",
        scope="three outputs d_i·s + v_i of a bit, the first two joined by ρ = −1/2, 1/3, 9/10; σ = 1, 3/2; every y, "
        "as both sides are affine",
        size=len(cases) * len(PLACES),
        witness="d = (1, −1, 2), ρ = 9/10: the loss of the three together is the sum of the two parts",
        control=f"with s_1 over s_0, as printed, it is not in {reversed_ones} of the cases",
    )


@check("Zhang24 Proposition 3")
def the_copula_of_noise_is_not_that_of_what_is_told() -> Outcome:
    """Where data are drawn given the secret, the loss is 4/7 of L^id, and the sum of the parts 1/3, or 1 as printed."""
    drawn = _in_units_of_identity(data=ONE)
    expect(drawn == (Fraction(4, 7), Fraction(1, 3), ONE), f"for x drawn given s the weights are {drawn}")
    known = _in_units_of_identity(data=ZERO)
    expect(known == (Fraction(2, 3), Fraction(2, 3), Fraction(4, 3)), f"for x = s the weights are {known}")
    return Outcome(
        verdict="refuted",
        scope="y_i = x + v_i, x normal with mean s and variance 1, or x = s; v of variance 1 and correlation 1/2",
        size=2,
        witness="for x drawn given s the unperturbed loss is 2/3 of L^id, and the part of the copula −1/3 of it",
        control="for x = s and with s_0 over s_1 the sum is right, 2/3",
        counterexample={
            "true": "L = 4/7·L^id for x drawn given s, 2/3·L^id for x = s",
            "claimed": "L = L^id for x drawn given s, 4/3·L^id for x = s",
        },
    )


def _in_units_of_identity(data: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """The loss of two outputs; the unperturbed one and the part of the copula, s_0 over s_1; and as printed.

    data: the variance of x given the secret, which is common to both outputs.
    """
    noise, variance = equicorrelated(ONE, HALF), 1 + data
    told = [[entry + data for entry in row] for row in noise]
    alone = _weight(_apart([variance] * 2))
    true, unperturbed = _weight(told) / alone, _weight([[variance, data], [data, variance]]) / alone
    # The copula of the noise is put where that of the outputs is: at their own distribution functions.
    part = _weight(equicorrelated(variance, HALF)) / alone - 1
    return true, unperturbed + part, unperturbed - part


def _weight(covariance: Matrix) -> Fraction:
    """The weight of the first output, and by symmetry of the second, in the loss of s = 0 against 1."""
    first, second = loss_weights((ONE, ONE), covariance)
    expect(first == second, "the outputs enter the loss with two weights")
    return first


@check("Zhang24 Appendix I: density (repaired)")
def a_pair_that_is_independent_of_the_others_has_a_factor_of_its_own() -> Outcome:
    """The copula ratio of three outputs is that of the pair where the third is independent of it given the secret."""
    pairs = [noise.map(PLACES_OF_PAIRS.__getitem__) for noise in laws(4, 5) if len(noise) == 4]
    thirds = [law for law in laws(2, 3) if len(law) == 2]
    for pair, third in product(pairs, thirds):
        joint = Law({(*y, z): chance * weight for y, chance in pair.items() for z, weight in third.items()})
        of_pair = _ratios(pair)
        expect(_ratios(joint) == {y: of_pair[y[:2]] for y in joint}, f"{pair} beside {third}")
    parity = Law.uniform([(a, b, a ^ b) for a, b in PLACES_OF_PAIRS])
    expect(set(_ratios(parity.map(lambda y: y[:2])).values()) == {ONE}, "the pair depends on itself")
    expect(set(_ratios(parity).values()) == {Fraction(2)}, "the parity is independent of the pair")
    return Outcome(
        verdict="exact",
        scope="all laws of full support of two bits with weights k/5, beside a bit with weights k/3",
        size=len(pairs) * len(thirds),
        witness="the ratio of the joint law to the product of its margins is that of the pair",
        control="for two fair bits and their parity the ratio is 2, and that of each pair 1: there is no such factor",
    )


def _ratios(joint: Law[Any]) -> dict[Any, Fraction]:
    """The joint law over the product of its margins, at every output."""
    margins = [joint.map(lambda y, i=i: y[i]) for i in range(len(next(iter(joint))))]  # type: ignore[misc]
    return {
        y: weight / prod((m[each] for m, each in zip(margins, y, strict=True)), start=ONE)
        for y, weight in joint.items()
    }
