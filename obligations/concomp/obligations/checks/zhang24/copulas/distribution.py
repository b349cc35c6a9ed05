"""The Gaussian copula as a distribution function: its values, its margins, and those of what it perturbs."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

from flint import acb, arb

from concomp.model.confounding.gaussian_copula import gaussian_copula, joint_distribution
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.normal import distribution, quantile
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
CORRELATIONS = tuple(Fraction(rho, 10) for rho in (-9, -5, 0, 5, 9))
LEVELS = tuple(Fraction(level, 10) for level in (1, 5, 8))
SCORES = tuple(Fraction(score) for score in ("-3/2", "0", "1"))
FAR = Fraction(12)
"""A score that is exceeded with less than 10^−32."""
NEAR = Fraction(1, 10**20)
BITS = 128


@check("Zhang24 Definition 5")
def scores_that_are_joined_have_uniform_margins_and_a_correlation() -> Outcome:
    """The copula lies between its bounds, is a product for ρ = 0 alone, and is what conditioning on a score gives."""
    cases = list(product(CORRELATIONS, LEVELS, LEVELS))
    for rho, u, v in cases:
        low, high = gaussian_copula(rho, u, v)
        expect(high - low < NEAR, f"the value at {rho}, {u}, {v} is not known")
        expect(max(ZERO, u + v - 1) < high and low < min(u, v), f"outside what a copula may be at {rho}, {u}, {v}")
        expect((low <= u * v <= high) == (rho == 0), f"{rho} at {u}, {v} beside the product")
        expect(gaussian_copula(rho, u, ONE) == (u, u), f"the margin at {u}")
    for (less, more), u in product(pairwise(CORRELATIONS), LEVELS):
        expect(gaussian_copula(less, u, HALF)[1] < gaussian_copula(more, u, HALF)[0], f"{less} and {more} at {u}")
    with precision(BITS):
        for rho, a, b in product(CORRELATIONS, SCORES, SCORES):
            expect(joint_distribution(rho, a, b).overlaps(_by_conditioning(rho, a, b)), f"{rho} at {a}, {b}")
        medians = {rho: arb(1) / 4 + ball(rho).asin() / (2 * arb.pi()) for rho in CORRELATIONS}
        expect(all(joint_distribution(rho, ZERO, ZERO).overlaps(each) for rho, each in medians.items()), "medians")
    third = gaussian_copula(HALF, HALF, HALF)
    expect(third[0] <= Fraction(1, 3) <= third[1], f"at the medians it is {third}")
    return Outcome(
        verdict="exact",
        scope="ρ = −9/10, −1/2, 0, 1/2, 9/10; levels 1/10, 1/2, 4/5, scores −3/2, 0, 1; balls of 128 bits",
        size=len(cases),
        witness="for ρ = 1/2 both are below their medians with 1/3: 1/4 + arcsin ρ/2π",
        control="it is the product for ρ = 0, and for none of the others",
        notes=("The other way to the same values: ∫ φ(x)·Φ((b − ρx)/√(1 − ρ²)) dx, x up to a.",),
    )


def _by_conditioning(rho: Fraction, first: Fraction, second: Fraction) -> arb:
    """Φ_ρ(a, b), given the first score normal with the mean ρ·x: an integral from −12, and what lies below."""
    spread = ball(1 - rho**2).sqrt()

    def below_second(x: acb, _: object) -> acb:
        beyond = (acb(ball(second)) - acb(ball(rho)) * x) / spread
        return (-x * x / 2).exp() * (-beyond / arb(2).sqrt()).erfc() / 2

    found = acb.integral(below_second, acb(ball(-FAR)), acb(ball(first))).real / (2 * arb.pi()).sqrt()
    return found.union(found + distribution(ball(-FAR)))


@check("Zhang24 Appendix G: copula perturbation")
def the_printed_copula_has_other_margins() -> Outcome:
    """As v_2 grows the printed function tends to Φ(F_1⁻¹(u)), which is not u unless F_1 is Φ."""
    with precision(BITS):
        printed = {(mean, deviation): _printed_margin(mean, deviation, HALF) for mean, deviation in ((1, 1), (0, 1))}
        wide = _printed_margin(0, Fraction(9211, 1000), Fraction(3, 5))
    expect(printed[1, 1][0] > Fraction(84, 100) > HALF, f"the margin at 1/2 is {printed[1, 1]}")
    expect(printed[0, 1][0] <= HALF <= printed[0, 1][1], "for F_1 = Φ the margin is another")
    expect(wide[0] > Fraction(98, 100), f"the margin at 3/5 is {wide}")
    return Outcome(
        verdict="refuted",
        scope="v_1 at its median, z_1 of mean 1 and variance 1; and at the level 3/5, z_1 of deviation 9.211",
        size=2,
        witness="Pr[v_1 ≤ its median] is printed as Φ(1), above 0.84; with deviation 9.211 3/5 becomes above 0.98",
        control="for z_1 of mean 0 and variance 1 the margin is right",
        counterexample={
            "μ_1, var_1": "1, 1",
            "printed, as v_2 grows, for Ξ_1(v_1) = 1/2": "Φ(1), above 0.84",
            "claimed": "the joint distribution function of v_1 and v_2, whose margins are Ξ_1 and Ξ_2",
        },
    )


def _printed_margin(mean: int, deviation: Fraction | int, level: Fraction) -> tuple[Fraction, Fraction]:
    """Φ(F_1⁻¹(level)) for F_1 of a mean and a deviation: numbers that it lies between."""
    low, high = quantile(level)
    ends = (distribution(ball(mean + deviation * end)) for end in (low, high))
    return below(next(ends)), above(next(ends))


@check("Zhang24 Lemma 1")
def a_joint_distribution_function_would_exceed_its_margins() -> Outcome:
    """For decreasing A, a value of at least 4/5 is printed where each margin is 1/10, whatever the copula."""
    least = max(ZERO, 2 * (1 - TENTH) - 1)
    expect(least == Fraction(4, 5) > TENTH, f"any copula is at least {least}")
    printed, true = _printed_and_true(TENTH)
    expect(printed[0] > Fraction(83, 100) and true[1] < Fraction(33, 1000), f"{printed} is printed, {true} is true")
    printed, true = _printed_and_true(HALF)
    expect(printed == true, f"at the medians {printed} is printed, {true} is true")
    return Outcome(
        verdict="refuted",
        scope="y_i = −v_i where Ψ_1 = Ψ_2 = 1/10, every copula; for ρ' = 1/2 by balls of 128 bits",
        size=1,
        witness="for ρ' = 1/2 above 0.83 is printed, and below 0.033 is true",
        control="at the medians, Ψ_1 = Ψ_2 = 1/2, what is printed is right",
        counterexample={
            "Ψ_1(y_1), Ψ_2(y_2)": "1/10, 1/10",
            "printed": "C(9/10, 9/10), which is at least 4/5 for every copula C",
            "claimed": "Pr[Y_1 ≤ y_1, Y_2 ≤ y_2], which is at most 1/10",
        },
        notes=("Part (i) has F_1⁻¹ where Φ⁻¹ is meant, as the printed copula has.",),
    )


def _printed_and_true(level: Fraction) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    """What is printed for y_i = −v_i at a common level of both, ρ' = 1/2; and the chance that both are below it."""
    low, high = gaussian_copula(HALF, 1 - level, 1 - level)
    # Both −v_1 and −v_2 are below where neither v_1 nor v_2 is.
    return (low, high), (1 - 2 * (1 - level) + low, 1 - 2 * (1 - level) + high)


