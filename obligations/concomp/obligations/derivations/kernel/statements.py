"""What may be stated: a row of the registry, derived from hypotheses of which none is what is to be shown.

What a statement itself supposes has no source; any other hypothesis comes from another statement of the registry.
"""

from __future__ import annotations

from collections.abc import Callable

from concomp.model.registry.registry import load
from concomp.obligations.derivations.kernel.definitions import NoDefinition, Symbol, indices_of, symbols
from concomp.obligations.derivations.kernel.facts import Fact, Rule, WrongStep, demand
from concomp.obligations.derivations.kernel.freshness import ancestry, demand_fresh
from concomp.obligations.derivations.kernel.indices import Compound, Index, Var
from concomp.obligations.derivations.kernel.language import Formula, Implication, Proposition, comparisons
from concomp.obligations.derivations.kernel.sealing import ALIKE
from concomp.obligations.derivations.kernel.texts import PLACED

HYPOTHESIS = Rule("given")
DEFINITION = Rule("defined", defines=True)
SUPPOSED = "by hypothesis"
"""The source of what a statement itself supposes."""


def in_order_of_use(fact: Fact, goes_on: Callable[[Fact], bool]) -> list[Fact]:
    """A fact and what it was derived from, each once, premises before what is made of them.

    goes_on: of which facts the premises are looked at. The order is that of the derivation itself, whichever of its
    facts were made first, as they are when a module is imported.
    """
    found: dict[int, Fact] = {}

    def visit(step: Fact) -> None:
        if id(step) not in found:
            if goes_on(step):
                for premise in step.premises:
                    visit(premise)
            found[id(step)] = step

    visit(fact)
    return list(found.values())


def hypotheses(fact: Fact) -> tuple[Fact, ...]:
    """The hypotheses that a fact rests on, in the order of their use.

    What a rule makes of a lemma about one mechanism, a statement about all, has them in its formula.
    """
    return tuple(step for step in in_order_of_use(fact, _hands_on) if step.rule == HYPOTHESIS)


def _hands_on(fact: Fact) -> bool:
    return not fact.rule.generalises


def suppositions(fact: Fact) -> tuple[Formula, ...]:
    """What a statement itself supposes: the premises of an implication, and hypotheses that come from nowhere else."""
    premises: list[Formula] = []
    formula = fact.formula
    while isinstance(formula, Implication):
        premises.append(formula.premise)
        formula = formula.conclusion
    own = [each.formula for each in hypotheses(fact) if each.origin == SUPPOSED]
    return tuple(dict.fromkeys([*premises, *own]))


def demand_statement(fact: Fact, key: str) -> None:
    """Make sure that a fact can be the statement of a key; WrongStep if it cannot.

    The key is one of the registry. The fact is derived, from no assumption, and from definitions that contradict
    nothing. It is not what solvers answer for, of which only the rules know that they were asked for it. No hypothesis
    comes from this statement, or from none, or is what it says.
    """
    demand(not fact.assumptions, f"{key} rests on an assumption: finish the induction")
    demand(fact.rule not in (HYPOTHESIS, DEFINITION), f"{fact.formula} is supposed or defined, not derived")
    demand(not ends_in_moves(fact.formula), f"{fact.formula} is what solvers were asked: state what a rule makes of it")
    try:
        demand_fresh(ancestry(fact))
    except NoDefinition as error:
        raise WrongStep(str(error)) from error
    demand(key in load().statements, f"{key} is no statement of the registry")
    demand_one_reading(fact.formula, *(each.formula for each in hypotheses(fact)))
    shown = _parts(fact.formula)
    for hypothesis in hypotheses(fact):
        origin = hypothesis.origin
        demand(origin != key, f"{key} rests on itself: {hypothesis.formula} is a hypothesis of it")
        known = origin == SUPPOSED or origin in load().statements
        demand(known, f"{origin}, of which {hypothesis.formula} is a hypothesis, is no statement of the registry")
        demand(not shown & _parts(hypothesis.formula), f"{fact.formula} is supposed: {hypothesis.name}")


def demand_one_reading(*formulas: Formula) -> None:
    """Make sure that what is written alike in formulas is the same, look-alikes too; WrongStep if something is not.

    No variable is called as another, as a constant, or as the identifier; no quantity as another, or as a variable or
    constant beside it.
    """
    found = {index for formula in formulas for index in indices_of(formula)}
    constants = {_look(index) for index in found if isinstance(index, Compound) and not index.arguments}
    read: dict[tuple[str, str], Index] = {}
    for index in sorted(found, key=repr):
        kind = "variable" if isinstance(index, Var) else index.sort
        alike = {read.setdefault((kind, _look(index)), index), read.setdefault((index.sort, _look(index)), index)}
        demand(alike == {index}, f"two different terms are written {index}, or look so: call one of them otherwise")
        called = isinstance(index, Var) and _look(index) in constants | PLACED
        demand(not called, f"{index} is how a constant is written: call the variable otherwise")
    for formula in formulas:
        beside = {_look(index) for index in indices_of(formula) if isinstance(index, Var) or not index.arguments}
        for name, _ in symbols(formula):
            demand(_look(name) not in beside, f"{name} is how an index beside it is written: call one otherwise")
    named = frozenset[Symbol]().union(*map(symbols, formulas))
    for name, places in named:
        same = {(other, at) for other, at in named if (_look(other), at) == (_look(name), places)}
        demand(len(same) == 1, f"two quantities are written {name}, or look so: call one of them otherwise")


def _look(what: object) -> str:
    """How something is written, with one letter for all that look like it."""
    return str(what).translate(ALIKE)


def ends_in_moves(formula: Formula) -> bool:
    """Whether what a formula concludes, under whatever suppositions, is a sentence that solvers answer for."""
    while isinstance(formula, Implication):
        formula = formula.conclusion
    return isinstance(formula, Proposition) and formula.sentence.is_of_moves


def _parts(formula: Formula) -> frozenset[Formula]:
    return frozenset(comparisons(formula) or (formula,))
