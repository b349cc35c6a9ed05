"""Meanings as JSON, so that evidence knows them by all that determines what they give.

A function of Python is known by its code, its defaults, what it closes over, and the globals that it uses; a bound
method by its object too; a partial by what it applies to what; a callable object by its class and its fields. What is
imported from Python's own library, from an installed package, or from this one is known by its name and its version.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from types import EllipsisType, ModuleType, NoneType, NotImplementedType
from typing import Any

from concomp.model.language.readings.json_values import Json, JsonError
from concomp.model.language.readings.meaning_parts import fields_of, name_of_imported, parts_of, parts_of_class
from concomp.model.language.readings.plain_values import plain_text
from concomp.model.language.syntax.relations import Meaning

_REMEDY = "let it use functions, numbers, text, tuples, and objects that hold only these"


def meaning_to_json(name: str, meaning: Meaning | None) -> Json:
    """The meaning of the relation or function of this name as JSON, by all that determines it; None for none.

    Raises JsonError for a meaning that holds, or uses, what has no text.
    """
    place = f"the meaning of {name}"
    try:
        return _Writing(place).write(meaning)
    except RecursionError:
        raise JsonError(place, "what it holds lies too deep to be written", _REMEDY) from None


class _Writing:
    """The writing of one meaning, in which what occurs again is known by its number."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._known: dict[int, tuple[int, object]] = {}

    def write(self, value: Any) -> Json:
        """The value as JSON."""
        kind = type(value)
        if kind in _ATOMS:
            return _ATOMS[kind](value)
        if id(value) in self._known:
            return ["again", self._known[id(value)][0]]
        # The value is kept, so that nothing else gets its id.
        self._known[id(value)] = len(self._known), value
        imported = name_of_imported(value)
        if imported is not None:
            return ["imported", *imported]
        parts = parts_of(value)
        if parts is not None:
            return [kind.__name__, *map(self.write, parts)]
        if kind in (set, frozenset):
            return [kind.__name__, *sorted(map(self._alone, value))]
        if kind is dict:
            return ["dict", *([self._alone(key), self.write(held)] for key, held in value.items())]
        if isinstance(value, type):
            return ["class", value.__module__, value.__qualname__, *map(self.write, parts_of_class(value))]
        return self._object(value)

    def _alone(self, value: Any) -> str:
        """The text of what has no place in an order."""
        return json.dumps(_Writing(self._place).write(value))

    def _object(self, value: Any) -> Json:
        kind = type(value)
        if isinstance(value, Enum):
            return ["member", self.write(kind), self.write(value._value_)]
        if isinstance(value, ModuleType):
            name = value.__name__
            raise JsonError(self._place, f"it uses the module {name}", f"import what it uses: from {name} import …")
        fields = fields_of(value)
        if fields is None:
            raise JsonError(self._place, f"it holds a {kind.__qualname__}, which has no text", _REMEDY)
        return ["object", self.write(kind), *map(self.write, fields)]


def _complex(value: complex) -> Json:
    return ["complex", struct.pack(">dd", value.real, value.imag).hex()]


_ATOMS: Mapping[type, Callable[[Any], Json]] = {
    **dict.fromkeys((NoneType, bool, int, float, str, bytes, Fraction), plain_text),
    complex: _complex,
    EllipsisType: repr,
    NotImplementedType: repr,
}
