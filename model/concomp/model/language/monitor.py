"""Monitors.

A verification function says which sequences of message pairs may be sent. It is written as a
monitor: registers with initial values, and a step on the left and the right message that states
requirements and assigns registers. The step is run once, on symbols, and what it said is the
definition; run on messages, the definition is evaluated by the book.
"""

from __future__ import annotations

import inspect
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from concomp.model.language.readings.at_lengths import at_lengths, check_constants, with_lengths
from concomp.model.language.readings.functions import DefinitionFunction, Rejection, State
from concomp.model.language.readings.machine import (
    Machine,
    check_all_set,
    check_symbols,
    demand_functions,
    parameters_of,
    read_method,
    registers_of,
    symbols_of,
)
from concomp.model.language.readings.valued import check_parameters
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.annotations import own_annotations, sort_of
from concomp.model.language.syntax.definition import Definition, RegisterDefinition
from concomp.model.language.syntax.errors import LanguageError, Position
from concomp.model.language.syntax.expressions import Truth, lift, wrap
from concomp.model.language.syntax.ownership import of_the_language
from concomp.model.language.syntax.python.callables import on_terms
from concomp.model.language.syntax.python.reader import read_function
from concomp.model.language.syntax.sorts import BOOL, MapSort, Sort
from concomp.model.language.syntax.trace import Recorder


@of_the_language
class Monitor(Machine):
    """A verification function: subclass it, declare registers and parameters, and write `step`.

    An instance without values for its parameters stands for all of them; with values, as in
    `AtMostK(k=3)`, it runs: `initial`, `advance`, and the call on a whole sequence.
    """

    definition: Definition
    """What the step says, on symbols."""

    _kind = "monitor"
    _methods = "`step`"
    _message: Sort | None
    _position: Position

    @abstractmethod
    def step(self, left: Any, right: Any) -> None:
        """State what is required of the pair and assign registers; the annotations are the sort of the messages."""

    @on_terms
    def allows(self, message: Any) -> Truth:
        """Whether the message belongs to the query space, as an expression; every message of the sort does by default.

        A pair with a side that does not is rejected, and all that follows, whatever the step says.
        """
        return True

    @cached_property
    def _function(self) -> DefinitionFunction:
        """The definition with the values of parameters and the meanings that it was made with."""
        return DefinitionFunction(self.definition, self.parameter_values, self.meanings)

    @property
    def initial(self) -> State:
        """The registers before the first message; LanguageError if a parameter has no value."""
        return self._function.initial

    def advance(self, state: State, message: object) -> tuple[bool, State]:
        """The verdict on the sequence up to this pair of messages, and the state after it.

        What is no pair of messages of the monitor's sort, or has a side outside the query space, is rejected for
        ever, like a failed requirement.
        """
        return self._function.advance(state, message)

    def step_values(self, state: State, left: object, right: object) -> tuple[bool, State]:
        """`advance` on the pair (left, right)."""
        return self.advance(state, (left, right))

    def __call__(self, messages: Iterable[object]) -> bool:
        """The verdict on the whole sequence; the empty sequence is accepted."""
        return self._function(messages)

    def explain(self, messages: Iterable[object]) -> Rejection | None:
        """Why the whole sequence is rejected, or None if it is accepted."""
        return self._function.explain(messages)

    @classmethod
    def _read_signatures(cls, namespace: Mapping[str, Any]) -> None:
        demand_functions(cls, namespace, ["step"])
        if "step" in namespace:
            code = namespace["step"].__code__
            cls._message = _message_sort(cls, namespace["step"]) if not cls.__abstractmethods__ else None
            cls._position = Position(code.co_filename, code.co_firstlineno)

    def _define(self) -> Definition:
        registers = registers_of(self)
        symbols = symbols_of(registers)
        assert self._message is not None
        left, right = (wrap(self._message, terms.leaf("message", self._message, side)) for side in ("left", "right"))
        with Recorder(self, symbols) as recorder:
            read_method(
                self.step, left, right, remedy="state it by `require(condition)`", position=type(self)._position
            )
        check_all_set(self, registers, recorder.assigned)
        definition = Definition(
            type(self).__name__,
            self._message,
            tuple(
                RegisterDefinition(name, symbols[name], register.initial, recorder.block.registers[name])
                for name, register in registers.items()
            ),
            parameters_of(self),
            tuple(recorder.requirements),
            tuple(recorder.verdicts),
            lift(read_function(self.allows, left), BOOL),
            type(self)._position,
        )
        definition = replace(definition, parameters=with_lengths(definition.parameters, definition.sorts))
        check_constants(definition.roots)
        own = {definition.left, definition.right, *symbols.values(), *(each.symbol for each in definition.parameters)}
        check_symbols(self, definition.roots, own, type(self)._position)
        return definition

    def _at_lengths(self, definition: Definition) -> Definition:
        return at_lengths(definition, self._given)

    def _check_given(self) -> None:
        definition = self.definition
        check_parameters(definition.name, definition.parameters, self.parameter_values, self.meanings)


def _message_sort(owner: type, step: Any) -> Sort:
    annotations = own_annotations(step)
    names = list(inspect.signature(step).parameters)[1:]
    if len(names) != 2 or any(name not in annotations for name in names):
        raise LanguageError(
            f"{owner.__name__}.step does not say the sort of its two messages",
            "write `def step(self, left: Item, right: Item) -> None:`",
            Position(step.__code__.co_filename, step.__code__.co_firstlineno),
        )
    left, right = (sort_of(annotations[name], f"{owner.__name__}.step, {name}") for name in names)
    if left != right:
        raise LanguageError(
            f"the messages of {owner.__name__}.step are of two sorts, {left.name} and {right.name}",
            "annotate both with one sort",
            Position(step.__code__.co_filename, step.__code__.co_firstlineno),
        )
    if isinstance(left, MapSort):
        raise LanguageError(f"the messages of {owner.__name__}.step are maps", "send one entry at a time")
    return left
