"""Plain values: those that are known by what they are, and not by what they say of themselves.

Python takes 1, True and 1.0 for equal, and asks objects of foreign classes whether they are. A plain value is of one of
these types, exactly: None, bool, int, float, Fraction, str, bytes, members of enumerations, records of the language,
and tuples and frozen sets of plain values.
"""

from __future__ import annotations

import json
import struct
from enum import Enum
from fractions import Fraction
from typing import Any

from concomp.model.language.syntax.records import Record


class NotPlain(ValueError):
    """Thrown for a value that is not plain; the message names its type."""


def plain_text(value: Any) -> str:
    """A text that two plain values have in common only if nothing tells them apart; NotPlain for another value."""
    return json.dumps(_written(value))


def is_plain(value: object) -> bool:
    """Whether a value is plain."""
    try:
        _written(value)
    except NotPlain:
        return False
    return True


def _written(value: Any) -> Any:
    kind = type(value)
    if kind in (bool, str, type(None)):
        return [kind.__name__, str(value)]
    if kind is int:
        return ["int", hex(value)]
    if kind is Fraction:
        return ["Fraction", hex(value.numerator), hex(value.denominator)]
    if kind is float:
        # The bits, for two zeros are equal, and no NaN is equal to itself.
        return ["float", struct.pack(">d", value).hex()]
    if kind is bytes:
        return ["bytes", value.hex()]
    if kind is tuple:
        return ["tuple", *map(_written, value)]
    if kind is frozenset:
        return ["frozenset", *sorted(map(_written, value), key=json.dumps)]
    if issubclass(kind, Enum) and _is_member(kind, value):
        return ["member", kind.__module__, kind.__qualname__, value._name_]
    if issubclass(kind, Record):
        fields = [[name, _written(value.__dict__[name])] for name, _ in kind._sort.fields]
        return ["record", kind.__module__, kind.__qualname__, *fields]
    raise NotPlain(f"a {kind.__name__}: answer by numbers, text, members of enumerations, or tuples of these")


def _is_member(kind: type[Enum], value: Any) -> bool:
    """Whether it is one of the enumeration's members; a sum of flags is none."""
    return any(member is value for member in kind.__members__.values())
