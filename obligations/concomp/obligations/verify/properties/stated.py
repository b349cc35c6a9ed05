"""Invariants that authors state, in the terms of the systems that questions are about.

A line about a verification function is one about each run of it that a system has. A line about a post-processing may
speak of both copies and of f and f'; one about the machine's own registers is one about each copy.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from concomp.model.language import Definition, Monitor, PostProcessing
from concomp.model.language.invariants import Registers, arguments_of_invariant, stated_invariant
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.lengths import AtLengths, lengths_of
from concomp.obligations.verify.encoding.parties import AFTER, BEFORE, COPIES, ITSELF, OTHER, Party, of_party
from concomp.obligations.verify.encoding.tracked import INDEX
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.two_copies import AWAITING
from concomp.obligations.verify.properties.validity import Validity

Q = TypeVar("Q", bound=Question)


def stated_of_function(monitor: Monitor) -> tuple[Requirement, ...]:
    """The lines that the author of a verification function states; LanguageError for what cannot be stated."""
    return stated_invariant(
        monitor, {each.name: each.symbol for each in monitor.definition.registers}, {"index": INDEX}
    )


def stated_of_processing(machine: PostProcessing, validity: Validity | None) -> tuple[Requirement, ...]:
    """The lines that the author of a post-processing states, about copies; LanguageError for what cannot be stated.

    Without f and f' there are none if the author speaks of these.
    """
    taken = arguments_of_invariant(machine)
    if validity is None and {"before", "after"} & {*taken}:
        return ()
    definition = machine.definition
    symbols = [each.symbol for each in definition.registers]
    first, second = (_symbols(symbols, definition.parameters, party) for party in COPIES)
    given: dict[str, Term | Registers] = {
        "index": INDEX,
        "other": Registers("the other copy", second),
        "awaiting": AWAITING,
    }
    if validity is not None:
        given["before"] = _of_function("f", validity.left, BEFORE)
        given["after"] = _of_function("f'", validity.right, AFTER)
    own = {each.name: first[each.name] for each in definition.registers}
    lines = stated_invariant(machine, own, given)
    there = {first[name]: second[name] for name in own}
    return tuple(dict.fromkeys(each for line in lines for each in (line, *_of_second_copy(line, there))))


def with_stated(question: Q, lines: Iterable[Requirement], values: Mapping[str, Value]) -> Q:
    """A question with lines about the registers of its system, and why it says nothing of the others.

    values: of parameters, by name.
    """
    return _placed(question, lines, values, [{each.symbol: each.symbol for each in question.system.registers}])


def with_stated_of_runs(question: Q, lines: Iterable[Requirement], values: Mapping[str, Value]) -> Q:
    """A question with lines about a function, once for each run of the function that it has.

    values: of parameters, by name. Of two functions, the runs of the second are none of the author's.
    """
    runs: dict[Party, dict[Term, Term]] = {ITSELF: {}}
    for symbol, owned in question.system.owned.items():
        if owned.party != OTHER:
            runs.setdefault(owned.party, {})[owned.own] = symbol
    return _placed(question, lines, values, runs.values())


def _placed(
    question: Q, lines: Iterable[Requirement], values: Mapping[str, Value], places: Collection[Mapping[Term, Term]]
) -> Q:
    """A question with lines, each in those of the places that have all of which it speaks.

    places: what stands in the system for what lines speak of.
    """
    rigid = {INDEX, *(each.symbol for each in question.system.parameters)}
    placed: list[Requirement] = []
    unplaced: list[tuple[Requirement, str]] = []
    for line in lines:
        fixed = replace(line, condition=at_values(line.condition, values))
        leaves = [each for each in terms.descendants([fixed.condition]) if each.operator in ("register", "parameter")]
        missing = [[each for each in leaves if each not in place and each not in rigid] for place in places]
        there = [place for place, absent in zip(places, missing, strict=True) if not absent]
        placed += [replace(fixed, condition=substitute(fixed.condition, dict(place))) for place in there]
        if not there:
            unplaced.append((line, f"it speaks of {_name(missing[0][0])}, of which this property says nothing"))
    return replace(question, stated=tuple(dict.fromkeys(placed)), unplaced=tuple(unplaced))


def _name(leaf: Term) -> str:
    return repr(terms.leaf_name(leaf))


def at_values(condition: Term, values: Mapping[str, Value]) -> Term:
    """The condition with these values for parameters, its vectors of these lengths."""
    below = list(terms.descendants([condition]))
    lengths = lengths_of(each.sort for each in below) & values.keys()
    at = AtLengths({name: values[name] for name in lengths})
    given = [each for each in below if each.operator == "parameter" and terms.leaf_name(each) in values]
    fixed = {each: terms.constant(each.sort, values[terms.leaf_name(each)]) for each in given}
    return at.term(substitute(condition, fixed))


def _of_second_copy(line: Requirement, there: Mapping[Term, Term]) -> Iterator[Requirement]:
    """The same of the second copy, if the line speaks of the first alone."""
    spoken_of = {each for each in terms.descendants([line.condition]) if each.operator == "register"}
    if spoken_of and spoken_of <= there.keys():
        yield replace(line, condition=substitute(line.condition, there))


def _of_function(name: str, definition: Definition, party: Party) -> Registers:
    return Registers(name, _symbols((each.symbol for each in definition.registers), definition.parameters, party))


def _symbols(registers: Iterable[Term], parameters: Iterable[ParameterDefinition], party: Party) -> dict[str, Term]:
    """What stands in a system for the registers of a run, and for the parameters, by name."""
    held = {terms.leaf_name(each): of_party(each, party) for each in registers}
    return {**{each.name: each.symbol for each in parameters}, **held}
