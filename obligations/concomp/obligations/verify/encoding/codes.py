"""Scalar codes of values.

Solvers are asked about truth values, integers and rationals only. Every value of the language is a fixed list of
these: a record lists its fields, a vector its entries, a union the number of its case and the fields of all cases; a
member of an enumeration is its place in it, an opaque value is a number, and 0 stands for every sort's default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.values import NOTHING, TotalMap, Value
from concomp.obligations.solvers.errors import Unsupported

SCALARS = (BOOL, INT, REAL)


class Undecodable(ValueError):
    """Numbers that a solver gave are the code of no value."""


@dataclass(frozen=True)
class Token:
    """An opaque value that a solver chose: the number-th of its sort."""

    sort: str
    number: int

    def __repr__(self) -> str:
        return f"{self.sort}#{self.number}"


@dataclass(frozen=True)
class Component:
    """One scalar in the code of a value: its name, its own sort, and the sort that it is a part of."""

    name: str
    sort: Sort
    meaning: Sort


def components(sort: Sort, name: str) -> tuple[Component, ...]:
    """The scalars that a value of the sort is made of, in order, their names beginning with `name`.

    Raises Unsupported for maps inside maps.
    """
    match sort:
        case RecordSort():
            return tuple(each for field, inner in sort.fields for each in components(inner, f"{name}.{field}"))
        case UnionSort():
            tag = Component(f"{name}.case", INT, sort)
            return (tag, *(each for case in sort.cases for each in components(case, f"{name}.{case.name}")))
        case VectorSort():
            return tuple(each for place in range(sort.size) for each in components(sort.entry, f"{name}[{place}]"))
        case MapSort():
            return tuple(
                Component(each.name, _map_of(each.sort, name), each.meaning) for each in components(sort.entry, name)
            )
        case EnumSort() | OpaqueSort():
            return (Component(name, INT, sort),)
        case _:
            return (Component(name, sort, sort),)


def width(sort: Sort) -> int:
    """How many scalars a value of the sort is made of."""
    return len(components(sort, ""))


class Codes:
    """The code between values and scalars; numbers for opaque values are given out as they are met."""

    def __init__(self) -> None:
        self._numbers: dict[OpaqueSort, dict[Value, int]] = {}

    def encode(self, sort: Sort, value: Value) -> tuple[Value, ...]:
        """The scalars of a value."""
        match sort:
            case RecordSort():
                return tuple(each for field, inner in sort.fields for each in self.encode(inner, getattr(value, field)))
            case UnionSort():
                return self._encode_union(sort, value)
            case VectorSort():
                return tuple(each for entry in value for each in self.encode(sort.entry, entry))
            case MapSort():
                return self._encode_map(sort, value)
            case EnumSort():
                return (next(place for place, member in enumerate(sort.enumeration) if member is value),)
            case OpaqueSort():
                return (self._number(sort, value),)
            case _:
                return (Fraction(value) if sort == REAL else value,)

    def decode(self, sort: Sort, scalars: Iterable[Value]) -> Value:
        """The value of these scalars; Undecodable if there is none."""
        return self._decode(sort, iter(scalars))

    def _decode(self, sort: Sort, scalars: Iterator[Value]) -> Value:
        match sort:
            case RecordSort():
                return sort.record.from_values(tuple(self._decode(inner, scalars) for _, inner in sort.fields))
            case UnionSort():
                tag = next(scalars)
                return _pick([self._decode(case, scalars) for case in sort.cases], tag, sort)
            case VectorSort():
                return tuple(self._decode(sort.entry, scalars) for _ in range(sort.size))
            case MapSort():
                return self._decode_map(sort, [next(scalars) for _ in range(width(sort))])
            case EnumSort():
                return _pick(list(sort.enumeration), next(scalars), sort)
            case OpaqueSort():
                return self._opaque(sort, next(scalars))
            case _:
                return next(scalars)

    def _encode_union(self, sort: UnionSort, value: Value) -> tuple[Value, ...]:
        tag = next(place for place, case in enumerate(sort.cases) if case.contains(value))
        fields = [self.encode(case, value if place == tag else case.default()) for place, case in enumerate(sort.cases)]
        return (tag, *(each for listed in fields for each in listed))

    def _encode_map(self, sort: MapSort, value: TotalMap) -> tuple[Value, ...]:
        defaults = self.encode(sort.entry, value.default)
        entries = {key: self.encode(sort.entry, entry) for key, entry in value.entries.items()}
        return tuple(
            TotalMap(default, {key: entry[place] for key, entry in entries.items()})
            for place, default in enumerate(defaults)
        )

    def _decode_map(self, sort: MapSort, maps: Sequence[TotalMap]) -> TotalMap:
        keys = sorted({key for each in maps for key in each.entries})
        default = self.decode(sort.entry, [each.default for each in maps])
        return TotalMap(default, {key: self.decode(sort.entry, [each[key] for each in maps]) for key in keys})

    def _number(self, sort: OpaqueSort, value: Value) -> int:
        if value is NOTHING:
            return 0
        if isinstance(value, Token) and value.sort == sort.name:
            return value.number
        numbers = self._numbers.setdefault(sort, {})
        return numbers.setdefault(value, len(numbers) + 1)

    def _opaque(self, sort: OpaqueSort, number: int) -> Value:
        if number == 0:
            return NOTHING
        known = {code: value for value, code in self._numbers.get(sort, {}).items()}
        return known.get(number, Token(sort.name, number))


def _pick(values: Sequence[Value], place: int, sort: Sort) -> Value:
    if not 0 <= place < len(values):
        raise Undecodable(f"{place} is the number of no case or member of {sort.name}")
    return values[place]


def _map_of(sort: Sort, name: str) -> MapSort:
    if sort not in SCALARS:
        raise Unsupported(f"{name} is a map of maps, which has no scalar form; keep one map for each of them")
    return MapSort(sort)
