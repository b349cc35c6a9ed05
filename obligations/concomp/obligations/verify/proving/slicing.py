"""Slices: what is left of an obligation without the registers that do not matter.

A register that has no influence on what is bad may still stand in the way of a proof, above all where it is
multiplied. Without it, and without the conditions on steps that speak of it, a system can take every step that it
could before; so an invariant of the slice is one of the whole.
"""

from __future__ import annotations

from dataclasses import replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.proving.candidates import cone


def slice_of(obligation: Obligation) -> Obligation | None:
    """The obligation without what multiplies, on the registers that then have an influence on what is bad.

    None if that is the whole obligation.
    """
    linear = _without_products(obligation)
    system = linear.system
    kept = cone(system.with_question(system.name, linear.unwanted))
    rest = _without(linear, {each.symbol for each in system.registers} - {each.symbol for each in kept})
    return None if rest == obligation else rest


def _without_products(obligation: Obligation) -> Obligation:
    """The obligation without the registers that are multiplied, or depend on such; what is bad may become more."""
    multiplied: set[Term] = set()
    while True:
        more = {
            register.symbol
            for register in obligation.system.registers
            if _multiplies(register.update) or _speaks_of(register.update, multiplied)
        }
        if more <= multiplied:
            break
        multiplied |= more
    system = obligation.system
    bad, uncovered = (_weaken(unwanted, multiplied) for unwanted in (system.bad, obligation.uncovered))
    more_bad = replace(obligation, system=system.with_question(system.name, bad), uncovered=uncovered)
    return _without(more_bad, multiplied)


def _weaken(condition: Term, multiplied: set[Term]) -> Term:
    """The conjuncts of a condition that neither multiply nor speak of what is multiplied."""
    listed = _conjuncts(condition)
    return terms.conjunction(part for part in listed if not _multiplies(part) and not _speaks_of(part, multiplied))


def _without(obligation: Obligation, dropped: set[Term]) -> Obligation:
    """The obligation without registers that what is bad does not speak of, and the conditions on steps that do."""
    if not dropped:
        return obligation
    system = obligation.system
    kept = tuple(register for register in system.registers if register.symbol not in dropped)
    allowed = terms.conjunction(part for part in _conjuncts(system.allowed) if not _speaks_of(part, dropped))
    instances = tuple(
        replace(
            each,
            mapping=tuple(pair for pair in each.mapping if pair[0] not in dropped),
            unread=tuple(pair for pair in each.unread if pair[0] not in dropped),
        )
        for each in obligation.instances
    )
    stated = tuple(each for each in obligation.stated if not _speaks_of(each, dropped))
    smaller = replace(system, registers=kept, allowed=allowed)
    return replace(obligation, system=smaller, instances=instances, stated=stated)


def _conjuncts(condition: Term) -> tuple[Term, ...]:
    return condition.arguments if condition.operator == "and" else (condition,)


def _multiplies(term: Term) -> bool:
    return any(
        each.operator == "product" and not any(map(terms.is_constant, each.arguments))
        for each in terms.descendants([term])
    )


def _speaks_of(part: Term, registers: set[Term]) -> bool:
    return not registers.isdisjoint(terms.descendants([part]))
