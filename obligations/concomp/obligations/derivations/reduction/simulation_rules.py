"""The trusted rules that make a simulator of weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import ANSWER, QUERY, Fact, Rule, demand, derived
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    Comparison,
    Proposition,
    Quantity,
    Real,
    at,
    eq,
    free,
    real,
    total,
)
from concomp.obligations.derivations.kernel.linear import Combination, combined
from concomp.obligations.derivations.reduction.weights import mu

SIMULATION = Rule(
    "simulation",
    "Let every outcome r of a response, whose probabilities sum up to 1, come with weights W_r(h) ≥ 0 with "
    "W_r(()) = m_r and Σ_a W_r(h·q·a) = W_r(h) for every history and query, and let r have the probability m_r·k_r on "
    "input b. There is a post-processing with one initial state that asks for the response once and then answers q "
    "after h by a with probability W_r(h·q·a)/W_r(h); it gives the answers of every h with the weight "
    "ν(b, h) = Σ_r k_r·W_r(h).",
)
VIEWS = Rule(
    "weights determine views",
    "Two mechanisms that give the answers of every history with the same weight are equivalent: the views of every "
    "adversary have the same law.",
)


def simulated(bit: Index, history: Index) -> Real:
    """The weight of a history if T answers, given the response to the bit."""
    return Quantity("ν", (bit, history))


def response(bit: Index, outcome: Index) -> Real:
    """The probability of an outcome of the randomised response to a bit."""
    return Quantity("RR", (bit, outcome))


@dataclass(frozen=True)
class System:
    """The weights of one outcome: that they are at least 0, what they start with, and that they are handed on."""

    positive: Fact
    start: Fact
    sums: Fact


def simulation(
    bit: Index, history: Var, systems: Mapping[Index, System], chances: Mapping[Index, Fact], complete: Fact
) -> Fact:
    """From a system for every outcome and the law of the response to a bit: the weights of the simulation."""
    parts: Combination = []
    premises = [complete]
    everything = eq(combined([(real(1), response(bit, outcome)) for outcome in systems]), 1)
    demand(complete.formula == everything, f"{complete.formula} does not say that these are all the outcomes")
    for outcome, system in systems.items():
        chance = chances[outcome]
        parts.append(_part(bit, history, outcome, system, chance))
        premises += [system.positive, system.start, system.sums, chance]
    return derived(SIMULATION, eq(simulated(bit, history), combined(parts)), *premises)


def _part(bit: Index, history: Var, outcome: Index, system: System, chance: Fact) -> tuple[Real, Real]:
    """The factor k and the weights W of one outcome."""
    zero, weight = _sides(system.positive, "<=")
    demand(zero == real(0), f"{system.positive.formula} does not say that a weight is at least 0")
    demand(not {QUERY, ANSWER} & free(weight), f"{weight} depends on the next query or answer")
    handed_on = eq(total(ANSWER, at(weight, {history: EXTENDED(history, QUERY, ANSWER)})), weight)
    demand(system.sums.formula == handed_on, f"{system.sums.formula} is not {handed_on}")
    first, mass = _sides(system.start, "=")
    demand(first == at(weight, {history: EMPTY}), f"{system.start.formula} is not about the start of {weight}")
    probability, product = _sides(chance, "=")
    demand(probability == response(bit, outcome), f"{chance.formula} is not about {outcome} in answer to {bit}")
    demand(isinstance(product, Arithmetic), f"{product} is no multiple of {mass}")
    assert isinstance(product, Arithmetic)
    demand(product.operator == "*" and product.of[0] == mass, f"{product} is no multiple of {mass}")
    demand(not free(product.of[1]) and not free(mass), f"{product} depends on an index")
    return product.of[1], weight


def _sides(fact: Fact, relation: str) -> tuple[Real, Real]:
    demand(not fact.assumptions, f"{fact.formula} rests on an assumption")
    formula = fact.formula
    demand(isinstance(formula, Comparison), f"{formula} is no comparison")
    assert isinstance(formula, Comparison)
    demand(formula.relation == relation, f"{formula} is no comparison by {relation}")
    return formula.left, formula.right


def equivalence(history: Var, *worlds: Fact) -> Fact:
    """From ν(b, h) = μ(b, h) for every history in both worlds: simulation and mechanism are equivalent."""
    for bit, fact in zip((BIT_0, BIT_1), worlds, strict=True):
        demand(not fact.assumptions, f"{fact.formula} rests on an assumption")
        wanted = eq(simulated(bit, history), mu(bit, history))
        demand(fact.formula == wanted, f"{fact.formula} is not {wanted}")
    return derived(VIEWS, Proposition("T ∘* RR_ε,δ(b) and M(s_b) are equivalent, for b = 0 and b = 1"), *worlds)
