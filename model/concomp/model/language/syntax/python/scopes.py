"""Scopes: what the names in an author's function stand for.

Python runs every guarded block, whatever its condition. A local variable assigned in one therefore holds that value
after it unconditionally, which cannot be what the author means: it is not read any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Protocol

from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.python.callables import builtin
from concomp.model.language.syntax.python.values import is_kept_by_iterating

_MISSING = object()


class Names(Protocol):
    """Where names are looked up."""

    def read(self, name: str) -> Any:
        """The value of the name; LanguageError if it has none that may be read."""


class Surroundings:
    """What a function sees outside of itself: the variables that it encloses, its module, and Python's own names."""

    def __init__(self, function: FunctionType) -> None:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self._cells = dict(cells)
        self._module: Mapping[str, object] = function.__globals__

    def read(self, name: str) -> Any:
        # In a class, Python calls names that begin with two underscores otherwise than they stand there.
        if name.startswith("__") and name != "__class__":
            raise LanguageError(f"the name {name!r} is looked up", "write it without the two underscores")
        if name in self._cells:
            try:
                return self._cells[name].cell_contents
            except ValueError:
                raise LanguageError(f"{name!r} has no value yet", "define it above the class") from None
        if name in self._module:
            return self._module[name]
        found = builtin(name)
        if found is None and name != "None":
            raise LanguageError(f"the name {name!r} is not defined", "define it above the class, or import it")
        return found


@dataclass(frozen=True)
class _Guarded:
    """What a variable holds that was assigned in a guarded block, behind that block. line: where the block begins."""

    line: int


class Scope:
    """The local variables of one run of a function, or of a comprehension."""

    def __init__(self, own: frozenset[str], outside: Names) -> None:
        """Take the names that it assigns itself, and where all others are looked up."""
        self._own = own
        self._outside = outside
        self._values: dict[str, object] = {}
        self._blocks: list[set[str]] = []

    def read(self, name: str) -> Any:
        if name not in self._own:
            return self._outside.read(name)
        value = self._values.get(name, _MISSING)
        if value is _MISSING:
            raise LanguageError(f"{name!r} is read before it is assigned", "assign it on every path")
        if isinstance(value, _Guarded):
            raise LanguageError(
                f"{name!r} is assigned in the guarded block at line {value.line} and read outside it; Python "
                "assigns it whether or not the condition holds",
                f"write `{name} = ite(condition, a, b)`, or keep it in a register",
            )
        return value

    def assign(self, name: str, value: object) -> None:
        """Give a local variable a value."""
        if is_kept_by_iterating(value):
            raise LanguageError(
                "an iterator is kept, and with it what it has come to",
                "go through it where it is made, or keep a list: list(...)",
            )
        self._values[name] = value
        if self._blocks:
            self._blocks[-1].add(name)

    @property
    def is_guarded(self) -> bool:
        """Whether a guarded block of this run is open."""
        return bool(self._blocks)

    def open(self) -> None:
        """Begin a guarded block."""
        self._blocks.append(set())

    def close(self, line: int) -> None:
        """End the innermost guarded block, which began at the line."""
        names = self._blocks.pop()
        self._values.update(dict.fromkeys(names, _Guarded(line)))
        if self._blocks:
            self._blocks[-1] |= names
