"""Systems that rest on lemmas.

A lemma is a system of which it is known that no bad step can be reached. It goes beside the system that rests on it, on
the same inputs, and says of each step that it is none of the lemma's bad ones. That is so as long as the lemma allowed
all steps before, which is not assumed but asked: a step that the lemma does not allow is bad. So where the whole is
safe, the system by itself is: along its run every state of the lemma is one that can be reached.

Of parameters that a lemma does not allow it says nothing, and nothing is asked there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import RegisterDefinition
from concomp.model.language.syntax.substitution import substitute, substitute_all
from concomp.model.language.syntax.terms import Term
from concomp.obligations.verify.encoding.systems import System

LEMMA = "lemma"


@dataclass(frozen=True)
class _Beside:
    """A lemma beside a system: its registers that are none of the system's, what it says of a step, and whether it
    knows the step."""

    registers: tuple[RegisterDefinition, ...]
    says: Term
    knows: Term


def assuming(system: System, lemmas: Sequence[System]) -> System:
    """The system beside lemmas: if no bad step of the whole can be reached, and none of each lemma, none of it can."""
    placed = [_beside(system, lemma, f"{LEMMA} {number}:") for number, lemma in enumerate(lemmas, 1)]
    says = terms.conjunction(each.says for each in placed)
    allowed = terms.conjunction([says, system.allowed])
    outside = terms.conjunction([allowed, terms.negation(terms.conjunction(each.knows for each in placed))])
    return System(
        system.name,
        (*system.registers, *(register for each in placed for register in each.registers)),
        system.inputs,
        system.parameters,
        allowed,
        terms.disjunction([terms.conjunction([says, system.bad]), outside]),
    )


def missing(system: System, lemma: System) -> Term | None:
    """An input or a parameter that a lemma speaks of and a system has not; None if the system can rest on it."""
    known = {*system.inputs, *(each.symbol for each in system.parameters)}
    needed = (*lemma.inputs, *(each.symbol for each in lemma.parameters))
    return next((each for each in needed if each not in known), None)


def _beside(system: System, lemma: System, prefix: str) -> _Beside:
    shared = _shared(system, lemma)
    own = [each for each in lemma.registers if each.symbol not in shared]
    renamed = {
        each.symbol: terms.leaf("register", each.symbol.sort, f"{prefix}{terms.leaf_name(each.symbol)}") for each in own
    }
    registers = tuple(
        RegisterDefinition(f"{prefix}{each.name}", renamed[each.symbol], each.initial, substitute(each.update, renamed))
        for each in own
    )
    allowed, bad = substitute_all([lemma.allowed, lemma.bad], renamed)
    constraints = terms.conjunction(each.constraint for each in lemma.parameters)
    return _Beside(
        registers,
        terms.implication(constraints, terms.negation(bad)),
        terms.implication(constraints, allowed),
    )


def _shared(system: System, lemma: System) -> frozenset[Term]:
    """The registers that are the same in both: they begin and go on alike, and so do all that they depend on."""
    own = {each.symbol: each for each in system.registers}
    alike = {
        each.symbol: each.update
        for each in lemma.registers
        if (known := own.get(each.symbol)) is not None and known.initial is each.initial and known.update is each.update
    }
    while others := [symbol for symbol, update in alike.items() if not _registers_of(update) <= alike.keys()]:
        for symbol in others:
            del alike[symbol]
    return frozenset(alike)


def _registers_of(update: Term) -> set[Term]:
    return {each for each in terms.descendants([update]) if each.operator == "register"}
