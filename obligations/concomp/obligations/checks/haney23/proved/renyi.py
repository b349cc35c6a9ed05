"""Rényi DP and zCDP at every real order: what is left of the budget times the best moments never grows.

The same statements are computed on families in `haney23.renyi` and `haney23.zcdp`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.renyi import metered, side_by_side, unlimited

MECHANISMS = (
    "all mechanisms with countably many answers, of which the best moments after an answer have a finite sum, any "
    "messages, all deterministic strategies with any number of messages"
)
SCOPE = f"any number of mechanisms; {MECHANISMS}; all real α > 1"
LAUNCHED = f"{SCOPE}; launched at will, by the answers so far"
POTENTIAL = (
    "V_j is the best moment that can still be made of mechanism j; what a message costs is paid by what is left of the "
    "budget, and the potential, e^{(α−1)·left}·∏V_j, never grows (HL105)."
)
POWERS = (
    "Of x^α is used that powers are at least 0 and that the power of a product is the product of the powers; of e^x "
    "that e^{x+y} = e^x·e^y, and that e^x ≥ 1 for x ≥ 0."
)
FINITE = (
    "Moments are those of any number of messages; strategies may stop at any time. That moments are finite enters as a "
    "bound on all strategies after each history, and as a finite sum of the best over the answers. Endless views are "
    "the limit of their prefixes (Lemma 4.8, cited). Deterministic strategies suffice by Lemma 2.3."
)
CUT = (
    "An odometer is valid if its truncated views are within d for every threshold d (Definition 2.11). The truncated "
    "view shows, in place of the reply with which the loss exceeds d, that it ends, in both worlds alike; what that "
    "message launches is not in the view."
)
ORDERS = "What is ρ_j-zCDP is (α, αρ_j)-RDP for every α > 1; W is e^{(α−1)αρ} at the order α."
NOTES = (POTENTIAL, POWERS, FINITE)

TABLE = (
    Derived(
        "Haney23 Theorem 4.3",
        "moments_multiply",
        "The best moments after the answers sum up to at most the best before, so their product never grows.",
        (side_by_side.SIDE_BY_SIDE,),
        scope=SCOPE,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Theorem 1.9",
        "moments_multiply_again",
        "Theorem 4.3 once more.",
        (side_by_side.CITED,),
        scope=SCOPE,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Theorem 4.5",
        "all_orders_at_once",
        "Theorem 4.3 at every order, where the losses αρ_j sum up to α times the sum of the ρ_j.",
        (side_by_side.AT_EVERY_ORDER,),
        scope=SCOPE,
        notes=(*NOTES, ORDERS),
    ),
    Derived(
        "Haney23 Lemma 4.7",
        "launches_are_paid",
        "A launch is paid by what is left, an answer by what could be made of its mechanism; the filter runs first.",
        (unlimited.LIMITED,),
        scope=LAUNCHED,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Theorem 4.6",
        "n_messages_launch_n",
        "Within n messages at most n mechanisms are launched, so that Lemma 4.7 covers them.",
        (unlimited.FILTERED,),
        scope=LAUNCHED,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Theorem 4.9",
        "cut_at_a_threshold",
        "What is kept of the view is no more than what a strategy makes that may stop, and its losses are within d.",
        (metered.METERED,),
        scope=f"{LAUNCHED}; all thresholds d ≥ 0",
        notes=(*NOTES, CUT),
    ),
    Derived(
        "Haney23 Theorem 1.22",
        "filter_and_odometer",
        "Theorems 4.6 and 4.9 once more.",
        metered.BOTH,
        scope=LAUNCHED,
        notes=(*NOTES, CUT),
    ),
    Derived(
        "Haney23 Theorem 4.10",
        "one_rule_for_all_orders",
        "Σρ_j ≤ ρ is Σαρ_j ≤ αρ at every order α, where the same potential never grows.",
        (unlimited.CONCENTRATED,),
        scope=LAUNCHED,
        notes=(*NOTES, ORDERS),
    ),
    Derived(
        "Haney23 Theorem 4.11",
        "one_threshold_for_all_orders",
        "Σρ_j ≤ d is Σαρ_j ≤ αd at every order α, up to any threshold.",
        (metered.CONCENTRATED_METERED,),
        scope=f"{LAUNCHED}; all thresholds d ≥ 0",
        notes=(*NOTES, ORDERS, CUT),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
