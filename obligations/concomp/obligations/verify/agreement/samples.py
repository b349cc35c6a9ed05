"""Samples: values of every sort, and meanings of declared relations and functions, drawn at random.

Numbers are drawn near those that a function is written with, so that its conditions are met and missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared, Meaning
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.obligations.verify.encoding.code import Token

STEPS = (-1, 0, 0, 0, 1)
"""How far from a known number one is drawn."""
OPAQUE = tuple(range(101, 105))
"""The numbers of the opaque values that are drawn, beside those that a function is written with."""


class Samples:
    """Values drawn at random, near the constants that terms are written with."""

    def __init__(self, random: Random, roots: Iterable[Term]) -> None:
        """Take what is drawn with, and the terms."""
        self._random = random
        self._known: dict[Sort, list[Value]] = {INT: [-1, 0, 1, 2, 3], REAL: [Fraction(0), Fraction(1, 2), Fraction(1)]}
        for term in terms.descendants(roots):
            if terms.is_constant(term):
                self._known.setdefault(term.sort, []).append(terms.constant_value(term))

    def value(self, sort: Sort) -> Value:
        """A value of the sort, which is none of maps."""
        draw = self._random
        match sort:
            case EnumSort():
                return draw.choice(list(sort.enumeration))
            case RecordSort():
                return sort.record.from_values(tuple(self.value(inner) for _, inner in sort.fields))
            case UnionSort():
                return self.value(draw.choice(sort.cases))
            case VectorSort():
                return tuple(self.value(sort.entry) for _ in range(sort.size))
            case OpaqueSort():
                return draw.choice([*self._known.get(sort, []), *(Token(sort.name, number) for number in OPAQUE)])
            case _:
                return self._scalar(sort)

    def near(self, sort: Sort, value: Value) -> Value:
        """A value of the sort that is the given one in most of its parts."""
        draw = self._random
        if isinstance(sort, UnionSort):
            return self.near(next(case for case in sort.cases if case.contains(value)), value)
        if isinstance(sort, RecordSort) and sort.fields:
            field = draw.choice([name for name, _ in sort.fields])
            fields = ((name, inner, getattr(value, name)) for name, inner in sort.fields)
            return sort.record.from_values(
                tuple(self.near(inner, held) if name == field else held for name, inner, held in fields)
            )
        if isinstance(sort, VectorSort) and sort.size:
            place = draw.randrange(sort.size)
            return tuple(self.near(sort.entry, each) if n == place else each for n, each in enumerate(value))
        return self.value(sort)

    def meaning(self, symbol: Declared[Any]) -> Meaning:
        """A function of a declared symbol's arguments, symmetric if the symbol is; each value is drawn once."""
        drawn: dict[Any, Value] = {}

        def value(*arguments: Value) -> Value:
            key = frozenset(arguments) if symbol.symmetric else arguments
            if key not in drawn:
                drawn[key] = self.value(symbol.result)
            return drawn[key]

        return value

    def _scalar(self, sort: Sort) -> Value:
        if sort == BOOL:
            return self._random.random() < 0.5
        held: Any = self._random.choice(self._known[sort])
        return held + self._random.choice(STEPS)
