"""The checks of Zhang24 on small models: each establishes its statement, and each notices what is wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb

from concomp.model.confounding import (
    composition,
    gaussian,
    gaussian_copula,
    informativeness,
    inverse,
    measured_areas,
    posterior,
    privacy,
)
from concomp.model.confounding.privacy import Optimum
from concomp.model.laws.law import ZERO, Law
from concomp.model.laws.profile import Profile
from concomp.model.laws.trade_off import TradeOff
from concomp.obligations.families.confounding import named
from concomp.obligations.families.confounding.model import Model
from tests.obligations.checks.establishing import checks_in, establishing, noticing

PACKAGE = "concomp.obligations.checks.zhang24"
MODULES = (
    "settings",
    "losses",
    "compositions",
    "incomparable",
    "around_opt",
    "trade_offs",
    "beliefs",
    "added",
    "printed_tasks",
    "dependent_noise",
    "repaired",
    "special_cases",
    "gaussians",
    "copulas.correlation",
    "copulas.distribution",
    "copulas.latent",
    "copulas.losses",
    "measured_areas",
)
CHECKS = checks_in(PACKAGE, MODULES)


def one_way(told: Any, pairs: Any, e_eps: Fraction) -> Fraction:
    """Wrong: one order of the secrets only."""
    return privacy.least_delta(told, [(0, 1)], e_eps)


def too_small(told: Any, pairs: Any, delta: Fraction) -> Optimum[Any]:
    """Wrong: half the optimum."""
    found = privacy.optimum(told, pairs, delta)
    return Optimum(None if found.e_eps is None else (1 + found.e_eps) / 2, found.pair, found.event)


def always_more(model: Model) -> informativeness.Comparison[Any]:
    """Wrong: the two kernels are taken for each other."""
    return informativeness.compare(model.product, model.joint, model.setting.pairs)


def not_randomised(p: Law[Any], q: Law[Any]) -> TradeOff:
    """Wrong: what is below the corners only."""
    return TradeOff(((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))))


def half_determined(setting: Any) -> bool:
    """Wrong: some secret determines the data, not every one."""
    return any(len(law) == 1 for law in setting.data.values())


def unmoved(prior: Law[Any], told: Any) -> Any:
    """Wrong: nothing is learnt."""
    return dict.fromkeys(posterior.posterior(prior, told), prior)


def nothing_is_told(*_: object) -> Any:
    """Wrong: the same whatever the secret."""
    return {0: Law.point(0), 1: Law.point(0)}


def told_to_one(seen: Any, added: Any) -> Any:
    """Wrong: one secret alone makes what is added depend on it."""
    right = inverse.extended(seen, added)
    return {0: right[0], 1: inverse.extended(seen, {0: added[0], 1: added[0]})[1]}


def always_but_in_the_middle(prior: Law[Any], beliefs: Any, tau: Fraction) -> bool:
    """Wrong: beliefs of half-sizes are never allowed."""
    return all(weight.denominator in (2, 3, 6) for law in beliefs.values() for _, weight in law.items())


def nothing_is_needed(*_: object) -> Profile:
    """Wrong: no δ at any E."""
    return Profile(((Fraction(1), Fraction(0)),))


def independent(correlation: Fraction, first: Fraction, second: Fraction) -> arb:
    """Wrong: whatever the correlation, there is none."""
    return gaussian_copula.joint_distribution(Fraction(0), first, second)


def one_sided(correlation: Fraction, first: Fraction, second: Fraction) -> arb:
    """Wrong: the second score counts for half."""
    return gaussian_copula.joint_distribution(correlation, first, second / 2 if second > 0 else second)


def not_taken_away(added: Any, taken: Any, correlation: Fraction) -> Any:
    """Wrong: what is added to the latent variable stays in the scores."""
    return {s: (more, correlation * more) for s, more in added.items()}


def swapped(correlation: Fraction, given: Any, instead: Any) -> Fraction:
    """Wrong: s_1 over s_0, as printed."""
    return gaussian_copula.copula_part(correlation, instead, given)


test_a_check_establishes_its_statement = establishing(CHECKS.values())

test_a_wrong_definition_is_noticed = noticing(
    CHECKS,
    [
        ("Zhang24 Equation (4)", "settings", "composition", composition.product_of_effective),
        ("Zhang24 Definition 1", "settings", "least_delta", one_way),
        ("Zhang24 Equation (5)", "settings", "optimum", too_small),
        ("Zhang24 Section III: PLRV", "settings", "is_loss", lambda odds: False),
        ("Zhang24 Definition 2", "settings", "is_invertible", half_determined),
        ("Zhang24 Section II: Q adjacency", "settings", "within_radius", lambda prior, distance, radius: {(0, 1)}),
        ("Zhang24 Equation (11)", "losses", "copula_ratio", lambda joint, product: dict.fromkeys(product, Fraction(1))),
        ("Zhang24 Appendix C: Nhat(c)", "losses", "is_loss", lambda odds: True),
        ("Zhang24 Proposition 1", "losses", "is_invertible", lambda setting: True),
        ("Zhang24 Repair R5", "losses", "dependence_bounds", lambda joint, product, pairs: (Fraction(1), Fraction(1))),
        ("Zhang24 Repair R5", "losses", "_largest_dependence", lambda model: Fraction(1)),
        ("Zhang24 Repair R1", "compositions", "ceiling", nothing_is_needed),
        ("Zhang24 Lemma 2", "compositions", "trade_off_of_pair", lambda told, pair: not_randomised(told[0], told[1])),
        (
            "Zhang24 Repair R4",
            "compositions",
            "local_profile",
            lambda told, data: Profile(((Fraction(1), Fraction(0)),)),
        ),
        ("Zhang24 Theorem 1(ii)", "compositions", "_exceeds_the_sum", lambda model: False),
        (
            "Zhang24 Repair R3",
            "compositions",
            "product_of_copies",
            lambda model, copies: {0: Law.point(0), 1: Law.point(0)},
        ),
        ("Zhang24 Appendix C: composition of PP (repaired)", "dependent_noise", "APART", named.TOLD_TWICE),
        ("Zhang24 Appendix C: composition of PP", "dependent_noise", "TOLD_TWICE", named.CROSSING),
        ("Zhang24 Repair R2", "incomparable", "comparison", always_more),
        ("Zhang24 Theorem 1", "incomparable", "comparison", always_more),
        ("Zhang24 Appendix C: opt-underline", "around_opt", "optimum", too_small),
        ("Zhang24 Appendix C: opt-underline", "around_opt", "least_delta", one_way),
        ("Zhang24 Appendix C: opt-overline", "around_opt", "is_loss", lambda odds: False),
        ("Zhang24 Appendix C: opt-overline", "around_opt", "_mean_excess", lambda odds, e_eps: Fraction(0)),
        ("Zhang24 Appendix L.1: F(D,eps) step", "around_opt", "_most", lambda model, pair: Fraction(0)),
        (
            "Zhang24 Appendix L.1: F(D,eps) step (repaired)",
            "around_opt",
            "dependence_part",
            lambda joint, apart, pair, y: Fraction(1),
        ),
        ("Zhang24 Definition 8", "trade_offs", "trade_off", not_randomised),
        ("Zhang24 Proposition 4", "trade_offs", "comparison", always_more),
        ("Zhang24 Lemma 4", "trade_offs", "posterior", unmoved),
        ("Zhang24 Theorem 5", "trade_offs", "least_delta", lambda told, pairs, e_eps: Fraction(0)),
        ("Zhang24 Section IV: Pi[tau,delta]", "beliefs", "in_second_moment", lambda prior, beliefs, tau, delta: True),
        ("Zhang24 Lemma 6", "beliefs", "in_second_moment", lambda prior, beliefs, tau, delta: True),
        ("Zhang24 Lemma 7", "beliefs", "above_floor", lambda prior, beliefs, tau: True),
        ("Zhang24 Repair R6", "beliefs", "bound_of_band", lambda prior, tau: tau),
        ("Zhang24 Equation (13) (repaired)", "beliefs", "posterior", unmoved),
        ("Zhang24 Equation (13)", "beliefs", "posterior", unmoved),
        ("Zhang24 Repair R7", "beliefs", "above_floor", lambda prior, beliefs, tau: len(beliefs) > 2),
        ("Zhang24 Repair R8", "beliefs", "in_excess", lambda prior, beliefs, tau, delta: True),
        ("Zhang24 Theorem 2(iii)", "beliefs", "in_band", lambda prior, beliefs, tau: True),
        ("Zhang24 Repair R9", "added", "least_delta", lambda told, pairs, e_eps: Fraction(1)),
        ("Zhang24 Equation (7) (repaired)", "added", "extended", told_to_one),
        ("Zhang24 Equation (7)", "added", "loss", lambda p, q: Law.point(Fraction(1))),
        ("Zhang24 Theorem 2(i)", "printed_tasks", "least_delta", lambda told, pairs, e_eps: Fraction(0)),
        ("Zhang24 Problem Task-1", "printed_tasks", "posterior", unmoved),
        (
            "Zhang24 Theorem 2(iii) (repaired)",
            "printed_tasks",
            "least_tau",
            lambda prior, beliefs: None if (tau := posterior.least_tau(prior, beliefs)) is None else tau + 1,
        ),
        ("Zhang24 Theorem 2(i) (repaired)", "beliefs", "bound_of_floor", lambda prior, tau: tau),
        ("Zhang24 Problem Task-2", "printed_tasks", "least_tau", lambda prior, beliefs: Fraction(1)),
        ("Zhang24 Equation (12)", "dependent_noise", "dependence_part", lambda joint, apart, pair, y: Fraction(1)),
        ("Zhang24 Equation (12) (repaired)", "dependent_noise", "dependence_part", lambda *_: Fraction(1)),
        ("Zhang24 Theorem 1 (repaired)", "repaired", "ceiling", nothing_is_needed),
        ("Zhang24 Theorem 1(iii) (repaired)", "repaired", "upper", lambda one, other: other),
        ("Zhang24 Theorem 3 (repaired)", "repaired", "dependence_bounds", lambda *_: (Fraction(1), Fraction(1))),
        ("Zhang24 Theorem 5 (repaired)", "repaired", "comparison", always_more),
        ("Zhang24 Appendix C: Nhat(c) (repaired)", "repaired", "is_loss", lambda odds: True),
        ("Zhang24 Lemma 5 (repaired)", "repaired", "comparison", always_more),
        ("Zhang24 Equation (14) (repaired)", "repaired", "in_second_moment", lambda *_: False),
        ("Zhang24 Section IV: L-hat convexity (repaired)", "repaired", "in_band", always_but_in_the_middle),
        ("Zhang24 Equation (8)", "repaired", "_mean_loss", lambda told, beliefs: arb(0)),
        ("Zhang24 Equation (9)", "special_cases", "is_pufferfish_private", lambda *_: True),
        ("Zhang24 Appendix E: single-point DP", "special_cases", "effective", nothing_is_told),
        ("Zhang24 Repair R11", "gaussians", "gaussian_composition", gaussian.gaussian_product),
        ("Zhang24 Theorem 4", "copulas.correlation", "gaussian_composition", gaussian.gaussian_product),
        ("Zhang24 Theorem 4 (repaired)", "copulas.correlation", "gaussian_composition", gaussian.gaussian_product),
        (
            "Zhang24 Appendix G: PsedR",
            "copulas.correlation",
            "squared_correlation",
            lambda correlation, variance: correlation**2,
        ),
        ("Zhang24 Definition 5", "copulas.distribution", "joint_distribution", independent),
        ("Zhang24 Definition 5", "copulas.distribution", "gaussian_copula", lambda rho, u, v: (u * v, u * v)),
        ("Zhang24 Appendix G: copula perturbation", "copulas.distribution", "quantile", lambda level: (ZERO, ZERO)),
        ("Zhang24 Lemma 1", "copulas.distribution", "gaussian_copula", lambda rho, u, v: (u * v, u * v)),
        ("Zhang24 Lemma 1 (repaired)", "copulas.distribution", "joint_distribution", one_sided),
        ("Zhang24 Appendix G: z1(s)", "copulas.latent", "sensitivity", lambda added, pairs: Fraction(1)),
        ("Zhang24 Appendix G: z1(s)", "copulas.latent", "LARGE", Fraction(100)),
        ("Zhang24 Theorem 4(i)", "copulas.latent", "means_of_scores", not_taken_away),
        ("Zhang24 Appendix H.2: eps_c claim", "copulas.latent", "means_of_scores", not_taken_away),
        ("Zhang24 Appendix H.2: eps_c claim (repaired)", "copulas.latent", "WIDTH", Fraction(4)),
        ("Zhang24 Definition 6", "copulas.latent", "perturbed", lambda noise, maps: dict.fromkeys(maps, noise)),
        ("Zhang24 Proposition 3 (repaired)", "copulas.losses", "copula_part", swapped),
        ("Zhang24 Proposition 3", "copulas.losses", "HALF", Fraction(0)),
        ("Zhang24 Appendix I: density (repaired)", "copulas.losses", "_ratios", lambda joint: dict.fromkeys(joint, 1)),
        ("Zhang24 Table IX", "measured_areas", "COPULA", measured_areas.INDEPENDENT),
        ("Zhang24 Figure 1", "measured_areas", "_is_far", lambda row: False),
        ("Zhang24 Table VIII", "measured_areas", "ceiling", lambda epsilon, delta: (Fraction(1), Fraction(1))),
        ("Zhang24 Table VIII (repaired)", "measured_areas", "largest_area", lambda privacy: Fraction(1, 2)),
    ],
    package=PACKAGE,
)
