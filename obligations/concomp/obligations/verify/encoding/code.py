"""Codes: how the values of one sort are written as scalars.

Solvers are asked about truth values, integers and rationals only. All that depends on how a sort is written stands in
its code: its values, and what is said of scalars that stand for terms of this sort. Here are those of one scalar: a
truth value or a number stands for itself, a member of an enumeration is its place in it, an opaque value is a number,
and 0 stands for every sort's default.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import INT, REAL, EnumSort, OpaqueSort, Sort
from concomp.model.language.syntax.terms import FALSE, TRUE, Term
from concomp.model.language.syntax.values import NOTHING, Value, exact

ZERO = terms.constant(INT, 0)

Scalars = tuple[Term, ...]
"""What stands for a term: terms of scalar sorts, one for each component of its sort."""


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
class ScalarPart:
    """One scalar in the code of a value: its name, its own sort, and the sort that it is a part of."""

    name: str
    sort: Sort
    meaning: Sort


class Numbers:
    """The numbers of opaque values, given out as they are met."""

    def __init__(self) -> None:
        self._numbers: dict[OpaqueSort, dict[Hashable, tuple[int, Value]]] = {}

    def number(self, sort: OpaqueSort, value: Value) -> int:
        """The number of an opaque value."""
        if value is NOTHING:
            return 0
        if isinstance(value, Token) and value.sort == sort.name:
            return value.number
        numbers = self._numbers.setdefault(sort, {})
        return numbers.setdefault(exact(value), (len(numbers) + 1, value))[0]

    def opaque(self, sort: OpaqueSort, number: int) -> Value:
        """The opaque value of a number."""
        if number == 0:
            return NOTHING
        known = dict(self._numbers.get(sort, {}).values())
        return known.get(number, Token(sort.name, number))


class Code(ABC):
    """How the values of one sort are written, and what is said of scalars that stand for terms of this sort."""

    @abstractmethod
    def components(self, name: str) -> tuple[ScalarPart, ...]:
        """The scalars of a value, in order, their names beginning with `name`."""

    @abstractmethod
    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        """The scalars of a value."""

    @abstractmethod
    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        """The value of the next scalars; Undecodable if there is none."""

    @cached_property
    def width(self) -> int:
        """How many scalars there are."""
        return len(self.components(""))

    def constant(self, value: Value, numbers: Numbers) -> Scalars:
        """The scalars of a value, as terms."""
        listed = zip(self.components(""), self.encode(value, numbers), strict=True)
        return tuple(terms.constant(component.sort, scalar) for component, scalar in listed)

    def legal(self, scalars: Scalars) -> Term:
        """Whether scalars that a solver may choose are the code of a value."""
        return TRUE

    def clamp(self, scalars: Scalars) -> Scalars:
        """The code of a value near arbitrary scalars, and of every value near its own."""
        return scalars

    def present(self, scalars: Scalars) -> Scalars:
        """The scalars with every field of an absent case at its default."""
        return scalars

    def absent(self, scalars: Scalars) -> Term:
        """Whether the value is, or as a record holds, what an absent opaque value is."""
        return FALSE


@dataclass(frozen=True)
class ScalarCode(Code):
    """A truth value or a number stands for itself."""

    sort: Sort

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return (ScalarPart(name, self.sort, self.sort),)

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return (Fraction(value) if self.sort == REAL else value,)

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return next(scalars)


@dataclass(frozen=True)
class EnumCode(Code):
    """A member of an enumeration is its place in it."""

    sort: EnumSort

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return (ScalarPart(name, INT, self.sort),)

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return (next(place for place, member in enumerate(self.sort.enumeration) if member is value),)

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return pick(list(self.sort.enumeration), next(scalars), self.sort)

    def legal(self, scalars: Scalars) -> Term:
        return below(scalars[0], len(self.sort.enumeration))

    def clamp(self, scalars: Scalars) -> Scalars:
        return (nearest_below(scalars[0], len(self.sort.enumeration)),)


@dataclass(frozen=True)
class OpaqueCode(Code):
    """An opaque value is a number, 0 if it is absent."""

    sort: OpaqueSort

    def components(self, name: str) -> tuple[ScalarPart, ...]:
        return (ScalarPart(name, INT, self.sort),)

    def encode(self, value: Value, numbers: Numbers) -> tuple[Value, ...]:
        return (numbers.number(self.sort, value),)

    def decode(self, scalars: Iterator[Value], numbers: Numbers) -> Value:
        return numbers.opaque(self.sort, next(scalars))

    def legal(self, scalars: Scalars) -> Term:
        return terms.make("at most", (ZERO, scalars[0]))

    def clamp(self, scalars: Scalars) -> Scalars:
        return (terms.make("absolute", scalars),)

    def absent(self, scalars: Scalars) -> Term:
        return equality(scalars, (ZERO,))


def equality(left: Scalars, right: Scalars) -> Term:
    """Whether two values of one sort are the same."""
    return terms.conjunction(map(_equality, left, right))


def choice(condition: Term, then: Scalars, otherwise: Scalars) -> Scalars:
    """One of two values of one sort."""
    return tuple(terms.choice(condition, *pair) for pair in zip(then, otherwise, strict=True))


def _equality(left: Term, right: Term) -> Term:
    if terms.is_constant(left) and terms.is_constant(right):
        return TRUE if left is right else FALSE
    return terms.equality(left, right)


def pick(values: Sequence[Value], place: int, sort: Sort) -> Value:
    """The value in a place that a solver chose; Undecodable if there is none."""
    if not 0 <= place < len(values):
        raise Undecodable(f"{place} is the number of no case or member of {sort.name}")
    return values[place]


def number(value: int) -> Term:
    """An integer."""
    return terms.constant(INT, value)


def below(scalar: Term, bound: int) -> Term:
    """Whether a scalar is one of the numbers from 0 that are less than the bound."""
    return terms.conjunction(
        [terms.make("at most", (ZERO, scalar)), terms.make("at most", (scalar, number(bound - 1)))]
    )


def nearest_below(scalar: Term, bound: int) -> Term:
    """The nearest of the numbers from 0 that are less than the bound."""
    return terms.make("minimum", (terms.make("maximum", (ZERO, scalar)), number(bound - 1)))
