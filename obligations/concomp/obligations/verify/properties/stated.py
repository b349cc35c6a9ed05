"""Invariants that authors state, in the terms of the systems that questions are about.

A line about a verification function is one about each run of it that a system has. A line about a post-processing may
speak of both copies and of f and f'; one about the machine's own registers is one about each copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from concomp.obligations.verify.encoding.tracked import INDEX
from concomp.obligations.verify.properties.copies import AFTER, BEFORE
from concomp.obligations.verify.properties.exchanges import COPIES
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
    first, second = (_symbols(symbols, definition.parameters, prefix) for prefix in COPIES)
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
    """A question with those of the lines that its system knows, once for each run of the function that it has.

    values: of parameters, by name.
    """
    known = {terms.leaf_name(each.symbol): each.symbol for each in question.system.registers}
    rigid = {INDEX, *(each.symbol for each in question.system.parameters)}
    # Of two functions, the runs of the second are none of the author's.
    runs = None if len(question.definitions) <= 1 else [""]
    fixed = [replace(line, condition=_at_values(line.condition, values)) for line in lines]
    listed = [each for line in fixed for each in _in_runs(line, known, rigid, runs)]
    return replace(question, stated=tuple(dict.fromkeys(listed)))


def _at_values(condition: Term, values: Mapping[str, Value]) -> Term:
    """The condition with these values for parameters."""
    leaves = [each for each in terms.descendants([condition]) if each.operator == "parameter"]
    given = [each for each in leaves if terms.leaf_name(each) in values]
    return substitute(condition, {each: terms.constant(each.sort, values[terms.leaf_name(each)]) for each in given})


def _in_runs(
    line: Requirement, known: Mapping[str, Term], rigid: set[Term], runs: Sequence[str] | None
) -> Iterator[Requirement]:
    """The line about each run that has all registers of which it speaks.

    runs: what the names of a run's registers begin with, of those to look at; None for all.
    """
    leaves = [each for each in terms.descendants([line.condition]) if each.operator in ("register", "parameter")]
    named = {terms.leaf_name(each): each for each in leaves if each.operator == "register"}
    if not rigid.issuperset(each for each in leaves if each.operator == "parameter"):
        return
    everywhere = {there.removesuffix(name) for name in named for there in known if there.endswith(name)} or {""}
    for prefix in sorted(everywhere if runs is None else runs):
        there = {each: known.get(f"{prefix}{name}") for name, each in named.items()}
        if all(image is not None and image.sort == each.sort for each, image in there.items()):
            mapping = {each: image for each, image in there.items() if image is not None}
            yield replace(line, condition=substitute(line.condition, mapping))


def _of_second_copy(line: Requirement, there: Mapping[Term, Term]) -> Iterator[Requirement]:
    """The same of the second copy, if the line speaks of the first alone."""
    spoken_of = {each for each in terms.descendants([line.condition]) if each.operator == "register"}
    if spoken_of and spoken_of <= there.keys():
        yield replace(line, condition=substitute(line.condition, there))


def _of_function(name: str, definition: Definition, prefix: str) -> Registers:
    return Registers(name, _symbols((each.symbol for each in definition.registers), definition.parameters, prefix))


def _symbols(registers: Iterable[Term], parameters: Iterable[ParameterDefinition], prefix: str) -> dict[str, Term]:
    """What stands in a system for the registers of a run, and for the parameters, by name."""
    named = {terms.leaf_name(each): each for each in registers}
    held = {name: terms.leaf("register", each.sort, f"{prefix}{name}") for name, each in named.items()}
    return {**{each.name: each.symbol for each in parameters}, **held}
