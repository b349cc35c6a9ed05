"""The trusted rules that make a simulator of weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, derive
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1, EMPTY, EXTENDED, OTHER, Index, Var
from concomp.obligations.derivations.kernel.language import (
    Arithmetic,
    Comparison,
    Formula,
    Proposition,
    Quantity,
    Real,
    eq,
    free,
    real,
    term_at,
    total,
)
from concomp.obligations.derivations.kernel.linear import Combination, term_of
from concomp.obligations.derivations.kernel.logic import ANSWER, QUERY
from concomp.obligations.derivations.theories.control.weights import mu

SIMULATION = Rule(
    "simulation",
    "Let every outcome r of a response, whose probabilities sum up to 1, come with weights W_r(h) ≥ 0 with "
    "W_r(()) = m_r and Σ_a W_r(h·q·a) = W_r(h) for every history and query, and let r have the probability m_r·k_r on "
    "input b. There is a post-processing with one initial state that asks for the response once and then answers q "
    "after h by a with probability W_r(h·q·a)/W_r(h); it gives the answers of every h with the weight "
    "ν(b, h) = Σ_r k_r·W_r(h).",
    defines=True,
)
VIEWS = Rule(
    "weights determine views",
    "Two mechanisms that give the answers of every history with the same weight are equivalent: the views of every "
    "adversary have the same law.",
)

LAZINESS = Rule(
    "laziness",
    "Let λ be 0 or 1, a function of the queries of a history, 1 for none, and 0 after 0. If the weights of a "
    "simulation by the response do not depend on its bit where λ = 1, but only on whether it is exposed, there is a "
    "post-processing of the interactive response that asks first whether the bit is exposed, answers by that as long "
    "as λ = 1, and asks for the bit, once, when a query ends this; it gives every history the same weight.",
)
EQUIVALENT = Proposition("T ∘* RR_ε,δ(b) and M(s_b) are equivalent, for b = 0 and b = 1")
"""What Lemma 4.7 says of every (ε,δ)-DP mechanism M."""
LOOKED_AT_LATER = Rule(
    "two responses",
    "Let an outcome of RR_ε,β(b) be exposed with the chance with which RR_0,β(b) exposes it, and otherwise have the "
    "chance that RR_0,β(b) exposes nothing times its chance for RR_ε,0(b). What asks IRR_ε,β(b) whether the bit is "
    "exposed, and then, perhaps, for the bit, is equivalent to what looks at RR_0,β(b) first, and at an independent "
    "RR_ε,0(b) only if that exposes nothing and the bit is asked for.",
)
LATER = Proposition(
    "P ∘* (RR_0,β(b), RR_ε,0(b)) and M(s_b) are equivalent, for b = 0 and b = 1; P looks at RR_ε,0(b) only where λ = 0"
)


def equivalence_of(budget: Real) -> Proposition:
    """That a response with this budget for the bit is enough for a simulator."""
    return Proposition(f"T ∘* RR_ε,{budget}(b) and M(s_b) are equivalent, for b = 0 and b = 1")


def lazily(budget: Real) -> Proposition:
    """That an interactive response with this budget is enough for a simulator that waits."""
    return Proposition(
        f"P ∘* IRR_ε,{budget}(b) and M(s_b) are equivalent, for b = 0 and b = 1; P queries IRR once where λ = 1, at "
        "most twice elsewhere"
    )


def simulated_weight(bit: Index, history: Index) -> Real:
    """The weight of a history if T answers, given the response to the bit."""
    return Quantity("ν", (bit, history))


def response(bit: Index, outcome: Index) -> Real:
    """The probability of an outcome of the randomised response to a bit."""
    return Quantity("RR", (bit, outcome))


@dataclass(frozen=True)
class Weights:
    """The weights of one outcome: that they are at least 0, what they start with, and that they are handed on."""

    positive: Fact
    start: Fact
    sums: Fact


def simulation(
    bit: Index, history: Var, systems: Mapping[Index, Weights], chances: Mapping[Index, Fact], complete: Fact
) -> Fact:
    """From a system for every outcome and the law of the response to a bit: the weights of the simulation."""
    parts: Combination = []
    premises = [complete]
    everything = eq(term_of([(real(1), response(bit, outcome)) for outcome in systems]), 1)
    demand(complete.formula == everything, f"{complete.formula} does not say that these are all the outcomes")
    for outcome, system in systems.items():
        chance = chances[outcome]
        parts.append(_part(bit, history, outcome, system, chance))
        premises += [system.positive, system.start, system.sums, chance]
    return derive(
        SIMULATION,
        eq(simulated_weight(bit, history), term_of(parts)),
        *premises,
        using={"bit": bit, "history": history, "outcomes": tuple(systems)},
    )


def _part(bit: Index, history: Var, outcome: Index, system: Weights, chance: Fact) -> tuple[Real, Real]:
    """The factor k and the weights W of one outcome."""
    zero, weight = _sides(system.positive, "<=")
    demand(zero == real(0), f"{system.positive.formula} does not say that a weight is at least 0")
    demand(not {QUERY, ANSWER} & free(weight), f"{weight} depends on the next query or answer")
    handed_on = eq(total(ANSWER, term_at(weight, {history: EXTENDED(history, QUERY, ANSWER)})), weight)
    demand(system.sums.formula == handed_on, f"{system.sums.formula} is not {handed_on}")
    first, mass = _sides(system.start, "=")
    demand(first == term_at(weight, {history: EMPTY}), f"{system.start.formula} is not about the start of {weight}")
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
    return _equivalent(EQUIVALENT, history, *worlds)


def _equivalent(says: Proposition, history: Var, *worlds: Fact) -> Fact:
    for bit, fact in zip((BIT_0, BIT_1), worlds, strict=True):
        demand(not fact.assumptions, f"{fact.formula} rests on an assumption")
        wanted = eq(simulated_weight(bit, history), mu(bit, history))
        demand(fact.formula == wanted, f"{fact.formula} is not {wanted}")
    return derive(VIEWS, says, *worlds, using={"says": says, "history": history})


@dataclass(frozen=True)
class Laziness:
    """Where a post-processing is to wait: λ, that it starts at 1, and what is left of it after a query."""

    waits: Fact
    start: Fact
    step: Fact
    goes_on: Fact

    def of(self, history: Var) -> Real:
        """λ of a history; WrongStep unless it is 0 or 1, 1 at the start, and left by queries only."""
        square, waits = _sides(self.waits, "=")
        demand(
            square == waits * waits and free(waits) == {history}, f"{self.waits.formula} is not λ·λ = λ of a history"
        )
        demand(_sides(self.start, "=") == (term_at(waits, {history: EMPTY}), real(1)), "λ is not 1 at the start")
        later, product = _sides(self.step, "=")
        asked = term_at(waits, {history: EXTENDED(history, QUERY, ANSWER)})
        demand(
            later == asked and isinstance(product, Arithmetic), f"{self.step.formula} is not about λ after an answer"
        )
        assert isinstance(product, Arithmetic)
        factor = product.of[1]
        demand(product == waits * factor and free(factor) == {history, QUERY}, f"{product} is not left by the query")
        demand(
            _sides(self.goes_on, "=") == (factor * factor, factor), f"{self.goes_on.formula}: {factor} is not 0 or 1"
        )
        return waits


def lazy_equivalence(
    history: Var,
    laziness: Laziness,
    systems: Mapping[Index, Weights],
    alike: Mapping[tuple[Index, Index], Fact],
    worlds: tuple[Fact, ...],
    budget: Real,
) -> Fact:
    """As `equivalence`, from the interactive response, if the weights of outcomes that differ in the bit are alike.

    alike: for the two outcomes that expose the bit, and the two that do not, that λ times their weights are equal.
    worlds: as for `equivalence`, from the weights of the simulation with these systems. budget: the probability with
    which the bit is exposed.
    """
    waits = laziness.of(history)
    same = _equivalent(equivalence_of(budget), history, *worlds)
    for world in worlds:
        made = [premise for premise in world.premises if premise.rule is SIMULATION]
        used = {id(premise) for fact in made for premise in fact.premises}
        parts = {id(part) for system in systems.values() for part in (system.positive, system.start, system.sums)}
        demand(len(made) == 1 and parts <= used, f"{world.formula} is not about a simulation with these systems")
    paired = sorted(str(outcome) for pair in alike for outcome in pair)
    demand(paired == sorted(map(str, systems)), f"{paired} are not all the outcomes, once each")
    for pair, fact in alike.items():
        one, other = (waits * _sides(systems[outcome].positive, "<=")[1] for outcome in pair)
        demand(fact.formula == eq(one, other), f"{fact.formula} does not say that {pair} weigh alike where λ = 1")
        demand(not fact.assumptions, f"{fact.formula} rests on an assumption")
    masses = [{_sides(systems[outcome].start, "=")[1] for outcome in pair} for pair in alike]
    demand(masses == [{budget}, {1 - budget}], f"the bit is not exposed with probability {budget}")
    premises = (laziness.waits, laziness.start, laziness.step, laziness.goes_on, *alike.values(), same)
    pairs = tuple(outcome for pair in alike for outcome in pair)
    return derive(LAZINESS, lazily(budget), *premises, using={"history": history, "pairs": pairs, "budget": budget})


Chance = Callable[[Index, Index], Real]


def look_later(
    lazy: Fact,
    budget: Real,
    exposing: Chance,
    private: Chance,
    exposed: Mapping[Index, Index],
    noisy: Mapping[Index, Index],
    either: tuple[Fact, ...],
    complete: tuple[Fact, ...],
) -> Fact:
    """From a lazy simulation by the interactive response: one by two independent responses, of which one is for later.

    exposing, private: the chances of the outcomes of RR_0,β and RR_ε,0. either: for both bits and all outcomes, that
    the response exposes the outcome, or exposes nothing and the other response gives it. complete: that the second
    always gives one.
    """
    demand(lazy.formula == lazily(budget) and lazy.rule is LAZINESS, f"{lazy.formula} is not lazy")
    wanted: list[Formula] = []
    for bit in (BIT_0, BIT_1):
        hidden = exposing(bit, noisy[bit]) + exposing(bit, noisy[OTHER(bit)])
        wanted += [eq(response(bit, exposed[c]), exposing(bit, exposed[c])) for c in (BIT_0, BIT_1)]
        wanted += [eq(response(bit, noisy[c]), hidden * private(bit, noisy[c])) for c in (BIT_0, BIT_1)]
    _demand_all(either, wanted)
    _demand_all(complete, [eq(private(b, noisy[b]) + private(b, noisy[OTHER(b)]), 1) for b in (BIT_0, BIT_1)])
    return derive(LOOKED_AT_LATER, LATER, lazy, *either, *complete, using={"budget": budget})


def _demand_all(facts: tuple[Fact, ...], wanted: list[Formula]) -> None:
    for fact, formula in zip(facts, wanted, strict=True):
        demand(fact.formula == formula and not fact.assumptions, f"{fact.formula} is not {formula}")
