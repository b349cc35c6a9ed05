"""Instances of the classes that people write as verification functions and post-processings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import TypeVar

from concomp.model.language.readings.machine import Machine, arguments_of
from concomp.model.language.syntax.ownership import is_of_the_language
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.properties.properties import NotAskable

T = TypeVar("T")


def instantiate(owner: type[T]) -> T:
    """An instance of a class; NotAskable if there is none without arguments."""
    if inspect.isabstract(owner):
        raise NotAskable(f"{owner.__name__} is abstract; write its {missing_methods(owner)}")
    wanted = required_arguments(owner)
    if wanted:
        raise NotAskable(f"{owner.__name__} is not made without {', '.join(wanted)}; give an instance of it")
    return owner()


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
    """The arguments that a machine was made with, and these values of its parameters, by name.

    Raises NotAskable for a parameter and an argument of one name and two values: then it is not known which is meant.
    """
    # A combinator's arguments are functions, which it is said to consist of.
    arguments = {} if is_of_the_language(type(machine)) else arguments_of(machine)
    for name in sorted(arguments.keys() & values.keys()):
        if arguments[name] != values[name]:
            owner = type(machine).__name__
            raise NotAskable(
                f"{owner} was made with {name} = {arguments[name]!r}, and its parameter {name!r} is {values[name]!r}; "
                f"make an instance with the value, and hand an argument {name!r} on as it is"
            )
    return {**{name: _named(value) for name, value in arguments.items()}, **values}


def _named(value: object) -> object:
    """An argument as a reader knows it: a function or a class by its name."""
    return value.__qualname__ if isinstance(value, type | FunctionType) else value


def missing_methods(owner: type) -> str:
    """The methods that are left to be written, as a reader sees them."""
    return " and ".join(f"`{name}`" for name in sorted(getattr(owner, "__abstractmethods__", ())))


def description(owner: type) -> str:
    """What the author says of a class, in the first line."""
    return (owner.__doc__ or "").strip().split("\n")[0]
