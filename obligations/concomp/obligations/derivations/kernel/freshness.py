"""Definitions come first: nothing is known of a name that is yet to be defined, in all that a fact was derived from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from concomp.obligations.derivations.kernel import definitions
from concomp.obligations.derivations.kernel.language import Formula
from concomp.obligations.derivations.kernel.recursion import demand_compatible

if TYPE_CHECKING:
    from concomp.obligations.derivations.kernel.facts import Fact, Rule


def ancestry(*facts: Fact) -> list[Fact]:
    """Facts and all that they were derived from, in the order of their making.

    What a rule says of all mechanisms hands none on, if it is about no quantity: all that it supposes is in its
    formula, so what its own derivation defines may be called otherwise. A statement hands on its hypotheses, and so all
    quantities of which these speak.
    """
    found = {id(fact): fact for fact in facts}
    waiting = list(facts)
    while waiting:
        for premise in waiting.pop().premises:
            if id(premise) not in found:
                found[id(premise)] = premise
                if not premise.rule.generalises or premise.symbols:
                    waiting.append(premise)
    return sorted(found.values(), key=lambda each: each.number)


def _new_in(fact: Fact) -> frozenset[definitions.Symbol]:
    """What a fact speaks of, and nothing that it was derived from."""
    return fact.symbols.difference(*(premise.symbols for premise in fact.premises))


def demand_meanings(facts: Iterable[Fact], rules: Iterable[Rule]) -> None:
    """Make sure that quantities of which rules speak are defined as these have it, or not at all."""
    listed = tuple(rules)
    reserved = frozenset[definitions.Symbol]().union(*(rule.speaks_of for rule in listed))
    meanings = frozenset[Formula]().union(*(rule.meanings for rule in listed))
    for fact in facts:
        if fact.rule.defines and fact.formula not in meanings:
            name, at = definitions.defined_symbol(fact.formula)
            if (name, at) in reserved:
                raise definitions.NoDefinition(f"{fact.formula} is not what {name} means to the rules that speak of it")


def demand_fresh(facts: Sequence[Fact]) -> None:
    """Make sure that definitions can stand together and were made before anything was said of what they define."""
    demand_meanings(facts, {fact.rule for fact in facts})
    made = dict.fromkeys(fact for fact in facts if fact.rule.defines)
    demand_compatible(fact.formula for fact in made)
    unnamed = {definitions.defined_symbol(fact.formula) for fact in made}
    for fact in facts:
        if fact in made:
            unnamed.discard(definitions.defined_symbol(fact.formula))
        said = frozenset() if fact.assumptions or fact in made else unnamed & _new_in(fact)
        early = ", ".join(sorted(name for name, _ in said))
        if early:
            raise definitions.NoDefinition(f"{fact.formula} is known before it is defined what {early} is")
