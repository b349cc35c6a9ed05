"""Lemmas about one arbitrary mechanism, as implications about every mechanism.

The lemmas of `theories` are derived of the weights of a mechanism of which only their hypotheses are known. What these
say of the mechanism is read from the derivation itself: each is read as a property of a system and of its parameters,
and a hypothesis that nobody can read is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from concomp.obligations.derivations.kernel.definitions import NoDefinition, Symbol, symbol, symbols
from concomp.obligations.derivations.kernel.exactness import exactly
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep, demand, deriving
from concomp.obligations.derivations.kernel.freshness import demand_fresh, demand_meanings
from concomp.obligations.derivations.kernel.indices import Index
from concomp.obligations.derivations.kernel.language import (
    Formula,
    Implication,
    Proposition,
    eq,
    formula_at,
)
from concomp.obligations.derivations.kernel.statements import HYPOTHESIS
from concomp.obligations.derivations.systems.language import PARAMETERS, M
from concomp.obligations.derivations.systems.properties import (
    discrete,
    enough,
    positive,
    private,
    pure,
    simulated,
    zero,
)
from concomp.obligations.derivations.theories.control.private import PRIVATE, REACHED_EARLIER, REACHED_LAST
from concomp.obligations.derivations.theories.control.weights import (
    AT_LEAST_1,
    CHAIN,
    DELTA,
    DELTA_RANGE,
    KERNEL,
    START,
)
from concomp.obligations.derivations.theories.laziness import alike, least_budget
from concomp.obligations.derivations.theories.simulation.simulation import EPSILON, NO_EPSILON
from concomp.obligations.derivations.theories.simulation.simulation_rules import EQUIVALENT

ORDER = (
    discrete(M),
    private(M, PARAMETERS),
    positive(PARAMETERS),
    zero(PARAMETERS),
    pure(PARAMETERS),
    enough(least_budget.BUDGET, M, PARAMETERS),
)
"""What may be supposed of a mechanism and its parameters, in the order in which it is."""
OF_PARAMETERS = frozenset(fact.formula for fact in (AT_LEAST_1, *DELTA_RANGE))
"""What is so of all parameters: ε ≥ 0 and 0 ≤ δ ≤ 1."""
READINGS: Mapping[Formula, Proposition] = MappingProxyType(
    {
        **{fact.formula: discrete(M) for fact in KERNEL},
        PRIVATE.formula: private(M, PARAMETERS),
        EPSILON.formula: positive(PARAMETERS),
        NO_EPSILON.formula: zero(PARAMETERS),
        eq(DELTA, 0): pure(PARAMETERS),
        **{fact.formula: enough(least_budget.BUDGET, M, PARAMETERS) for fact in least_budget.ENOUGH},
    }
)
"""What a hypothesis about weights says of the mechanism."""


MEANINGS: frozenset[Formula] = frozenset(
    fact.formula for fact in (START, CHAIN, REACHED_LAST, REACHED_EARLIER, alike.WAITS_FIRST, alike.WAITS_ON)
)
"""What the weights of a mechanism are, what a strategy reaches, and where a simulator waits."""
OF_A_MECHANISM: frozenset[Symbol] = frozenset().union(
    *(symbols(formula) for formula in (*READINGS, *OF_PARAMETERS, *MEANINGS)), {symbol(least_budget.BUDGET)}
)
"""By these hypotheses are read and conclusions said: a lemma that defines one of them otherwise is about others."""

EVERY_MECHANISM = Rule(
    "every mechanism",
    generalises=True,
    closed=True,
    speaks_of=OF_A_MECHANISM,
    meanings=MEANINGS,
)
ANY_EPSILON = Rule("any ε")
_derive = deriving(EVERY_MECHANISM, ANY_EPSILON)


def _demand_any_mechanism(lemmas: Iterable[Fact], rule: Rule) -> None:
    """Make sure that derivations are about an arbitrary mechanism, and mean the same by what they define."""
    ancestors = _ancestors(lemmas)
    try:
        demand_meanings(ancestors, (rule,))
        demand_fresh(ancestors)
    except NoDefinition as error:
        raise WrongStep(f"what is said need not be so of every mechanism: {error}") from error


@exactly
def suppositions_of(rule: Rule, *lemmas: Fact, answered: Collection[Formula] = ()) -> tuple[Formula, ...]:
    """What derivations suppose of the mechanism that they are about; WrongStep for a hypothesis without a reading.

    rule: that generalises them. answered: hypotheses that it answers for in another way.
    """
    _demand_any_mechanism(lemmas, rule)
    supposed = {fact.formula for fact in hypotheses_of(*lemmas)} - set(answered) - OF_PARAMETERS
    for formula in supposed:
        demand(formula in READINGS, f"nothing says what {formula} says of a mechanism")
    read = {READINGS[formula] for formula in supposed}
    return tuple(each for each in ORDER if each in read)


@exactly
def hypotheses_of(*facts: Fact) -> tuple[Fact, ...]:
    """The hypotheses of all that facts were derived from, statements of their own among it, in a fixed order."""
    return tuple(fact for fact in _ancestors(facts) if fact.rule == HYPOTHESIS)


def _ancestors(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """All that facts were derived from, in the order of their making."""
    seen: dict[int, Fact] = {}
    waiting = list(facts)
    while waiting:
        fact = waiting.pop()
        if fact.number not in seen:
            seen[fact.number] = fact
            waiting += fact.premises
    return tuple(seen[number] for number in sorted(seen))


@exactly
def implication(premises: Collection[Formula], conclusion: Formula) -> Formula:
    """The implication from several premises, the first outermost."""
    for premise in reversed(tuple(premises)):
        conclusion = Implication(premise, conclusion)
    return conclusion


@exactly
def of_system(system: Index, suppositions: Collection[Formula]) -> tuple[Formula, ...]:
    """What is supposed of a mechanism, of a system."""
    return tuple(formula_at(each, {M: system}) for each in suppositions)


@exactly
def for_every_mechanism(lemma: Fact) -> Fact:
    """From Lemma 4.7 about one mechanism: every mechanism of which its hypotheses hold has a simulator."""
    demand(lemma.formula == EQUIVALENT, f"{lemma.formula} is not Lemma 4.7")
    formula = implication(suppositions_of(EVERY_MECHANISM, lemma), simulated(M, PARAMETERS))
    return _derive(EVERY_MECHANISM, formula, lemma, *hypotheses_of(lemma))


@exactly
def any_epsilon(if_positive: Fact, if_zero: Fact) -> Fact:
    """From what holds if ε > 0 and what holds if ε = 0: the same without either."""
    case, other = positive(PARAMETERS), zero(PARAMETERS)
    formula = _without(if_positive.formula, case)
    demand(formula == _without(if_zero.formula, other), f"{if_positive.formula} and {if_zero.formula} say different")
    return _derive(ANY_EPSILON, formula, if_positive, if_zero)


def _without(formula: Formula, premise: Formula) -> Formula:
    demand(isinstance(formula, Implication), f"{premise} is no premise")
    assert isinstance(formula, Implication)
    if formula.premise == premise:
        return formula.conclusion
    return Implication(formula.premise, _without(formula.conclusion, premise))
