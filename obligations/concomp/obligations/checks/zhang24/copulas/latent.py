"""The latent variables of the printed copula: what they tell of the secret, and what of it reaches the noise."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from concomp.model.confounding.copula_noise import (
    latent_deviation,
    latent_privacy,
    means_of_scores,
    perturbed,
    sensitivity,
    variances_of_scores,
)
from concomp.model.confounding.gaussian import gaussian_composition
from concomp.model.confounding.privacy import least_delta
from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.normal import quantile
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.checks.zhang24.copulas.correlation import DELTA, VARIANCE, WIDTH
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.confounding.model import Model
from concomp.obligations.families.confounding.named import NOISY_DATA
from concomp.obligations.families.small.laws import laws

ADDED: dict[str, dict[int, Fraction]] = {
    "a bit": {0: ZERO, 1: ONE},
    "three secrets": {0: Fraction(-2), 1: Fraction(1, 2), 2: Fraction(3)},
}
"""What is added to z̃, by the secret."""
CORRELATIONS = tuple(Fraction(rho, 10) for rho in (-9, -5, 5, 9))
MODERATE, LARGE = tuple(Fraction(eps) for eps in ("1/10", "1", "5", "100")), Fraction(150)
"""ε_c."""
DEVIATION = Fraction(165, 100)
BITS = 192


@check("Zhang24 Appendix G: z1(s)")
def the_latent_variable_is_one_shift_of_a_normal_law() -> Outcome:
    """z_1(s) is G_μ for μ = ε_c/w, whatever is added and how far apart."""
    cases = list(product(ADDED.values(), MODERATE))
    for added, epsilon in cases:
        pairs = [(s, t) for s in added for t in added if s != t]
        apart = sensitivity(added, pairs)
        deviation = latent_deviation(WIDTH, apart, epsilon)
        told = gaussian_composition([apart], [[deviation**2]])
        expect(told == latent_privacy(WIDTH, epsilon), f"μ² is {told.squared} for ε_c = {epsilon}")
        near = min(abs(added[s] - added[t]) for s, t in pairs)
        expect((near / deviation) ** 2 <= told.squared, f"nearer secrets are told apart better at {epsilon}")
    expect(_keeps(LARGE) is False, f"ε_c = {LARGE} is kept too")
    return Outcome(
        verdict="exact",
        scope="η of a bit and of three secrets, any two adjacent; ε_c = 1/10, 1, 5, 100; w = 9.211",
        size=len(cases),
        witness="μ is ε_c/w: the sensitivity of η cancels",
        control="w ≥ 2·log(2/δ_c) is not enough for every ε_c: for 150 and δ_c = 1/50 z_1(s) is not (ε_c,δ_c)-private",
        notes=("ε_c = 0, which is allowed in print, leaves no variance.",),
    )


def _keeps(epsilon: Fraction) -> bool:
    """Whether z_1(s) is (ε_c, 1/50)-private, w just above 2·log 100."""
    with precision(BITS):
        grown = ball(epsilon).exp()
        e_eps = below(grown), above(grown)
    told = latent_privacy(WIDTH, epsilon)
    kept, left = told.delta(e_eps[0])[1] <= DELTA, told.delta(e_eps[1])[0] > DELTA
    expect(kept != left, f"at ε_c = {epsilon} it is too close")
    return kept


@check("Zhang24 Theorem 4(i)")
def noise_by_its_own_distribution_function_is_the_same_for_all_secrets() -> Outcome:
    """If F_1 is the distribution function of z_1(s) given s, v_i has the law Ξ_i for every s; a fixed F_1 adds η."""
    cases = list(product(ADDED.values(), CORRELATIONS))
    for added, rho in cases:
        own = means_of_scores(added, added, rho)
        expect(set(own.values()) == {(ZERO, ZERO)}, f"the scores depend on the secret for ρ = {rho}")
        fixed = means_of_scores(added, dict.fromkeys(added, ZERO), rho)
        expect(len(set(fixed.values())) == len(added), f"a fixed F_1 takes away what is added, for ρ = {rho}")
    deltas = [_delta_of_fixed(epsilon) for epsilon in MODERATE[:3]]
    expect(all(each > DELTA for each in deltas) and deltas[-1] > Fraction(18, 100), f"a fixed F_1 keeps {deltas}")
    return Outcome(
        verdict="exact",
        scope="η of a bit and of three secrets, ρ = −9/10, −1/2, 1/2, 9/10",
        size=len(cases),
        witness="both scores have mean 0 for every secret, and v_i the law Ξ_i",
        control="with one F_1 for all secrets y_1 = s + v_1, which has δ below 1/50 at ε = 1, has more, above 0.18 for "
        "ε_c = 5: the shift of s becomes 1 + σ·ε_c/w",
    )


def _delta_of_fixed(epsilon: Fraction) -> Fraction:
    """The least δ at ε = 1 of s + v_1, v_1 with what is added to z̃ left in it; a number below it."""
    shift = 1 + DEVIATION / latent_deviation(WIDTH, ONE, epsilon)
    with precision(BITS):
        e_eps = above(ball(ONE).exp())
    return GaussianTradeOff(shift**2 / VARIANCE).delta(e_eps)[0]


@check("Zhang24 Appendix H.2: eps_c claim")
def the_copula_tells_nothing_where_its_budget_is_said_to_be_tight() -> Outcome:
    """(U_1,U_2) has the same law for both secrets, where (ε_c,δ_c) is claimed to be tight."""
    added = ADDED["a bit"]
    expect(set(means_of_scores(added, added, CORRELATIONS[2]).values()) == {(ZERO, ZERO)}, "the copula tells something")
    least = latent_privacy(WIDTH, ONE).delta(ONE)[0]
    expect(least > Fraction(4, 100) > ZERO, f"what z_1(s) tells is {least} at ε = 0")
    expect(_keeps(ONE), "z_1(s) is not (1, 1/50)-private")
    expect(not _keeps(LARGE), f"z_1(s) is ({LARGE}, 1/50)-private")
    return Outcome(
        verdict="refuted",
        scope="η(s) = s of a bit, ε_c = 1 and 150, δ_c = 1/50, w = 9.211, just above 2·log 100",
        size=2,
        witness="the map from (z_1, z_2) to (U_1, U_2) is another for each secret, and takes η(s) away again",
        control="z_1(s) itself is (1, 1/50)-private, and at ε = 0 has δ above 0.04",
        counterexample={
            "(U_1,U_2)": "the same law for both secrets: δ = 0 at ε = 0",
            "z_1(s) at ε_c = 150": "δ above 1/50",
            "claimed": "z_1(s) is (ε_c,δ_c)-private for every ε_c, and the copula exactly as private",
        },
    )


@check("Zhang24 Appendix H.2: eps_c claim (repaired)")
def the_budget_of_the_copula_is_a_correlation() -> Outcome:
    """The law of the scores depends on ε_c by ρ' alone; z_1(s) is (ε_c,δ_c)-private if ε_c ≤ 2w(w + Φ⁻¹(δ_c))."""
    cases = list(product(CORRELATIONS, MODERATE))
    for rho, epsilon in cases:
        variance = latent_deviation(WIDTH, ONE, epsilon) ** 2
        first, second = variances_of_scores(rho, variance)
        expect((first, second) == (variance, rho**2 * variance + 1 - rho**2), f"the scores at {rho}, {epsilon}")
        expect(set(means_of_scores(ADDED["a bit"], ADDED["a bit"], rho).values()) == {(ZERO, ZERO)}, f"at {rho}")
    enough = 2 * WIDTH * (WIDTH + quantile(DELTA)[0])
    expect(MODERATE[-1] < enough < LARGE, f"w is enough up to ε_c = {float(enough)}")
    expect(all(_keeps(epsilon) for epsilon in (*MODERATE, enough)), f"z_1(s) is not private up to {float(enough)}")
    return Outcome(
        verdict="exact",
        scope="ρ = −9/10, −1/2, 1/2, 9/10; ε_c = 1/10, 1, 5, 100; δ_c = 1/50, w = 9.211",
        size=len(cases),
        witness=f"2w(w + Φ⁻¹(1/50)) is {float(enough):.2f}, up to which z_1(s) is (ε_c, 1/50)-private",
        control=f"for ε_c = {LARGE} it is not",
        notes=("δ at ε_c is at most Φ(ε_c/2w − w), the first of its two terms.",),
    )


