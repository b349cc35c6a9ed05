"""Definitions that run.

A definition with values for its parameters and meanings for what it declares is a verification function,
wherever the definition came from: a monitor, a file, or a change made to another definition.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from concomp.model.language.definition import Definition
from concomp.model.language.errors import LanguageError, UnknownName, did_you_mean
from concomp.model.language.evaluation import Meanings, Program, evaluate
from concomp.model.language.monitor import REJECTED, State
from concomp.model.language.terms import Term
from concomp.model.language.values import Value

_MEMORY = 1 << 14


class DefinitionFunction:
    """The verification function that a definition says, evaluated by the book."""

    def __init__(
        self, definition: Definition, parameters: Mapping[str, Value] | None = None, meanings: Meanings | None = None
    ) -> None:
        """Take the definition, a value for each parameter by name, and meanings of what it declares, by name.

        Raises LanguageError for a parameter without a value, with a value of another sort, or with one that its
        constraint excludes; UnknownName for a value of a parameter that there is not.
        """
        self.definition = definition
        self.parameters = dict(parameters or {})
        self.meanings = dict(meanings or {})
        self._symbols = _checked(definition, self.parameters, self.meanings)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.definition.name}({given})"

    @cached_property
    def initial(self) -> State:
        """The registers before the first message."""
        return Program([register.initial for register in self.definition.registers], self.meanings)(self._symbols)

    def advance(self, state: State, message: object) -> tuple[bool, State]:
        """The verdict on the sequence up to this pair of messages, and the state after it.

        What is no pair of messages of the definition's sort is rejected, for ever, like a failed requirement.
        """
        if state is REJECTED or not self._is_pair(message):
            return False, REJECTED
        verdict: tuple[bool, State] = self._remembered(state, message)
        return verdict

    def __call__(self, messages: Iterable[object]) -> bool:
        """The verdict on the whole sequence; the empty sequence is accepted."""
        verdict, state = True, self.initial
        for message in messages:
            verdict, state = self.advance(state, message)
        return verdict

    def _is_pair(self, message: object) -> bool:
        return type(message) is tuple and len(message) == 2 and all(map(self.definition.message.contains, message))

    @cached_property
    def _program(self) -> Program:
        definition = self.definition
        updates = [register.update for register in definition.registers]
        return Program([definition.guard, definition.verdict, *updates], self.meanings)

    @cached_property
    def _remembered(self) -> Any:
        return lru_cache(maxsize=_MEMORY)(self._evaluate)

    def _evaluate(self, state: tuple[Hashable, ...], message: tuple[Value, Value]) -> tuple[bool, State]:
        definition = self.definition
        inputs = {**self._symbols, definition.left: message[0], definition.right: message[1]}
        inputs.update(zip((register.symbol for register in definition.registers), state, strict=True))
        guard, verdict, *registers = self._program(inputs)
        return (verdict, tuple(registers)) if guard else (False, REJECTED)


def _checked(definition: Definition, given: Mapping[str, Value], meanings: Meanings) -> dict[Term, Value]:
    known = [parameter.name for parameter in definition.parameters]
    for name in given:
        if name not in known:
            raise UnknownName(f"{definition.name} has no parameter {name!r}", did_you_mean(name, known))
    missing = [name for name in known if name not in given]
    if missing:
        raise LanguageError(f"{definition.name} runs without a value of {', '.join(missing)}", "give a value for each")
    values = {parameter.symbol: given[parameter.name] for parameter in definition.parameters}
    for parameter in definition.parameters:
        sort = parameter.symbol.sort
        if not sort.contains(given[parameter.name]):
            raise LanguageError(
                f"parameter {parameter.name} of {definition.name} is {given[parameter.name]!r}", f"give a {sort.name}"
            )
        if not evaluate(parameter.constraint, values, meanings):
            raise LanguageError(
                f"parameter {parameter.name} of {definition.name} is {given[parameter.name]!r}, which violates its "
                "constraint",
                f"give a value that satisfies {parameter.constraint!r}",
            )
    return values
