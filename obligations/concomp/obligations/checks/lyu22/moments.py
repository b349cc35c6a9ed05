"""Rényi DP of interactive systems side by side: Lyu22's theorems, by the potential of `haney23.proved.renyi`."""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.haney23.proved.renyi import MECHANISMS, NOTES, SCOPE
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.renyi import side_by_side

DIRECT = "No monitor of the budget and no dominance is needed: the print's Lemmas 4, 5 and Claim 3 are not used."

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
)

CHECKS = checks_of_table(__name__, TABLE)