@check("Zhang24 Lemma 1 (repaired)")
def what_is_perturbed_has_the_copula_of_the_noise() -> Outcome:
    """Pr[Y_1 ≤ y_1, Y_2 ≤ y_2] is the copula at Ψ_1 and Ψ_2, for increasing and for decreasing A."""
    cases = list(product(CORRELATIONS, SCORES, SCORES))
    with precision(BITS):
        for rho, a, b in cases:
            # Y = −V is at most y where V is at least −y: neither score is below its own.
            apart = distribution(ball(-a)), distribution(ball(-b))
            survives = 1 - apart[0] - apart[1] + joint_distribution(rho, -a, -b)
            expect(survives.overlaps(joint_distribution(rho, a, b)), f"{rho} at {a}, {b}")
            expect(survives.rad() < 1e-20, f"{rho} at {a}, {b} is not known")
    odd = first_case(
        (u for u in LEVELS if 2 * u - 1 + _skewed(1 - u, 1 - u) != _skewed(u, u)), "every copula is symmetric"
    )
    expect(all(_skewed(u, ONE) == u == _skewed(ONE, u) for u in LEVELS), "what is skewed is no copula")
    return Outcome(
        verdict="exact",
        scope="ρ' = −9/10, −1/2, 0, 1/2, 9/10; scores −3/2, 0, 1 of y_1 and y_2; balls of 128 bits",
        size=len(cases),
        witness="1 − Φ(−a) − Φ(−b) + Φ_ρ'(−a, −b) is Φ_ρ'(a, b)",
        control=f"uv + u²(1 − u)v(1 − v)/2 is a copula that this fails for, at u = v = {odd}",
    )


def _skewed(u: Fraction, v: Fraction) -> Fraction:
    """A copula that is not symmetric: its density is at least 1/2."""
    return u * v + u**2 * (1 - u) * v * (1 - v) / 2


@check("Zhang24 Appendix I: density")
def a_value_of_a_joint_distribution_function_is_not_uniform() -> Outcome:
    """With C(Y_1,Y_2) put into a copula density, the third output gets another margin than it has."""
    # Of uniform Y_1 and Y_2, independent, the joint distribution function is Y_1·Y_2, of mean 1/4.
    mean = Fraction(1, 2) ** 2
    margin = {y: 1 + (1 - 2 * mean) * (1 - 2 * y) for y in (ZERO, HALF, ONE)}
    uniform = {y: 1 + (1 - 2 * HALF) * (1 - 2 * y) for y in margin}
    expect(margin[ZERO] == Fraction(3, 2) and margin[ONE] == HALF, f"the margin is {margin}")
    expect(set(uniform.values()) == {ONE}, "with a uniform argument the margin is another")
    return Outcome(
        verdict="refuted",
        scope="three uniform outputs, Y_1 and Y_2 independent; c(u, v) = 1 + (1 − 2u)(1 − 2v)",
        size=1,
        witness="the margin of Y_3 would be 1 + (1 − 2y)/2, as E[Y_1·Y_2] is 1/4: 3/2 at 0 and 1/2 at 1",
        control="with an argument of mean 1/2, as a uniform one has, the margin is 1",
        counterexample={
            "b(y)": "c(y_1·y_2, y_3) = 1 + (1 − 2·y_1·y_2)(1 − 2·y_3)",
            "margin of Y_3 at 0": str(margin[ZERO]),
            "claimed": "a joint density with the uniform margins",
        },
    )
