"""Composition of Rényi private continual mechanisms at every real order: the potential of `haney23.proved.renyi`.

The same statements are computed on families in `hsv26.measures.renyi_composition`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.haney23.proved.renyi import LAUNCHED, NOTES
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.renyi import continual

AS_INTERACTIVE = (
    "A continual mechanism enters as V[f_j] ∘* I(b) ∘* M_j, which is interactive, with the secret bit for its start, "
    "and takes pairs of messages."
)
SLOTS = "What is so of all sums Σε_j ≤ ε is so of what slots allow, with ε their sum."
FIRST_PAIR = (
    "The first pair of a mechanism launches it, as its function is first-pair consistent: after an identical one all "
    "pairs are identical, so that it answers with the same laws in both worlds and its loss is 0."
)
NEIGHBOURS = "An interactive mechanism is continual with its start for the first message; f_~ is first-pair consistent."

TABLE = (
    Derived(
        "HSV26 Corollary 13.8",
        "creations_are_paid",
        "A creation is paid by what is left of the budget, an answer by what could be made of its mechanism.",
        (continual.FILTERED,),
        scope=LAUNCHED,
        notes=(AS_INTERACTIVE, *NOTES),
    ),
    Derived(
        "HSV26 Corollary 13.4",
        "slots_pay_for_creations",
        "Corollary 13.8 with the sum of the slots for the budget.",
        (continual.FIXED,),
        scope=LAUNCHED,
        notes=(AS_INTERACTIVE, SLOTS, *NOTES),
    ),
    Derived(
        "HSV26 Theorem 13.6",
        "the_first_pair_is_paid",
        "A first pair that differs takes a slot, an identical one costs nothing; so the potential never grows.",
        (continual.CONSISTENT,),
        scope=LAUNCHED,
        notes=(AS_INTERACTIVE, FIRST_PAIR, SLOTS, *NOTES),
    ),
    Derived(
        "HSV26 Corollary 13.7",
        "different_starts_are_paid",
        "Theorem 13.6 for interactive mechanisms, whose first pair are their starts.",
        (continual.STARTED,),
        scope=LAUNCHED,
        notes=(AS_INTERACTIVE, NEIGHBOURS, FIRST_PAIR, SLOTS, *NOTES),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
