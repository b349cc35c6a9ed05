"""Instances of the classes that people write as verification functions and post-processings."""

from __future__ import annotations

import inspect
from typing import TypeVar

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


def missing_methods(owner: type) -> str:
    """The methods that are left to be written, as a reader sees them."""
    return " and ".join(f"`{name}`" for name in sorted(getattr(owner, "__abstractmethods__", ())))


def description(owner: type) -> str:
    """What the author says of a class, in the first line."""
    return (owner.__doc__ or "").strip().split("\n")[0]
