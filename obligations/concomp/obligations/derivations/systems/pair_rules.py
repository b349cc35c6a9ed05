"""The trusted rules about continual mechanisms that get identical pairs, or pairs whose sides are exchanged."""

from __future__ import annotations

from concomp.obligations.derivations.kernel.definitions import defined_symbol
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand, deriving
from concomp.obligations.derivations.kernel.indices import BIT_0, BIT_1
from concomp.obligations.derivations.kernel.language import Comparison, Formula, Implication, eq
from concomp.obligations.derivations.systems.language import (
    BIT,
    CM,
    IDENTICAL_ALWAYS,
    PARAMETERS,
    F,
    exchanged_world,
    guarded_world,
    verified_mechanism,
    world,
)
from concomp.obligations.derivations.systems.lemmas import (
    MEANINGS,
    OF_A_MECHANISM,
    hypotheses_of,
    implication,
    of_system,
    suppositions_of,
)
from concomp.obligations.derivations.systems.properties import simulated_lazily, simulated_lazily_by_delta
from concomp.obligations.derivations.systems.shares import TRANSCRIPTS, B, H, weight
from concomp.obligations.derivations.systems.suppositions import invariant
from concomp.obligations.derivations.theories.control import control, limits
from concomp.obligations.derivations.theories.control.weights import DELTA
from concomp.obligations.derivations.theories.laziness import alike, exchanging, least_budget, waiting
from concomp.obligations.derivations.theories.simulation.simulation_rules import lazily

BUDGET = least_budget.BUDGET
_OF_CONTROL = (control.CONTROL_LAST, control.CONTROL_EARLIER, control.LOWER_LAST, control.LOWER_EARLIER)
LIMITS: frozenset[Formula] = frozenset(fact.formula for fact in (limits.DEFINITION, *_OF_CONTROL))
"""What L∞ is."""
_OF_WAITING = (waiting.COST, waiting.LAST, waiting.EARLIER, waiting.IS_NEEDED)
COSTS: frozenset[Formula] = LIMITS | frozenset(fact.formula for fact in _OF_WAITING)
"""What W∞ is."""
WITH_PAIRS = Rule(
    "identical pairs",
    generalises=True,
    closed=True,
    speaks_of=TRANSCRIPTS | OF_A_MECHANISM | frozenset(map(defined_symbol, COSTS)),
    meanings=MEANINGS | COSTS,
    binds=frozenset({B, H}),
)
WITH_EXCHANGED_PAIRS = Rule(
    "exchanged pairs",
    generalises=True,
    closed=True,
    speaks_of=TRANSCRIPTS | OF_A_MECHANISM | frozenset(map(defined_symbol, LIMITS)),
    meanings=MEANINGS | LIMITS,
    binds=frozenset({B, H}),
)
_derive = deriving(WITH_PAIRS, WITH_EXCHANGED_PAIRS)
SYSTEM = verified_mechanism(F, CM)
ANSWERED_BY_PAIRS: frozenset[Formula] = frozenset(fact.formula for fact in (alike.GOES_ON_OR_NOT, alike.SAME_WEIGHT))
"""What is so if λ is 1 while all pairs are identical, and identical pairs are answered alike."""
ANSWERED_BY_EXCHANGE: frozenset[Formula] = frozenset(
    fact.formula for fact in (exchanging.SAME_WEIGHTS, exchanging.WORLDS_EXCHANGED, exchanging.OWN_IMAGE)
)
"""What is so if moreover to exchange the sides of all pairs is to exchange the worlds."""


def _demand_alike(same: Fact) -> None:
    zero, one = (weight(guarded_world(IDENTICAL_ALWAYS(), F, bit, CM)) for bit in (BIT_0, BIT_1))
    demand(same.formula == eq(zero, one), f"{same.formula} is not that identical pairs are answered alike")
    _demand_derived(same)


def _demand_derived(alike: Fact) -> None:
    """Make sure that what solvers prove of systems is not supposed, as the rule's conclusion does not say so."""
    demand(not hypotheses_of(alike), f"{alike.formula} rests on a hypothesis")


@exactly
def for_pairs(lemma: Fact, same: Fact, *enough: Fact) -> Fact:
    """From Lemma 5.6 for any budget that is enough, and answers to identical pairs: the lemma for pairs.

    enough: that δ is such a budget, if it is to be the budget; by default it is any β that is enough for the system.
    """
    demand(lemma.formula == lazily(BUDGET, alike.lazy(H)), f"{lemma.formula} is not Lemma 5.6")
    _demand_alike(same)
    supposed = frozenset(fact.formula for fact in least_budget.ENOUGH)
    for fact in enough:
        cost = least_budget.ENOUGH[0].formula
        assert isinstance(cost, Comparison)
        demand(fact.formula == Comparison("<=", cost.left, DELTA), f"{fact.formula} is not that δ is enough")
    by_delta, by_any = simulated_lazily_by_delta(SYSTEM, PARAMETERS), simulated_lazily(BUDGET, SYSTEM, PARAMETERS)
    answered, conclusion = (ANSWERED_BY_PAIRS | supposed, by_delta) if enough else (ANSWERED_BY_PAIRS, by_any)
    premises = of_system(SYSTEM, suppositions_of(WITH_PAIRS, lemma, *enough, answered=answered))
    known = (lemma, same, *enough, *hypotheses_of(lemma, *enough))
    return _derive(WITH_PAIRS, implication(premises, conclusion), *known, using={"system": SYSTEM})


@exactly
def for_exchanged_pairs(lemma: Fact, same: Fact, exchanged: Fact) -> Fact:
    """From the simulation with δ if exchanging sides exchanges worlds, and functions under which it does: for pairs."""
    demand(lemma.formula == lazily(DELTA, alike.lazy(H)), f"{lemma.formula} is about others")
    _demand_alike(same)
    weights = eq(weight(world(F, BIT, CM)), weight(exchanged_world(F, BIT, CM)))
    wanted = Implication(invariant(F).formula, weights)
    demand(exchanged.formula == wanted, f"{exchanged.formula} is not that sides may be exchanged")
    _demand_derived(exchanged)
    answered = ANSWERED_BY_PAIRS | ANSWERED_BY_EXCHANGE
    supposed = suppositions_of(WITH_EXCHANGED_PAIRS, lemma, answered=answered)
    premises = (invariant(F).formula, *of_system(SYSTEM, supposed))
    conclusion = implication(premises, simulated_lazily_by_delta(SYSTEM, PARAMETERS))
    known = (lemma, same, exchanged, *hypotheses_of(lemma))
    return _derive(WITH_EXCHANGED_PAIRS, conclusion, *known, using={"system": SYSTEM})
