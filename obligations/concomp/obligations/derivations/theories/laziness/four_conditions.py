"""HSV26 conditions (I) to (IV) together, (IV) as repaired, and what (IV) asks of δ at the start.

One φ obeys all four with the budget δ~ = min(1, L⁰() + L¹()). With δ itself (I), (II) and (III) can be had, and (IV)
asks at the empty history for δ ≥ min(1, L⁰() + L¹()), which (ε,δ)-DP does not give (E3).
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import EMPTY
from concomp.obligations.derivations.kernel.language import eq, largest
from concomp.obligations.derivations.kernel.logic import instance, solve, state
from concomp.obligations.derivations.theories.control.limits import control_limit
from concomp.obligations.derivations.theories.control.weights import START, WORLDS, B
from concomp.obligations.derivations.theories.laziness.condition_four import CONDITIONS
from concomp.obligations.derivations.theories.laziness.reaching_the_cap import allowed
from concomp.obligations.derivations.theories.simulation.sharing import CONDITION_I, CONDITION_II, CONDITION_III

KEY = "HSV26 Conditions (I)-(IV)"


def _asked_at_the_start() -> Fact:
    at_start = control_limit(WORLDS[0], EMPTY) + control_limit(WORLDS[1], EMPTY)
    asked = eq(allowed(B, EMPTY), 1 - largest(0, 1 - at_start))
    return solve("no history is sure", asked, START)


OF_ONE_PHI = tuple(state(instance(fact, {}), KEY, f"with δ~: {fact.name}") for fact in CONDITIONS)
WITH_DELTA = tuple(
    state(instance(fact, {}), KEY, f"with δ: ({number})")
    for number, fact in (("I", CONDITION_I), ("II", CONDITION_II), ("III", CONDITION_III))
)
AT_THE_START = state(_asked_at_the_start(), KEY, "what (IV) asks of δ at the empty history")