@check("Zhang24 Definition 6")
def one_map_for_all_data_tells_nothing() -> Outcome:
    """With one A for all data outputs have one law; with an A_x for each x, y and v determine each other given x."""
    moves = [{v: v + far for v in range(3)} for far in range(3)]
    cases = [(noise, maps) for noise in laws(3, 4) if len(noise) == 3 for maps in product(moves, moves)]
    told = []
    for noise, (zero, one) in cases:
        kernel = perturbed(noise, {0: zero, 1: one})
        for x, moved in ((0, zero), (1, one)):
            for v, y in moved.items():
                expect(_at_most(kernel[x], y) == _at_most(noise, v), f"Ψ at {y} given {x} is not Ξ at {v}")
        delta = least_delta(Model.of(NOISY_DATA, kernel).joint, [(0, 1), (1, 0)], ONE)
        expect((delta == 0) == (zero == one), f"{zero} and {one} tell {delta} of {noise}")
        if delta > 0:
            told.append((delta, noise))
    delta, noise = first_case(told, "no maps tell anything")
    return Outcome(
        verdict="exact",
        scope="noises on 0, 1, 2 with weights k/4, all positive; A_x(v) = v + 0, 1 or 2; a bit that is right with 2/3",
        size=len(cases),
        witness=f"with the noise {noise} and two maps δ is {delta} at ε = 0, and Ψ(A_x(v)|x) = Ξ(v)",
        control="with one map for all data, as printed, δ is 0 for every noise",
    )


def _at_most(law: Law[int], bound: int) -> Fraction:
    return sum((weight for place, weight in law.items() if place <= bound), ZERO)
