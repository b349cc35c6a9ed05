"""The composition theorems for trade-off functions, by the reductions of those for (ε,δ).

A reduction makes the composition of what is simulated by responses, and knows nothing of the laws of these. So pairs of
laws may stand for responses, if every mechanism is simulated by a pair: that is Lemma 14.5, which is not proved here.
"""

from __future__ import annotations

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.derived import check_of_derivation
from concomp.obligations.checks.hsv26.mechanisms.proved_postprocessing import refuted_by_solvers
from concomp.obligations.derivations.kernel.facts import Fact, WrongStep
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.systems import theorems as by_parameters
from concomp.obligations.derivations.systems.descriptions.slots import Rules
from concomp.obligations.derivations.systems.language import OF_EXCEPTIONS, OF_FILTER, OF_PARAMETERS
from concomp.obligations.derivations.systems.links import filtering, first_pairs, slots
from concomp.obligations.derivations.systems.trade_offs import theorems
from concomp.obligations.derivations.systems.trade_offs.any_responses import with_pairs
from concomp.obligations.expectation import Violation

CREATED = "any number of mechanisms, created adaptively, that communicate finitely"
PLAYED = "conversations of any length, all adaptive adversaries"
SEGMENTS = f"{CREATED}, and trade-off functions of countably many segments; {PLAYED}"
LEMMA = (
    "Resting on Lemma 14.5, which is computed on families and not proved: that a mechanism which communicates finitely "
    "is a post-processing of a pair of laws."
)
ONE_PAIR = (
    "A slot has one pair N_j for all mechanisms that may take it, so the pair of a mechanism is made of that of its "
    "slot, by Blackwell's theorem; its values are countably many, as samples are summed over."
)
ONE_DIRECTION = (
    "T(V^0,V^1) ≥ f speaks of world 0 against world 1; so no function need be symmetric. For both orders take the "
    "largest symmetric function below it."
)


def _knows_too_much(theorem: Fact, wanted: Index) -> str:
    """Say that a theorem on (ε,δ), which knows of responses what Lemma 4.7 does, is refused as a reduction."""
    try:
        with_pairs(theorem, wanted)
    except WrongStep:
        return f"{theorem.origin}, whose responses have laws of their own, is refused as a reduction to pairs of laws"
    raise Violation(f"{theorem.origin} is taken for a reduction to pairs of laws")


def _proved(scope: str, control: str, *notes: str) -> Outcome:
    return Outcome(verdict="proved", scope=scope, control=control, notes=(LEMMA, *notes, ONE_DIRECTION))


@check_of_derivation("HSV26 Corollary 14.7 (repaired)", theorems.FIXED_COMPOSE)
def mechanisms_take_slots_of_their_trade_off_functions() -> Outcome:
    """Every mechanism is simulated by the pair of laws of its slot."""
    where = refuted_by_solvers(slots.step(Rules(labels_compared=False)))
    refused = _knows_too_much(by_parameters.FIXED_PARAMETERS_COMPOSE, OF_PARAMETERS)
    return _proved(
        SEGMENTS,
        f"if a mechanism may take the slot of another function both solvers find a counter-model ({where}); {refused}",
        ONE_PAIR,
    )


@check_of_derivation("HSV26 Corollary 14.8 (repaired)", theorems.CONSISTENT_COMPOSE)
def exceptional_mechanisms_take_slots_of_their_trade_off_functions() -> Outcome:
    """Exceptional mechanisms are simulated by the pairs of their slots; the others answer the same in both worlds."""
    where = refuted_by_solvers(*first_pairs.INCONSISTENT.stages)
    refused = _knows_too_much(by_parameters.CONSISTENT_COMPOSE, OF_EXCEPTIONS)
    return _proved(
        SEGMENTS,
        f"without first-pair consistency both solvers find a counter-model ({where}); {refused}",
        ONE_PAIR,
    )


@check_of_derivation("HSV26 Corollary 14.9 (repaired)", theorems.INTERACTIVE_COMPOSE)
def interactive_mechanisms_take_slots_of_their_trade_off_functions() -> Outcome:
    """Corollary 14.8 for f_~, which admits identical pairs only after the first."""
    where = refuted_by_solvers(*first_pairs.INCONSISTENT.stages)
    return _proved(SEGMENTS, f"without first-pair consistency both solvers find a counter-model ({where})", ONE_PAIR)


@check_of_derivation("HSV26 Corollary 14.10", theorems.FILTERED_COMPOSE)
def filtered_mechanisms_have_pairs_of_their_own() -> Outcome:
    """Every mechanism has a pair of laws of its own, which the filter has accepted by accepting the mechanism."""
    where = refuted_by_solvers(*filtering.UNLIKE_PARAMETERS.stages)
    refused = _knows_too_much(by_parameters.FILTERED_COMPOSE, OF_FILTER)
    return _proved(
        f"{CREATED}, with any functions; {PLAYED}",
        f"with one-shot mechanisms whose functions are not those of the mechanisms both solvers find a counter-model "
        f"({where}); {refused}",
        "As each mechanism has a pair of its own, which is f_j-DP, f_j need be neither convex nor of countably many "
        "segments.",
    )
