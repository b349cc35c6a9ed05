"""Every private mechanism is a post-processing of one randomised response, for every length and number of answers.

What an exposed answer may be comes of splitting budgets over the answers, one after the other; the rest is divided
between the noisy outcomes. The budgets that the derivation is about are those of `concomp.model.reduction.split`.
"""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.derivations.theories.simulation import constraints, noise, sharing, simulation, splitting

MECHANISMS = "every mechanism with countably many answers, any set of queries, every number of rounds"
SPLITTING = f"{MECHANISMS}, ε ≥ 0, 0 ≤ δ ≤ 1"
EVERY_PHI = f"{MECHANISMS}, every φ with conditions (II) and (III), ε > 0"
WHAT_PHI = (
    "X is δ·φ, for φ made by splitting: the part of an answer is the least that suits in world 0, then in world 1."
)
NOT_AS_PRINTED = "It replaces 10.22–10.31: no well-orders, no lexicographic maxima, no temporary bounds."
CHOSEN = "That a compact set of pairs that is not empty contains its lexicographic maximum is Lemma 10.28, as given."


@check_of_derivation("HSV26 Section 10.3: split lemma", splitting.SPLIT)
def a_budget_is_split() -> Outcome:
    """Each bound from below is at most each bound from above, for all reals, by both solvers."""
    return Outcome(verdict="proved", scope=SPLITTING, notes=(NOT_AS_PRINTED,))


@check_of_derivation("HSV26 Section 10.3: budgets", sharing.SUITS)
def split_budgets_suit() -> Outcome:
    """Induction over the history, and within it over the answers that have had their part."""
    return Outcome(verdict="proved", scope=SPLITTING)


@check_of_derivation("HSV26 Condition (I)", sharing.CONDITION_I)
def exposed_answers_cover_what_is_needed() -> Outcome:
    """Split budgets cover what every history needs."""
    return Outcome(verdict="proved", scope=SPLITTING, notes=(WHAT_PHI,))


@check_of_derivation("HSV26 Condition (II)", sharing.CONDITION_II)
def exposed_answers_leave_what_noise_explains() -> Outcome:
    """Split budgets keep the difference of the weights."""
    return Outcome(verdict="proved", scope=SPLITTING, notes=(WHAT_PHI,))


@check_of_derivation("HSV26 Condition (III)", sharing.CONDITION_III)
def exposed_answers_use_up_the_budget() -> Outcome:
    """What is left lies between two tails, which tend to 0."""
    return Outcome(verdict="proved", scope=SPLITTING, notes=(WHAT_PHI,))


@check_of_derivation("HSV26 Section 10.2.2: F_(BOT,b)", noise.EXPOSED_LAW)
def exposed_answers_are_laws() -> Outcome:
    """After a history where φ > 0, the quotients lie between 0 and 1 and sum up to 1 by condition (III)."""
    return Outcome(verdict="proved", scope=f"{EVERY_PHI}; elsewhere it is a point mass")


@check_of_derivation("HSV26 Section 10.2.3: psi_t and F_(TOP,b)", noise.NOISE_IS_A_SYSTEM)
def noisy_answers_are_laws() -> Outcome:
    """ψ is at least 0 by condition (II), starts at 1, and is handed on by condition (III)."""
    return Outcome(verdict="proved", scope=f"{EVERY_PHI}, δ < 1; for δ = 1 it is φ")


@check_of_derivation("HSV26 Section 10.2.4: mixture identity", noise.MIXTURES)
def the_response_brings_them_together() -> Outcome:
    """The identity by both solvers with denominators cleared; for δ = 1, φ = μ by induction over the history."""
    return Outcome(verdict="proved", scope=f"{EVERY_PHI}, δ < 1 and δ = 1")


@check_of_derivation("HSV26 Lemma 4.7", simulation.SIMULATED)
def one_response_simulates() -> Outcome:
    """The budgets are the exposed outcomes, the rest the noisy ones; together they have the mechanism's weights."""
    return Outcome(
        verdict="proved",
        scope=f"{MECHANISMS}, ε > 0, 0 ≤ δ ≤ 1",
        notes=(
            "M(s_b) is V[f] ∘* I(b) ∘* M, which is (ε,δ)-DP by Corollary 3.8; a mechanism enters by the law of its "
            "next answer, given bit, history and query.",
            "What the paper's construction adds, laziness, is not claimed here: that is Lemma 5.6.",
        ),
    )


@check_of_derivation("HSV26 Section 4.2: Lemma 4.7 at eps = 0", simulation.SIMULATED_AT_ZERO)
def one_response_simulates_without_noise() -> Outcome:
    """The same budgets; what they leave is the same in both worlds, and both noisy outcomes have it."""
    return Outcome(verdict="proved", scope=f"{MECHANISMS}, ε = 0, 0 ≤ δ ≤ 1")


@check_of_derivation("HSV26 Claim 10.29", constraints.XI_FEASIBLE)
def there_is_something_to_choose_for_xi() -> Outcome:
    """L obeys (ξ.1) to (ξ.4) at every answer: induction over the answers that have had their ξ."""
    return Outcome(verdict="proved", scope=SPLITTING, notes=("(ξ.2) is as repaired, with the factor δ.", CHOSEN))


@check_of_derivation("HSV26 Claim 10.30 (repaired)", constraints.PHI_FEASIBLE)
def there_is_something_to_choose_for_phi() -> Outcome:
    """ξ/δ obeys (φ.1) to (φ.3) at every answer: what ξ gives is within the budget, as the tails vanish."""
    return Outcome(verdict="proved", scope=f"{MECHANISMS}, ε ≥ 0, 0 < δ ≤ 1", notes=(CHOSEN,))
