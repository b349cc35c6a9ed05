"""Definitions with values for their parameters and meanings for what they declare."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from concomp.model.language.readings.evaluation import Meanings, Program, evaluate
from concomp.model.language.syntax.definition import NOWHERE, ParameterDefinition
from concomp.model.language.syntax.errors import LanguageError, UnknownName, did_you_mean
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value, check_size


class Begun(Protocol):
    """A register, as far as its value before the first message."""

    @property
    def initial(self) -> Term:
        """That value."""


class Parametrised(Protocol):
    """What has parameters and registers."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def parameters(self) -> tuple[ParameterDefinition, ...]:
        """Its parameters."""

    @property
    def registers(self) -> Sequence[Begun]:
        """Its registers."""


D = TypeVar("D", bound=Parametrised)


class Valued(ABC, Generic[D]):
    """A definition, the values of its parameters, and the meanings of what it declares."""

    def __init__(
        self, definition: D, parameters: Mapping[str, Value] | None = None, meanings: Meanings | None = None
    ) -> None:
        """Take the definition, values of its parameters, and meanings of what it declares, by name.

        Raises UnknownName for a value of a parameter that there is not, LanguageError for one of another sort or
        one that the constraint excludes.
        """
        self.parameter_values = dict(parameters or {})
        self.meanings = dict(meanings or {})
        check_parameters(definition.name, definition.parameters, self.parameter_values, self.meanings)
        self.definition = self._at_lengths(definition)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameter_values.items())
        return f"{self.definition.name}({given})"

    @abstractmethod
    def _at_lengths(self, definition: D) -> D:
        """The definition, its vectors of the lengths that have values."""

    def first_registers(self) -> tuple[Hashable, ...]:
        """The registers before the first message; LanguageError if a parameter has no value."""
        missing = [p.name for p in self.definition.parameters if p.name not in self.parameter_values]
        if missing:
            raise LanguageError(
                f"{self!r} runs without a value of {', '.join(missing)}",
                f"make it with values: {self.definition.name}({', '.join(f'{name}=...' for name in missing)})",
            )
        return Program([r.initial for r in self.definition.registers], self.meanings)(self.symbols)

    @cached_property
    def symbols(self) -> Mapping[Term, Value]:
        """The values of the parameters, by their symbols."""
        values = self.parameter_values
        return {p.symbol: values[p.name] for p in self.definition.parameters if p.name in values}


def check_parameters(
    owner: str, parameters: Iterable[ParameterDefinition], given: Mapping[str, Value], meanings: Meanings
) -> None:
    """Raise LanguageError, or UnknownName, unless each given value is one that its parameter of `owner` may have."""
    known = {parameter.name: parameter for parameter in parameters}
    for name, value in given.items():
        if name not in known:
            raise UnknownName(f"{owner} has no parameter {name!r}", did_you_mean(name, known))
        _check_parameter(owner, known[name], value, meanings)


def _check_parameter(owner: str, parameter: ParameterDefinition, value: Value, meanings: Meanings) -> None:
    check_size(value)
    _demand_text(f"parameter {parameter.name} of {owner}", value)
    if not parameter.symbol.sort.contains(value):
        raise LanguageError(
            f"parameter {parameter.name} of {owner} is {value!r}", f"give a {parameter.symbol.sort.name}"
        )
    if not evaluate(parameter.constraint, {parameter.symbol: value}, meanings):
        raise LanguageError(
            f"parameter {parameter.name} of {owner} is {value!r}, which violates its constraint", _remedy(parameter)
        )


def _remedy(parameter: ParameterDefinition) -> str:
    """What to give to a parameter whose value violates its constraint."""
    if parameter.position is NOWHERE:
        return "a length is at least 1"
    written = f"give a value that satisfies `{parameter.position.text}` ({parameter.position})"
    return f"{written} and is at least 1, as a length is" if parameter.is_length else written


def _demand_text(place: str, value: Value) -> None:
    """LanguageError for a value that cannot be written in scopes, traces and errors."""
    try:
        repr(value)
    except Exception as error:  # whatever a class of the author's raises
        problem = f"has no text: __repr__ of {type(value).__name__} raises {type(error).__name__}"
    else:
        return
    raise LanguageError(f"{place} {problem}", "give a value that repr() shows")
