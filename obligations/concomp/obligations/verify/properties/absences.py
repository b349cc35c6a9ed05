"""Relations and functions of what is nothing at first.

A register of an opaque sort may start as *nothing*, of which every declared relation is false and every declared
function has its default. If something is stored there too late or never, a condition that is meant to guard something
never comes true, and what is proved is not about what its author thinks. So the function is compared with itself, the
relation being false: where this changes no verdict, the author hears of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.language.readings.sentence import phrase
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.relations import Declared, is_absent
from concomp.model.language.syntax.sorts import BOOL, OpaqueSort, RecordSort, UnionSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import NOTHING
from concomp.obligations.verify.encoding.variants import replace_terms
from concomp.obligations.verify.properties.properties import Question, compare

EQUIVALENT, IS, AS = "equivalent", "is case", "as case"


@dataclass(frozen=True)
class Absence:
    """A declared relation or function, applied to registers that are nothing at first."""

    application: Term
    registers: tuple[str, ...]

    @property
    def symbol(self) -> Declared[Any]:
        """What is applied."""
        declared = self.application.data
        assert isinstance(declared, Declared)
        return declared

    def question(self, definition: Definition) -> Question:
        """Whether it makes no difference to the function that the application has its value at nothing."""
        default = terms.constant(self.symbol.result, self.symbol.result.default())
        without = replace_terms(definition, {self.application: default}, definition.parameters)
        asked = compare(EQUIVALENT, definition, without)
        # Messages that are nothing themselves are no messages that anybody means.
        meant = terms.negation(terms.disjunction([_absent(definition.left), _absent(definition.right)]))
        allowed, bad = (terms.conjunction([meant, each]) for each in (asked.system.allowed, asked.system.bad))
        return replace(asked, system=replace(asked.system, allowed=allowed, bad=bad))

    def warning(self) -> str:
        """What to tell if it makes none."""
        kind = "relation is false" if self.symbol.result == BOOL else "function has its default"
        verb = "starts" if len(self.registers) == 1 else "start"
        return (
            f"{phrase(self.application)} never matters: {' and '.join(self.registers)} {verb} as nothing, of which a "
            f"{kind}, and no verdict changes if it stays so. Store something earlier, or leave it out"
        )


def absences(definition: Definition) -> Iterator[Absence]:
    """The applications of a function that depend on registers that are nothing at first."""
    empty = {each.symbol: each.name for each in definition.registers if _is_empty(each.initial)}
    for term in terms.descendants(definition.roots):
        if isinstance(term.data, Declared):
            used = [each for each in terms.descendants(term.arguments) if each in empty]
            if used:
                yield Absence(term, tuple(empty[each] for each in used))


def _absent(term: Term) -> Term:
    """Whether the value is, or as a record holds, what an absent opaque value is."""
    match term.sort:
        case OpaqueSort() as sort:
            return terms.equality(term, terms.constant(sort, NOTHING))
        case RecordSort() as sort:
            return terms.disjunction(_absent(terms.field(term, name)) for name, _ in sort.fields)
        case UnionSort() as sort:
            cases = [(terms.make(IS, (term,), case), terms.make(AS, (term,), case)) for case in sort.cases]
            return terms.disjunction(terms.conjunction([chosen, _absent(record)]) for chosen, record in cases)
        case _:
            return terms.FALSE


def _is_empty(initial: Term) -> bool:
    return terms.is_constant(initial) and is_absent(terms.constant_value(initial))
