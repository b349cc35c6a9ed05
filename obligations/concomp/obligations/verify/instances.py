"""Instances of the classes that people write as verification functions and post-processings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import TypeVar

from concomp.model.language.combinators import Combination, labels
from concomp.model.language.readings.machine import Machine, arguments_of
from concomp.model.language.syntax.sameness import same
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.properties.properties import NotAskable

T = TypeVar("T")
M = TypeVar("M", bound=Machine)


def instantiate(owner: type[T]) -> T:
    """An instance of a class; NotAskable if there is none without arguments."""
    if inspect.isabstract(owner):
        raise NotAskable(f"{owner.__name__} is abstract; write its {missing_methods(owner)}")
    wanted = required_arguments(owner)
    if wanted:
        raise NotAskable(f"{owner.__name__} is not made without {', '.join(wanted)}; give an instance of it")
    return owner()


def at_values(machine: M, values: Mapping[str, Value]) -> M:
    """The machine at further values of its parameters; NotAskable if its class takes none of this name."""
    try:
        return machine.with_values(**values) if values else machine
    except TypeError as error:
        raise NotAskable(
            f"{type(machine).__name__} is not made with {', '.join(sorted(values))} ({error}); "
            "let its `__init__` take `**given`, hand it on to `super().__init__(**given)`, and give values by name"
        ) from None


def required_arguments(owner: type) -> list[str]:
    """The names of the arguments without which there is no instance."""
    listed = list(inspect.signature(owner.__init__).parameters.values())[1:]  # type: ignore[misc]
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in listed if each.default is inspect.Parameter.empty and each.kind not in variadic]


def optional_arguments(owner: type) -> list[str]:
    """The names of the arguments that have a default."""
    listed = inspect.signature(owner.__init__).parameters.values()  # type: ignore[misc]
    return [each.name for each in listed if each.default is not inspect.Parameter.empty]


def all_values(machine: Machine, values: Mapping[str, Value]) -> dict[str, Value]:
    """The arguments that a machine was made with, its parts with theirs, and these values of its parameters, by name.

    Raises NotAskable for a parameter and an argument of one name and two values: then it is not known which is meant.
    """
    arguments = arguments_of(machine)
    sorts = {parameter.name: parameter.symbol.sort for parameter in machine.definition.parameters}
    for name in sorted(arguments.keys() & values.keys()):
        if not (sorts[name].contains(arguments[name]) and same(sorts[name], arguments[name], values[name])):
            owner = type(machine).__name__
            raise NotAskable(
                f"{owner} was made with {name} = {arguments[name]!r}, and its parameter {name!r} is {values[name]!r}; "
                f"make an instance with the value, and hand an argument {name!r} on as it is"
            )
    parts = [part for value in arguments.values() for part in _parts(value)]
    own = {name: _named(value) for name, value in arguments.items() if not _parts(value)}
    # Parameters of a combination's parts are its own.
    inside = [{} if isinstance(machine, Combination) else part.parameter_values for part in parts]
    return {**own, **_behind_names(parts, inside), **values}


def values_beside(machines: Sequence[Machine]) -> dict[str, Value]:
    """What further machines were made with, each behind its name: `Sized.size`, or `Sized_2.size` of a second one."""
    return _behind_names(machines, [machine.parameter_values for machine in machines])


def _behind_names(machines: Sequence[Machine], values: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    listed = labels(machine.definition.name for machine in machines)
    return {
        f"{label}.{name}": value
        for label, machine, own in zip(listed, machines, values, strict=True)
        for name, value in all_values(machine, own).items()
    }


def _parts(argument: object) -> list[Machine]:
    """The machines that an argument is, or lists."""
    listed = argument if isinstance(argument, tuple | list) else (argument,)
    return [each for each in listed if isinstance(each, Machine)]


def _named(value: object) -> object:
    """An argument as a reader knows it: a function or a class by its name."""
    return value.__qualname__ if isinstance(value, type | FunctionType) else value


def missing_methods(owner: type) -> str:
    """The methods that are left to be written, as a reader sees them."""
    return " and ".join(f"`{name}`" for name in sorted(getattr(owner, "__abstractmethods__", ())))


def description(owner: type) -> str:
    """What the author says of a class, in the first line."""
    return (owner.__doc__ or "").strip().split("\n")[0]
