"""Filters and the odometers that they come from, whatever the measure and the mechanisms.

The same statements are computed on families in `haney23.conversions` and `haney23.adaptive`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.filters import fully_adaptive, truncation

SCOPE = (
    "every accumulator with G(∅) ≤ d, or that never decreases; all mechanisms with countably many answers, one-shot "
    "and interactive, launched and asked at will, all deterministic strategies with any number of messages; every "
    "threshold d"
)
NOTES = (
    "Worth is the chance of a view in one world times any number that is known of the view. As it comes to the same "
    "whatever the number is, the view that is cut has the law of the filter's view in each world: by any distance they "
    "are as far apart. Where both tell nothing, their laws are the same in both worlds, and no distance is less.",
    "As in Algorithms 2 and 3, repaired, a launch that is not accepted halts the filter.",
)
HALF = (
    "that the view that is cut and that of the filter are worth the same in each world (that one rule is valid if the "
    "other is follows from this for every distance, and is not derived)"
)

TABLE = (
    Derived(
        "Haney23 Lemma 2.19 (repaired)",
        "halting_is_cutting",
        "While G is within d the filter halts exactly where the view is cut; if it never is, both views are empty.",
        truncation.GENERAL,
        scope=f"{SCOPE}; every distance",
        part=HALF,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Lemma B.1 (repaired)",
        "halting_is_cutting_again",
        "Lemma 2.19 (repaired) once more.",
        truncation.RESTATED,
        scope=f"{SCOPE}; every distance",
        part=HALF,
        notes=NOTES,
    ),
    Derived(
        "Haney23 Lemma 1.26 (repaired)",
        "halting_is_cutting_for_moments",
        "Lemma 2.19 (repaired) for Rényi DP.",
        truncation.RENYI,
        scope=f"{SCOPE}; at each threshold filter and odometer alike",
        part=HALF,
        notes=NOTES,
    ),
    Derived(
        "concomp Proposition 6",
        "odometer_accepts_less",
        "What the odometer shows as at most (ε_0, δ_0) is accepted by the rule with this budget, list by list.",
        (fully_adaptive.ACCEPTED,),
        scope="all lists of losses, slacks δ', targets δ and budgets (ε_0, δ_0)",
        notes=("Of the root and the sums nothing is used: both rules have the same.",),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
