"""A simulator that looks at two responses, one after the other: HSV26 Proposition 1.6, repaired.

RR_ε,β(b) is RR_0,β(b) where this exposes the bit, and else an independent RR_ε,0(b). So what asks the interactive
response whether the bit is exposed, and later for the bit, can look at RR_0,β(b) at once and at RR_ε,0(b) later.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.language import eq
from concomp.obligations.derivations.kernel.logic import solve, state
from concomp.obligations.derivations.theories.control.weights import WORLDS, H
from concomp.obligations.derivations.theories.laziness import lazy_simulation, least_budget, waiting
from concomp.obligations.derivations.theories.laziness.alike import lazy
from concomp.obligations.derivations.theories.simulation.simulation import NORMALISED, R
from concomp.obligations.derivations.theories.simulation.simulation_rules import look_later, two_responses

KEY = "HSV26 Proposition 1.6 (repaired)"
AT_ONCE, FOR_LATER, BOTH = two_responses(least_budget.BUDGET, R)
SHOWN = tuple(
    solve(
        "one response or the other",
        eq(BOTH.shows(bit, shown), AT_ONCE.shows_any(bit) * FOR_LATER.shows(bit, shown)),
    )
    for bit in WORLDS
    for shown in WORLDS
)
SECOND_IS_A_LAW = tuple(
    solve("RR_ε,0(b) always shows a bit", eq(FOR_LATER.shows_any(bit), 1), NORMALISED) for bit in WORLDS
)
LOOKS_LATER = look_later(least_budget.BUDGET, lazy(H), R, lazy_simulation.SIMULATED, NORMALISED, SHOWN, SECOND_IS_A_LAW)
PROVED = (
    state(LOOKS_LATER, KEY, "any budget β from W∞() to 1"),
    state(waiting.AT_MOST_TWICE, KEY, "min(1, 2δ) is such a budget"),
)
