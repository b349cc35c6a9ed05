"""Plain values: answers that are known by what they are, and not by what they say of themselves.

Python takes 1, True and 1.0 for equal, and asks objects of foreign classes whether they are. A plain value is of one of
these types, exactly: None, bool, int, float, Fraction, str, bytes, members of enumerations, records of the language,
and tuples and frozen sets of plain values.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, EnumType
from fractions import Fraction
from functools import cached_property
from typing import Any

from concomp.model.language.syntax.records import Record

LISTED = (frozenset, set, tuple, list, EnumType)
"""The types of answer spaces whose elements are listed; an enumeration lists its members."""


class NotPlain(ValueError):
    """Thrown for a value that is not plain; the message names its type."""


def plain_text(value: Any) -> str:
    """A text that two plain values have in common only if nothing tells them apart; NotPlain for another value."""
    return json.dumps(_written(value))


class Listed:
    """The plain values of a list, as they are now; a value that is only equal to one of them is none of them."""

    def __init__(self, values: Iterable[Any]) -> None:
        """Take the values; those that are not plain are left out."""
        self.values = tuple(value for value in values if is_plain(value))

    def __contains__(self, value: object) -> bool:
        return is_plain(value) and plain_text(value) in self._texts

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(map(plain_text, self.values))


@dataclass(frozen=True)
class Asked:
    """A container that says itself what it holds, asked for plain values only."""

    container: Container[Any]

    def __contains__(self, value: object) -> bool:
        return is_plain(value) and value in self.container


@dataclass(frozen=True)
class Integers:
    """The integers of a range; a value that is only equal to one of them is none of them."""

    numbers: range

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value in self.numbers


def plain_space(answers: Container[Any]) -> Container[Any]:
    """The plain values of an answer space."""
    if type(answers) is range:
        return Integers(answers)
    return Listed(answers) if type(answers) in LISTED else Asked(answers)  # type: ignore[arg-type]


def examples(space: Container[Any]) -> Sequence[Any]:
    """Values of a plain space: all that are listed, the ends of a range, none of a container that is only asked."""
    if isinstance(space, Listed):
        return space.values
    if isinstance(space, Integers) and space.numbers:
        return (space.numbers[0], space.numbers[-1])
    return ()


def is_finite_space(answers: Container[Any]) -> bool:
    """Whether an answer space is known to be finite, whatever it says of itself."""
    return type(answers) is range or type(answers) in LISTED


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
