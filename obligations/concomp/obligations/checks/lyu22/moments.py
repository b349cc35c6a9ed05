"""Rényi DP of interactive systems side by side: Lyu22's theorems, by the potential of `haney23.proved.renyi`."""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.haney23.proved.renyi import MECHANISMS, NOTES, ORDERS, SCOPE
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.renyi import side_by_side

DIRECT = "No monitor of the budget and no dominance is needed: the print's Lemmas 4, 5 and Claim 3 are not used."
BELOW_OMEGA = (
    "What is (ρ_i,ω)-tCDP is so for 1 < α < ω, and the sum too; of different ω the least counts, as below it all hold."
)

IN_S_FORM = (
    "Proved is Σ_y P(y)^α·Q(y)^{1−α}·V_t ≤ V_{t−1}, with V = l^{α−1}, at every real order; no best query need exist. "
    "That this is dominance is Lemma 4, for measures, which is computed on families and not proved."
)

TABLE = (
    Derived(
        "Lyu22 Theorem 2",
        "moments_multiply",
        "Haney23 Theorem 4.3 cites this: the product of the best moments never grows.",
        (side_by_side.SYSTEMS,),
        scope=SCOPE,
        notes=(*NOTES, DIRECT),
    ),
    Derived(
        "Lyu22 Theorem 4",
        "two_moments_multiply",
        "Theorem 2 for two systems.",
        (side_by_side.TWO_SYSTEMS,),
        scope=f"two mechanisms; {MECHANISMS}; all real α > 1",
        notes=(*NOTES, DIRECT),
    ),
    Derived(
        "Lyu22 Corollary 1",
        "all_orders_multiply",
        "Theorem 2 at every order, where the losses αρ_i sum up to α times the sum of the ρ_i.",
        (side_by_side.CONCENTRATED_SYSTEMS,),
        scope=SCOPE,
        notes=(*NOTES, ORDERS, BELOW_OMEGA, DIRECT),
    ),
    Derived(
        "Lyu22 Claim 3 (repaired)",
        "one_step_does_not_exceed_the_budget",
        "Strategies are selected for every answer: the best moments after a query sum up to at most the best before.",
        (side_by_side.ONE_STEP,),
        scope=SCOPE,
        notes=(IN_S_FORM,),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
