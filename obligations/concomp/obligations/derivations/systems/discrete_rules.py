"""The trusted rule about discrete answers: those of compositions, of mechanisms and of what simulates them.

Weights are those of transcripts, of which every one has a chance where answers are discrete, and where they are not
perhaps none. So two compositions are compared by their weights only if both have discrete answers.
"""

from __future__ import annotations

from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.systems.drawn_slots import DrawnSlots
from concomp.obligations.derivations.systems.language import (
    BEHIND,
    BESIDE,
    CHAIN,
    DEALING,
    EVERY_PARAMETERS,
    FRESH,
    HANDED,
    MEMBERS,
    OF_EXCEPTIONS,
    OF_FILTER,
    OF_PURE,
    RESPONSES_OF,
    SIMULATORS,
    SUITABLE,
    TOGETHER,
    TOLD,
    VERIFIER,
    C,
    every_exception,
    every_member,
    filtered,
)
from concomp.obligations.derivations.systems.properties import discrete, simulated, simulated_lazily_by_delta
from concomp.obligations.derivations.systems.shares import of_composition
from concomp.obligations.derivations.systems.slot_rules import demand_found

DISCRETE_TOGETHER = Rule("discrete answers together", collective=True)
_derive = deriving(DISCRETE_TOGETHER)


@exactly
def composed_members(wanted: Index) -> Index:
    """V[f] ∘* IECC, f the function of a demand."""
    return BEHIND(VERIFIER(SUITABLE(C, wanted)), BESIDE(MEMBERS(C)))


@exactly
def told_samples(function: Index) -> Index:
    """V[f] ∘* the player of a theorem with slots, told all samples."""
    composition, wanted = of_composition(function)
    player = DEALING(composition, wanted, TOGETHER(DrawnSlots(function).simulators))
    return BEHIND(VERIFIER(function), TOLD(player, RESPONSES_OF(composition)))


@exactly
def handed_samples() -> Index:
    """V[f^Filt] ∘* the simulators, each handed a fresh sample of its own."""
    return BEHIND(CHAIN(VERIFIER(filtered(C)), HANDED(TOGETHER(SIMULATORS(C)))), FRESH(C))


@exactly
def simulators_of(wanted: Index) -> Formula:
    """That those have simulators who are played by what they are told, by a demand."""
    if wanted == OF_PURE:
        return simulated_lazily_by_delta(every_member(C), EVERY_PARAMETERS(C))
    simulated_ones = every_exception(C) if wanted == OF_EXCEPTIONS else every_member(C)
    return simulated(simulated_ones, EVERY_PARAMETERS(C))


@exactly
def discrete_members(wanted: Index, answers: Fact) -> Fact:
    """From discrete answers of every mechanism: those of all, side by side."""
    _demand_answers(answers)
    return _derive(DISCRETE_TOGETHER, discrete(composed_members(wanted)), answers, using={"demand": wanted})


@exactly
def discrete_simulators(function: Index, answers: Fact, simulators: Fact, found: Fact) -> Fact:
    """From discrete answers of every mechanism, and simulators: those of the player, told the samples of slots.

    found: that whoever takes a slot finds one with its parameters.
    """
    _, wanted = of_composition(function)
    _demand_answers(answers)
    _demand_simulators(wanted, simulators)
    demand_found(function, found)
    return _derive(DISCRETE_TOGETHER, discrete(told_samples(function)), answers, simulators, found)


@exactly
def discrete_handed(answers: Fact, simulators: Fact) -> Fact:
    """The same of simulators under a filter, each handed a sample of its own."""
    _demand_answers(answers)
    _demand_simulators(OF_FILTER, simulators)
    return _derive(DISCRETE_TOGETHER, discrete(handed_samples()), answers, simulators)


def _demand_answers(answers: Fact) -> None:
    demand(answers.formula == discrete(every_member(C)), f"{answers.formula} is not that all answers are discrete")


def _demand_simulators(wanted: Index, simulators: Fact) -> None:
    says = simulators_of(wanted)
    demand(simulators.formula == says, f"{simulators.formula} is not that {says}")
