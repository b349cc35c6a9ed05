"""Few of a declared number of mechanisms, at every real order: the potential of `theories.renyi.sparse`.

The bound is computed on families in `concomp.measures`.
"""

from __future__ import annotations

from concomp.obligations.checks.derived import Derived
from concomp.obligations.checks.haney23.proved.renyi import MECHANISMS, POWERS
from concomp.obligations.checks.table import checks_of_table
from concomp.obligations.derivations.theories.renyi import sparse

POTENTIAL = (
    "What is left of the slots bounds how many factors ω_j may still become V_j, and ∏_{exceptional} V_j·Σ_{l ≤ left} "
    "e_l(V_j − ω_j, ω_j: others) never grows: an identical pair makes no more of ω_j, which is a chance, nor of V_j, "
    "and the first differing pair turns a sum that has both, with one slot more, into V_j."
)
DECLARED = (
    "A mechanism is created in one of k declared slots and keeps it; which, and what is created there, may depend on "
    "answers, as the moment of a slot is the largest of what may be created in it. What the composition answers itself "
    "is a slot with W = 1, which adds nothing to the polynomials."
)
SHARP = "The second formula is of one adversary; the bound for k = 2 and c = 1 is 1 + 2·(2 − 1) = 3, reached as p → 0."

TABLE = (
    Derived(
        "concomp Proposition 21",
        "slots_pay_for_differences",
        "The first differing pair of a mechanism takes a slot; until then both worlds answer alike.",
        (sparse.FEW_OF_MANY, sparse.TWO_COPIES),
        scope=f"any declared number of mechanisms, any number of them exceptional; {MECHANISMS}; all real α > 1",
        notes=(POTENTIAL, DECLARED, SHARP, POWERS),
    ),
)

CHECKS = checks_of_table(__name__, TABLE)
