"""A simulator that looks at two responses, one after the other: HSV26 Proposition 1.6, repaired.

RR_ε,β(b) is RR_0,β(b) where this exposes the bit, and else an independent RR_ε,0(b). So what asks the interactive
response whether the bit is exposed, and later for the bit, can look at RR_0,β(b) at once and at RR_ε,0(b) later.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.indices import OTHER, Index
from concomp.obligations.derivations.kernel.language import Quantity, Real, eq, real
from concomp.obligations.derivations.kernel.logic import define, solve, state
from concomp.obligations.derivations.theories.control.weights import WORLDS, G
from concomp.obligations.derivations.theories.laziness import lazy_simulation, least_budget, waiting
from concomp.obligations.derivations.theories.simulation.simulation import EXPOSED, NOISY, NORMALISED, R
from concomp.obligations.derivations.theories.simulation.simulation_rules import look_later, response

KEY = "HSV26 Proposition 1.6 (repaired)"
_RESPONSE = "HSV26 Definition 2.3"


def exposing(bit: Index, outcome: Index) -> Real:
    """The probability of an outcome of RR_0,β(b)."""
    return Quantity("RR_0,β", (bit, outcome))


def private(bit: Index, outcome: Index) -> Real:
    """The probability of an outcome of RR_ε,0(b)."""
    return Quantity("RR_ε,0", (bit, outcome))


def _law(outcome: Real, chance: Real) -> Fact:
    return define("the response", _RESPONSE, eq(outcome, chance))


HALF = real(Fraction(1, 2)) * (1 - least_budget.BUDGET)
EXPOSES = {
    bit: (
        _law(exposing(bit, EXPOSED[bit]), least_budget.BUDGET),
        _law(exposing(bit, EXPOSED[OTHER(bit)]), real(0)),
        _law(exposing(bit, NOISY[bit]), HALF),
        _law(exposing(bit, NOISY[OTHER(bit)]), HALF),
    )
    for bit in WORLDS
}
ANSWERS = {bit: (_law(private(bit, NOISY[bit]), R * G), _law(private(bit, NOISY[OTHER(bit)]), R)) for bit in WORLDS}


def _is_either(bit: Index) -> tuple[Fact, ...]:
    """The law of RR_ε,β(b): exposed by the one response, or hidden by it and drawn by the other."""
    mixed = lazy_simulation.SIMULATION.chances(bit)
    hidden = exposing(bit, NOISY[bit]) + exposing(bit, NOISY[OTHER(bit)])
    by_parts = {EXPOSED[c]: exposing(bit, EXPOSED[c]) for c in WORLDS}
    by_parts |= {NOISY[c]: hidden * private(bit, NOISY[c]) for c in WORLDS}
    laws = (*EXPOSES[bit], *ANSWERS[bit])
    return tuple(
        solve("one response or the other", eq(response(bit, outcome), chance), mixed[outcome], *laws, witness=())
        for outcome, chance in by_parts.items()
    )


EITHER = tuple(fact for bit in WORLDS for fact in _is_either(bit))
SECOND_IS_A_LAW = tuple(
    solve(
        "RR_ε,0(b) always answers",
        eq(private(bit, NOISY[bit]) + private(bit, NOISY[OTHER(bit)]), 1),
        *ANSWERS[bit],
        NORMALISED,
    )
    for bit in WORLDS
)
LOOKS_LATER = look_later(
    lazy_simulation.SIMULATED, least_budget.BUDGET, exposing, private, EXPOSED, NOISY, EITHER, SECOND_IS_A_LAW
)
PROVED = (
    state(LOOKS_LATER, KEY, "any budget β from W∞() to 1"),
    state(waiting.AT_MOST_TWICE, KEY, "min(1, 2δ) is such a budget"),
)
