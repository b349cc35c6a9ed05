"""Invariants that an author states.

What is proved of sequences of every length rests on a condition that holds throughout. An author who knows one writes
a method `invariant` that states it by `require`, a line a conjunct, over registers and parameters. It is no part of
what a machine does: whether each line holds at the start, and is kept by every step, is for a proof to find out.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from concomp.model.language.readings.machine import Machine, read_method
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError, Position, did_you_mean, no_attribute
from concomp.model.language.syntax.expressions import Int, wrap
from concomp.model.language.syntax.ownership import of_the_language
from concomp.model.language.syntax.registers import Declaration
from concomp.model.language.syntax.sorts import MapSort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Recorder, Requirement
from concomp.model.language.syntax.vectors.open_vectors import Each, Every

METHOD = "invariant"
INDEX = "index"
ARGUMENTS = {
    INDEX: "any key of its maps",
    "other": "the registers of the other copy",
    "before": "the registers of f",
    "after": "those of f'",
    "awaiting": "whether an answer from the right is awaited",
}
"""What a method may take by these names; all but the first where there are two copies."""


@of_the_language
class Registers:
    """The registers of a run beside a machine's own, as its author reads them: by name."""

    def __init__(self, owner: str, symbols: Mapping[str, Term]) -> None:
        """Take the name of the run, and what stands for its registers and parameters."""
        self._owner = owner
        self._symbols = symbols

    def __getattr__(self, name: str) -> Any:
        if name not in self._symbols:
            raise no_attribute(
                name, f"{self._owner} has no register or parameter {name!r}", did_you_mean(name, self._symbols)
            )
        return wrap(self._symbols[name].sort, self._symbols[name])


def states_invariant(machine: Machine) -> bool:
    """Whether the author of a machine states an invariant; LanguageError for one that is written as no plain method.

    A register or parameter may have the name, and a class that says None takes back what those above it state.
    """
    written = inspect.getattr_static(type(machine), METHOD, None)
    if written is None or isinstance(written, Declaration):
        return False
    if not inspect.isfunction(written):
        raise LanguageError(
            f"{type(machine).__name__}.{METHOD} is a {type(written).__name__}",
            f"write it as a method: `def {METHOD}(self) -> None`",
        )
    return True


def arguments_of_invariant(machine: Machine) -> tuple[str, ...]:
    """What the method of a machine takes, by name; none if there is no such method."""
    if not states_invariant(machine):
        return ()
    return tuple(inspect.signature(_method(machine)).parameters)[1:]


def stated_invariant(
    machine: Machine, registers: Mapping[str, Term], given: Mapping[str, Term | Registers]
) -> tuple[Requirement, ...]:
    """The conjuncts of the invariant that the author of a machine states; none if there is no such method.

    registers: what stands for those of the machine, by name.
    given: what stands for what the method may take, by name; any key of the machine's maps among it.
    Raises LanguageError for a method that takes what there is not, does more than to state conditions, or states one
    that the next message, a declared function or an entry of a map at another key decides.
    """
    if not states_invariant(machine):
        return ()
    owner, method = type(machine).__name__, _method(machine)
    position = Position(method.__code__.co_filename, method.__code__.co_firstlineno)
    shown = {name: wrap(each.sort, each) if isinstance(each, Term) else each for name, each in given.items()}
    taken = arguments_of_invariant(machine)
    for name in taken:
        if name not in given:
            known = ", ".join(f"`{each}`, {ARGUMENTS[each]}" for each in given)
            raise LanguageError(
                f"{owner}.{METHOD} takes {name!r}, and it states what holds between messages", f"take {known}", position
            )
    with Recorder(machine, registers) as recorder:
        remedy = "state each conjunct by `require(condition)`"
        read_method(method.__get__(machine), *(shown[name] for name in taken), remedy=remedy, position=position)
    if recorder.assigned or recorder.verdicts:
        does = f"assigns {min(recorder.assigned)!r}" if recorder.assigned else "gives a verdict by `accept_if`"
        raise LanguageError(f"{owner}.{METHOD} {does}", "state what holds, by `require(condition)`", position)
    for line in recorder.requirements:
        for problem, remedy in _problems(line.condition, given[INDEX]):
            raise LanguageError(f"a line of {owner}.{METHOD} {problem}", remedy, line.position)
    return tuple(recorder.requirements)


def _method(machine: Machine) -> Any:
    return getattr(type(machine), METHOD)


def _problems(condition: Term, index: Term | Registers) -> Iterator[tuple[str, str]]:
    """Why a condition is none on the registers between two messages, each with a remedy."""
    for term in terms.descendants([condition]):
        if term.operator == "message":
            name = terms.leaf_name(term)
            yield f"depends on {name!r}, which is another in each step", "speak of registers and parameters"
        if term.operator == "apply" and not isinstance(term.data, Each | Every):
            yield f"applies {getattr(term.data, 'name', 'a function')!r}", "speak of registers and parameters"
        if term.operator == "read" and term.arguments[1] is not index:
            yield "reads a map at one key", f"take `{INDEX}: {Int.__name__}` and read it at `{INDEX}`, which is any key"
        if term.operator != "read" and any(isinstance(each.sort, MapSort) for each in term.arguments):
            yield "speaks of a whole map", f"take `{INDEX}: {Int.__name__}` and speak of its entry at `{INDEX}`"
