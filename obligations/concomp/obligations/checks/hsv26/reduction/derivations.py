"""HSV26 section 10, for every mechanism, any set of queries and every number of rounds and answers.

Control functions: inductions over the rounds, whose steps are solved for an arbitrary history, query and answer, and a
few rules about sums, suprema and limits. Simulation: what an exposed answer may be comes of splitting budgets over the
answers, one after the other; the rest is divided between the noisy outcomes. Laziness: the same, with a lower bound
that is the same in both worlds while these answer alike.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.control import control, limits, necessity, private, weights
from concomp.obligations.derivations.theories.laziness import (
    condition_four,
    lazy_simulation,
    least_budget,
    reaching_the_cap,
    two_responses,
)
from concomp.obligations.derivations.theories.series import monotone_convergence
from concomp.obligations.derivations.theories.simulation import constraints, noise, sharing, simulation, splitting

ROUNDS_LEFT = "The functions depend on T and t by T − t only; n = T − t is what the induction is over."
MECHANISMS = "every mechanism with countably many answers, any set of queries, every number of rounds"
ANY_EPSILON = f"{MECHANISMS}, ε ≥ 0"
SPLITTING = f"{MECHANISMS}, ε ≥ 0, 0 ≤ δ ≤ 1"
EVERY_PHI = f"{MECHANISMS}, every φ with conditions (II) and (III), ε > 0"
WHAT_PHI = (
    "X is δ·φ, for φ made by splitting: the part of an answer is the least that suits in world 0, then in world 1."
)
NOT_AS_PRINTED = "It replaces 10.22–10.31: no well-orders, no lexicographic maxima, no temporary bounds."
CHOSEN = "The lexicographic maximum of Lemma 10.28 is here the greatest pair in both: it is defined by its vertices."
IN_ORDER = (
    "every mechanism with countably many answers in the order of their numbers, any set of queries, ε ≥ 0, 0 ≤ δ ≤ 1"
)
LAZY = (
    f"{MECHANISMS}, ε > 0, 0 ≤ δ ≤ 1, every budget β from W∞() to 1, W∞() being the supremum over stopping strategies"
)
LAZY_NOTES = (
    "The budgets are split with (W∞, W∞) for (L⁰, L¹) at the histories whose queries both worlds answer alike.",
    "m, N and W are those of the mechanism without the queries answered otherwise: these are answered by 0, forgotten.",
    "Where λ = 1 both worlds answer alike; nothing else about λ is used but that it depends on the queries.",
)

TABLE = (
    Derived(
        "HSV26 Notation 10.1",
        "weights_are_probabilities",
        "The weight of a history lies between 0 and 1: induction over the history, by the chain rule.",
        (weights.WEIGHT_RANGE,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Definition 10.2",
        "the_sums_of_suprema_are_defined",
        "All the sums converge and the suprema are finite: Lower is well defined, and between 0 and 1.",
        (control.LOWER_IN_UNIT,),
        scope=ANY_EPSILON,
        notes=(ROUNDS_LEFT,),
    ),
    Derived(
        "HSV26 Definition 10.3",
        "the_suprema_of_sums_are_defined",
        "All the suprema are finite: L is well defined for every number of rounds, and between 0 and 1.",
        (control.CONTROL_IN_UNIT,),
        scope=ANY_EPSILON,
        notes=(ROUNDS_LEFT, "At t = T = 0 it is max(0, 1 − e^ε) = 0."),
    ),
    Derived(
        "HSV26 Corollary 10.4",
        "the_one_is_the_sum_of_the_other",
        "By definition, in the last round and before it.",
        (control.LOWER_IS_A_SUM,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Claim 10.5",
        "privacy_bounds_it_at_the_start",
        "Near-optimal queries make a strategy, against which privacy is at most δ; no best query need exist.",
        (private.LOWER_AT_THE_START,),
        scope=ANY_EPSILON,
        notes=(
            "The citation takes attained maxima; over an infinite set of queries the supremum need not be attained.",
        ),
    ),
    Derived(
        "HSV26 Claim 10.6",
        "the_difference_is_kept_by_a_query",
        "The bound on the difference of the worlds is summed over the answers.",
        (control.LOWER_DIFFERENCE,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Corollary 10.7",
        "privacy_bounds_it_before_the_first_query",
        "The supremum over the first query, and T = 0 by itself.",
        (private.CONTROL_AT_THE_START,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Definition 10.9",
        "the_limit_exists",
        "What grows with the rounds and is at most μ has a limit, which is its supremum, between 0 and 1.",
        (limits.LIMIT_IN_UNIT,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.10",
        "the_answers_share_the_weight",
        "The chain rule, summed over the answers.",
        (weights.MARGINAL,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.11",
        "a_query_is_at_most_its_weight",
        "The bound on L, summed over the answers; the bound is μ_{t−1} as the errata have it.",
        (control.LOWER_SMALL,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.12",
        "an_answer_is_at_most_its_weight",
        "Induction over the rounds.",
        (control.CONTROL_RANGE,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.13",
        "a_query_grows_with_the_rounds",
        "The growth of L, summed over the answers.",
        (control.LOWER_GROWS,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.14",
        "an_answer_grows_with_the_rounds",
        "Induction over the rounds; with none left, the sum is at least 0 and at least μ − e^ε μ', then the maximum.",
        (control.CONTROL_GROWS,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Corollary 10.15",
        "the_limit_starts_within_the_privacy",
        "The bound for every number of rounds bounds the supremum.",
        (limits.LIMIT_AT_THE_START,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Corollary 10.16",
        "the_limit_keeps_the_difference",
        "For any number of rounds in one world and the limit in the other, then for the limit in both.",
        (limits.LIMIT_DIFFERENCE,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.17",
        "the_limit_is_at_most_its_weight",
        "The bound for every number of rounds bounds the supremum.",
        (limits.LIMIT_SMALL,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.18",
        "sums_of_growing_terms_converge",
        "Term by term the supremum may stand, since the terms grow; what is over is in a tail, and the tails vanish.",
        (monotone_convergence.MONOTONE_CONVERGENCE,),
        scope="all f ≥ 0 that grow in n and stay below a g whose sum over the answers converges",
        notes=(
            "The form in which the paper uses the lemma; without a g, both sides may be infinite.",
            "No theorem of analysis is cited. Where the lemma is used it is derived anew, for the terms there.",
        ),
    ),
    Derived(
        "HSV26 Corollary 10.19",
        "sum_and_limit_are_exchanged",
        "Monotone convergence, between 0 and the weights, whose sum converges.",
        (limits.EXCHANGE,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Lemma 10.20",
        "the_limit_covers_its_answers",
        "For any number of rounds by the definition, then for the limit by exchanging it with the sum.",
        (limits.LIMIT_COVERS,),
        scope=ANY_EPSILON,
    ),
    Derived(
        "HSV26 Section 10.3: split lemma",
        "a_budget_is_split",
        "Each bound from below is at most each bound from above, for all reals, by both solvers.",
        (splitting.SPLIT,),
        scope=SPLITTING,
        notes=(NOT_AS_PRINTED,),
    ),
    Derived(
        "HSV26 Section 10.3: budgets",
        "split_budgets_suit",
        "Induction over the history, and within it over the answers that have had their part.",
        (sharing.SUITS,),
        scope=SPLITTING,
    ),
    Derived(
        "HSV26 Condition (I)",
        "exposed_answers_cover_what_is_needed",
        "Split budgets cover what every history needs.",
        (sharing.CONDITION_I,),
        scope=SPLITTING,
        notes=(WHAT_PHI,),
    ),
    Derived(
        "HSV26 Condition (II)",
        "exposed_answers_leave_what_noise_explains",
        "Split budgets keep the difference of the weights.",
        (sharing.CONDITION_II,),
        scope=SPLITTING,
        notes=(WHAT_PHI,),
    ),
    Derived(
        "HSV26 Condition (III)",
        "exposed_answers_use_up_the_budget",
        "What is left lies between two tails, which tend to 0.",
        (sharing.CONDITION_III,),
        scope=SPLITTING,
        notes=(WHAT_PHI,),
    ),
    Derived(
        "HSV26 Section 10.2.2: F_(BOT,b)",
        "exposed_answers_are_laws",
        "After a history where φ > 0, the quotients lie between 0 and 1 and sum up to 1 by condition (III).",
        (noise.EXPOSED_LAW,),
        scope=f"{EVERY_PHI}; elsewhere it is a point mass",
    ),
    Derived(
        "HSV26 Section 10.2.3: psi_t and F_(TOP,b)",
        "noisy_answers_are_laws",
        "ψ is at least 0 by condition (II), starts at 1, and is handed on by condition (III).",
        (noise.NOISE_IS_A_SYSTEM,),
        scope=f"{EVERY_PHI}, δ < 1; for δ = 1 it is φ",
    ),
    Derived(
        "HSV26 Section 10.2.4: mixture identity",
        "the_response_brings_them_together",
        "The identity by both solvers with denominators cleared; for δ = 1, φ = μ by induction over the history.",
        noise.MIXED_BACK,
        scope=f"{EVERY_PHI}, δ < 1 and δ = 1",
    ),
    Derived(
        "HSV26 Lemma 4.7",
        "one_response_simulates",
        "The budgets are the exposed outcomes, the rest the noisy ones; together they have the mechanism's weights.",
        (simulation.SIMULATED,),
        scope=f"{MECHANISMS}, ε > 0, 0 ≤ δ ≤ 1",
        notes=(
            "M(s_b) is V[f] ∘* I(b) ∘* M, which is (ε,δ)-DP by Corollary 3.8; a mechanism enters by the law of its "
            "next answer, given bit, history and query.",
            "What the paper's construction adds, laziness, is not claimed here: that is Lemma 5.6.",
        ),
    ),
    Derived(
        "HSV26 Section 4.2: Lemma 4.7 at eps = 0",
        "one_response_simulates_without_noise",
        "The same budgets; what they leave is the same in both worlds, and both noisy outcomes have it.",
        (simulation.SIMULATED_AT_ZERO,),
        scope=f"{MECHANISMS}, ε = 0, 0 ≤ δ ≤ 1",
    ),
    Derived(
        "HSV26 Claim 10.29",
        "there_is_something_to_choose_for_xi",
        "L obeys (ξ.1) to (ξ.4) at every answer: induction over the answers that have had their ξ.",
        (constraints.XI_FEASIBLE, constraints.XI_MAXIMAL),
        scope=SPLITTING,
        notes=("(ξ.2) is as repaired, with the factor δ.", CHOSEN),
    ),
    Derived(
        "HSV26 Claim 10.30 (repaired)",
        "there_is_something_to_choose_for_phi",
        "ξ/δ obeys (φ.1) to (φ.3), as the tails vanish; so there is φ, which is the only largest pair.",
        (constraints.PHI_FEASIBLE, constraints.PHI, constraints.PHI_MAXIMAL),
        scope=f"{MECHANISMS}, ε ≥ 0, 0 < δ ≤ 1; ε > 0 for the largest pair",
        notes=(CHOSEN,),
    ),
    Derived(
        "HSV26 Equation (2)",
        "what_is_left_covers_what_is_needed",
        "Induction over the answers: condition (I) at the start, then each ξ in turn obeys (ξ.2).",
        (constraints.LEFT_COVERS,),
        scope=IN_ORDER,
        notes=(CHOSEN, "Left(k) is δ·φ less ξ of the answers before k."),
    ),
    Derived(
        "HSV26 Lemma 10.32 (repaired)",
        "xi_reaches_its_cap",
        "What ξ leaves for the answers from k on covers their caps, by induction; so only (ξ.4) bounds it.",
        (reaching_the_cap.REACHED,),
        scope=f"{IN_ORDER}; queries that both worlds answer alike, with condition (IV) as repaired",
        notes=(
            CHOSEN,
            "λ is 1 while both worlds answer alike, ι if they answer one query more alike.",
        ),
    ),
    Derived(
        "HSV26 Lemma 5.6 (repaired)",
        "one_interactive_response_simulates_lazily",
        "The simulator of Lemma 4.7 with a lower bound that is the same in both worlds while these answer alike.",
        lazy_simulation.LEMMA,
        scope=LAZY,
        notes=LAZY_NOTES,
    ),
    Derived(
        "HSV26 Section 10: restatement of Lemma 5.6 (repaired)",
        "the_restatement_is_the_lemma",
        "The lemma itself, part by part.",
        lazy_simulation.RESTATED,
        scope=LAZY,
        witness="it has the witnesses of the lemma",
        control="it has the stronger conclusions that are refuted for the lemma",
        notes=LAZY_NOTES,
    ),
    Derived(
        "HSV26 Condition (IV) (repaired)",
        "budgets_that_cover_the_cap_are_alike",
        "The splitting of Lemma 5.6 with the cap of Lemma 10.32 as the cost of waiting, and δ~ as the budget.",
        condition_four.CONDITIONS,
        scope="every mechanism with countably many answers, any queries, every number of rounds, ε ≥ 0, 0 ≤ δ ≤ 1",
        notes=(
            "Xᶜ is δ~·φ, for φ made by splitting, as in (I) to (III); if δ~ = 0 it is 0, and any φ will do.",
            *LAZY_NOTES[1:],
        ),
    ),
    Derived(
        "HSV26 Proposition 1.6 (repaired)",
        "two_responses_simulate_lazily",
        "Lemma 5.6, its interactive response made of a response that exposes and one that is private.",
        two_responses.PROVED,
        scope=LAZY,
        notes=LAZY_NOTES,
    ),
    Derived(
        "HSV26 Section 10.2.2: condition (I) is necessary",
        "every_simulation_keeps_what_is_needed",
        "Induction over the rounds: noise with the odds e^ε to 1 explains no more than e^ε times the other world.",
        (necessity.NECESSARY,),
        scope=ANY_EPSILON,
        notes=("X is δ·φ, and Y is (1 − δ)·ψ, of any simulation, lazy or not.",),
    ),
    Derived(
        "HSV26 Section 5.2: least budget for laziness",
        "waiting_costs_what_stopping_does",
        "W∞ ≤ min(1, 2δ); a budget from W∞ to 1 is handed out to suit every lazy history; no lazy simulation has less.",
        least_budget.LEAST_BUDGET,
        scope=f"{ANY_EPSILON}; histories h whose queries both worlds answer alike",
        notes=(
            "m and N are μ and L of the whole mechanism at these histories; q and p are queries that are lazy there.",
            "β is any budget from W∞() to 1, x is made of it; γ is that of any lazy simulation, y its weight γ·φ.",
            "What the noisy branch does is lazy as well: ψ⁰ = ψ¹ where μ⁰ = μ¹ and φ⁰ = φ¹.",
            "x is the split of the budget with (W∞, W∞) for (L⁰, L¹), l and w as there; then L takes over.",
        ),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
