"""Classes as Python itself knows them: the class of a class has no say in what is asked here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

_bases: Callable[[type], tuple[type, ...]] = vars(type)["__mro__"].__get__
_names: Callable[[type], Mapping[str, Any]] = vars(type)["__dict__"].__get__


class Kinds:
    """Some classes, by identity."""

    def __init__(self, *kinds: type) -> None:
        self._kinds = {id(kind): kind for kind in kinds}

    def __contains__(self, kind: object) -> bool:
        return id(kind) in self._kinds

    def __iter__(self) -> Iterator[type]:
        return iter(self._kinds.values())


def bases(owner: type) -> tuple[type, ...]:
    """The class and those above it, in the order in which names are looked up."""
    return _bases(owner)


def names(owner: type) -> Mapping[str, Any]:
    """What the class itself defines."""
    return _names(owner)


def is_builtin(owner: type) -> bool:
    """Whether the class is one of Python's own, made by no program, whatever it says of its module."""
    return not _FLAGS.__get__(owner) & _MADE_BY_A_PROGRAM and owner.__module__ == object.__module__


_FLAGS = vars(type)["__flags__"]
_MADE_BY_A_PROGRAM = 1 << 9
"""Py_TPFLAGS_HEAPTYPE."""
