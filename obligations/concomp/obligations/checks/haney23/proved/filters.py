"""Filters and the odometers that they come from, whatever the measure and the mechanisms.

The same statements are computed on families in `haney23.conversions` and `haney23.adaptive`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.filters import conversion, fully_adaptive

SCOPE = (
    "every accumulator with G(∅) ≤ d, or that never decreases; all mechanisms with countably many answers, launched, "
    "asked and asked for the loss at will; all deterministic adversaries, to which Lemma 2.3 comes down, with any "
    "number of messages; every threshold d"
)
BOTH_KINDS = "those that answer once (1) and interactive ones (2)"
NOTES = (
    "While G is within d the filter halts exactly where the view is cut, so both views have one law in each world, and "
    "no distance tells them apart. If G never is, and never decreases, the filter launches nothing and the view is cut "
    "at once: neither tells the worlds apart.",
    "As in Algorithms 2 and 3, repaired, a launch that is not accepted halts the filter. What is answered from then "
    "on is a function of what was said before.",
    "Of a distance is used what Definition 2.1 says: that functions of both are no further apart, nor mixtures.",
)

TABLE = (
    Derived(
        "Haney23 Lemma 2.19 (repaired)",
        "halting_is_cutting",
        "While G is within d the filter halts exactly where the view is cut; if it never is, both tell nothing.",
        conversion.GENERAL,
        scope=f"{SCOPE}; every distance; {BOTH_KINDS}",
        notes=NOTES,
    ),
    Derived(
        "Haney23 Lemma B.1 (repaired)",
        "halting_is_cutting_again",
        "Lemma 2.19 (repaired) once more.",
        conversion.RESTATED,
        scope=f"{SCOPE}; every distance; {BOTH_KINDS}",
        notes=NOTES,
    ),
    Derived(
        "Haney23 Lemma 1.26 (repaired)",
        "halting_is_cutting_for_moments",
        "Lemma 2.19 (repaired) for Rényi DP.",
        conversion.RENYI,
        scope=f"{SCOPE}; every distance, so that of Rényi DP of every order α > 1",
        notes=(*NOTES, "The accumulator is valid at 0 as well, if the rules are at every ε > 0 (HL22)."),
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
