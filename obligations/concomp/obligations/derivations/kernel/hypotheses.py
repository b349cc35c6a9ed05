"""Hypotheses: where they come from, and that none is what is to be shown.

What a statement itself supposes has no source; any other hypothesis comes from another statement of the registry.
"""

from __future__ import annotations

from concomp.model.registry.registry import load
from concomp.obligations.derivations.kernel.facts import Fact, Rule, demand
from concomp.obligations.derivations.kernel.freshness import ancestry
from concomp.obligations.derivations.kernel.language import Formula, comparisons

HYPOTHESIS = Rule("given", "A hypothesis, of the statement named.")
SUPPOSED = "by hypothesis"
"""The source of what a statement itself supposes."""


def hypotheses(fact: Fact) -> tuple[Fact, ...]:
    """The hypotheses that a fact rests on, in the order of their making.

    What speaks of no quantity hands on no hypothesis: a statement about all mechanisms has its own in its formula.
    """
    return tuple(each for each in ancestry(fact) if each.rule == HYPOTHESIS)


def demand_statement(fact: Fact, key: str) -> None:
    """Make sure that a fact can be the statement of a key: a row of the registry that does not rest on itself."""
    demand(key in load().statements, f"{key} is no statement of the registry")
    demand(fact.rule != HYPOTHESIS and not fact.rule.defines, f"{fact.formula} is supposed or defined, not derived")
    shown = _parts(fact.formula)
    for hypothesis in hypotheses(fact):
        origin = hypothesis.origin
        demand(origin != key, f"{key} rests on itself: {hypothesis.formula} is a hypothesis of it")
        known = origin == SUPPOSED or origin in load().statements
        demand(known, f"{origin}, of which {hypothesis.formula} is a hypothesis, is no statement of the registry")
        demand(not shown & _parts(hypothesis.formula), f"{fact.formula} is supposed: {hypothesis.name}")


def _parts(formula: Formula) -> frozenset[Formula]:
    return frozenset(comparisons(formula) or (formula,))
