"""Functions from a list, run by a composition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from concomp.model.composition.messages import Function
from concomp.model.composition.suitable import admits, begins, continues
from concomp.model.language import Declared, Definition, Monitor, Record
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import sort_of
from concomp.model.language.syntax.records import RecordType
from concomp.model.language.syntax.relations import Meaning
from concomp.model.language.syntax.sorts import OpaqueSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.properties.behaviours import Behaviour, with_behaviour
from concomp.obligations.verify.properties.properties import NotAskable, Question
from concomp.obligations.verify.properties.replay import Replay


@dataclass(frozen=True)
class ListedQuestion(Question):
    """A question about a composition that runs functions from a list; a trace of it is replayed by running them."""

    def replay(self, trace: Trace) -> Replay:
        """Run what the property is asked of on a trace; Unconfirmed if that does not show that it fails."""
        running = {symbol: _of_monitors(symbol) for symbol in (begins, admits, continues)}
        return super().replay(replace(trace, meanings={**running, **trace.meanings}))


def with_catalogue(definition: Definition, monitors: Iterable[Monitor]) -> Definition:
    """The function, where the functions that it runs are these monitors; one that is no other admits nothing.

    Raises NotAskable if a monitor has parameters without values, verdicts that do not last, or messages that are not
    of one opaque sort.
    """
    return with_behaviour(definition, _listed_behaviour(tuple(monitors)))


def _listed_behaviour(monitors: Sequence[Monitor]) -> Behaviour:
    """Functions from a list: a state holds the registers of each."""
    definitions = [_closed(monitor) for monitor in monitors]
    named = [(f"r{place}_{each.name}", each) for place, one in enumerate(definitions) for each in one.registers]
    record = RecordType("Registers", (Record,), {"__annotations__": {name: each.symbol.sort for name, each in named}})
    state = sort_of(record, "a state")
    function_sort = sort_of(Function, "a function")

    def is_one(function: Term, place: int) -> Term:
        return terms.equality(function, terms.constant(function_sort, monitors[place]))

    def start(function: Term) -> Term:
        return terms.make("record", tuple(each.initial for _, each in named), state)

    def held_by(held: Term, place: int, left: Term, right: Term) -> dict[Term, Term]:
        one = definitions[place]
        registers = {each.symbol: terms.field(held, f"r{place}_{each.name}") for each in one.registers}
        return {**registers, one.left: left, one.right: right}

    def reads(function: Term, held: Term, left: Term, right: Term) -> Term:
        guards = [
            terms.conjunction([is_one(function, place), substitute(one.guard, held_by(held, place, left, right))])
            for place, one in enumerate(definitions)
        ]
        return terms.disjunction(guards)

    def goes_on(function: Term, held: Term, left: Term, right: Term) -> Term:
        updates = [
            terms.choice(
                is_one(function, place),
                substitute(each.update, held_by(held, place, left, right)),
                terms.field(held, f"r{place}_{each.name}"),
            )
            for place, one in enumerate(definitions)
            for each in one.registers
        ]
        return terms.make("record", tuple(updates), state)

    return Behaviour(state, start, reads, goes_on)


def _of_monitors(symbol: Declared[Any]) -> Meaning:
    """What a composition asks of functions that it runs; of what is no function from the list nothing is known."""

    def meaning(function: Value, *arguments: Value) -> Value:
        known = symbol.meaning if isinstance(function, Monitor) else None
        return symbol.result.default() if known is None else known(function, *arguments)

    return meaning


def _closed(monitor: Monitor) -> Definition:
    definition = monitor.definition
    if definition.parameters or definition.verdict is not TRUE or not isinstance(definition.message, OpaqueSort):
        raise NotAskable(
            f"{monitor!r} cannot stand in a list of functions that a composition runs: it needs no parameters, "
            "requirements only, and messages of one opaque sort"
        )
    return definition
