"""Sorts.

What a register, a parameter, a field or a message can hold. A sort says which Python values
belong to it and which one stands for a field of an absent case.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any

from concomp.model.language.syntax.values import NOTHING, TotalMap, Value


class Sort(ABC):
    """What an expression can stand for."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name under which the author knows it."""

    @abstractmethod
    def contains(self, value: object) -> bool:
        """Whether the concrete Python value belongs to the sort."""

    @abstractmethod
    def default(self) -> Value:
        """The fixed value that a field of an absent case holds."""


@dataclass(frozen=True)
class BoolSort(Sort):
    """Truth values."""

    @property
    def name(self) -> str:
        return "Bool"

    def contains(self, value: object) -> bool:
        return type(value) is bool

    def default(self) -> Value:
        return False


@dataclass(frozen=True)
class IntSort(Sort):
    """Integers: Python's `int` itself; `True` is none, nor is a value of a subclass, which may compute otherwise."""

    @property
    def name(self) -> str:
        return "Int"

    def contains(self, value: object) -> bool:
        return type(value) is int

    def default(self) -> Value:
        return 0


@dataclass(frozen=True)
class RealSort(Sort):
    """Rational numbers, as `Fraction` or `int` itself, no subclass, which may compute otherwise; never a float."""

    @property
    def name(self) -> str:
        return "Real"

    def contains(self, value: object) -> bool:
        return type(value) is int or type(value) is Fraction

    def default(self) -> Value:
        return Fraction(0)


@dataclass(frozen=True)
class EnumSort(Sort):
    """The members of an enumeration."""

    enumeration: type[Enum]

    @property
    def name(self) -> str:
        return self.enumeration.__name__

    def contains(self, value: object) -> bool:
        return any(value is member for member in self.enumeration)

    def default(self) -> Value:
        return next(iter(self.enumeration))


@dataclass(frozen=True)
class RecordSort(Sort):
    """Records of one class, with named fields."""

    record: type[Any]
    fields: tuple[tuple[str, Sort], ...]

    @property
    def name(self) -> str:
        return self.record.__name__

    def contains(self, value: object) -> bool:
        if type(value) is not self.record:
            return False
        held = value.__dict__
        return tuple(held) == self._names and all(sort.contains(held[name]) for name, sort in self.fields)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.fields)

    def default(self) -> Value:
        return self.record.from_values(tuple(sort.default() for _, sort in self.fields))

    def field(self, name: str) -> Sort:
        """The sort of the field; KeyError if there is none of that name."""
        return dict(self.fields)[name]


@dataclass(frozen=True)
class UnionSort(Sort):
    """Records of one of several classes, the cases."""

    cases: tuple[RecordSort, ...]

    @property
    def name(self) -> str:
        return " | ".join(case.name for case in self.cases)

    def contains(self, value: object) -> bool:
        return any(case.contains(value) for case in self.cases)

    def default(self) -> Value:
        return self.cases[0].default()


@dataclass(frozen=True)
class VectorSort(Sort):
    """Tuples of a fixed length with entries of one sort."""

    entry: Sort
    size: int

    @property
    def name(self) -> str:
        return f"Vector({self.entry.name}, {self.size})"

    def contains(self, value: object) -> bool:
        return type(value) is tuple and len(value) == self.size and all(map(self.entry.contains, value))

    def default(self) -> Value:
        return (self.entry.default(),) * self.size


@dataclass(frozen=True)
class MapSort(Sort):
    """Total maps from the integers to values of one sort."""

    entry: Sort

    @property
    def name(self) -> str:
        return f"Map[Int, {self.entry.name}]"

    def contains(self, value: object) -> bool:
        if type(value) is not TotalMap:
            return False
        keys_fit = all(map(INT.contains, value.entries))
        return keys_fit and all(map(self.entry.contains, [value.default, *value.entries.values()]))

    def default(self) -> Value:
        return TotalMap(self.entry.default())


@dataclass(frozen=True)
class OpaqueSort(Sort):
    """Values of which nothing is known but whether two are equal: any hashable Python value."""

    opaque: type

    @property
    def name(self) -> str:
        return self.opaque.__name__

    def contains(self, value: object) -> bool:
        try:
            hash(value)
        except Exception:  # whatever a class of the author's raises
            return False
        return True

    def default(self) -> Value:
        return NOTHING


BOOL = BoolSort()
INT = IntSort()
REAL = RealSort()
