"""Vectors whose length is a parameter.

Such a vector is never taken apart. What is done with it is done at each coordinate, by a function that is given by a
term: of the entries there, and of numbers and truth values that are the same at all coordinates.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.sorts import BOOL, INT, REAL, Sort
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value

SCALARS = (BOOL, INT, REAL)
"""The sorts of the entries."""


@dataclass(frozen=True)
class Everywhere:
    """The vector that has one entry in all of its places, whatever its length."""

    entry: Hashable


@dataclass(frozen=True)
class OpenVectorSort(Sort):
    """Tuples of numbers or truth values whose length is the value of a parameter, here its name.

    A value of any length belongs to it; that it has the right one is looked at where the parameter has a value.
    """

    entry: Sort
    length: str

    @property
    def name(self) -> str:
        return f"Vector({self.entry.name}, {self.length!r})"

    def contains(self, value: object) -> bool:
        if type(value) is Everywhere:
            return self.entry.contains(value.entry)
        return type(value) is tuple and all(map(self.entry.contains, value))

    def default(self) -> Value:
        return Everywhere(self.entry.default())


@dataclass(frozen=True, eq=False)
class Each:
    """The function whose value at each coordinate is that of a term there.

    domain: the sorts of its arguments. body: the term, over what stands for the arguments at a coordinate.
    """

    domain: tuple[Sort, ...]
    body: Term
    length: str

    name = "each"

    @cached_property
    def result(self) -> Sort:
        """Vectors of the term's values."""
        return OpenVectorSort(self.body.sort, self.length)

    @cached_property
    def hollows(self) -> tuple[Term, ...]:
        """What stands in the term for the arguments: of a vector, for its entry."""
        return tuple(hollow(place, sort) for place, sort in enumerate(self.domain))

    def __reduce__(self) -> tuple[Any, ...]:
        return _function, (self.domain, self.body, self.length)


@dataclass(frozen=True, eq=False)
class Every:
    """The function that says of a vector of truth values whether it holds at every coordinate."""

    domain: tuple[Sort, ...]

    name = "every"
    result = BOOL

    def __reduce__(self) -> tuple[Any, ...]:
        return _quantifier, (self.domain,)


def each(body: Term, arguments: Sequence[Term], length: str) -> Term:
    """The vector whose entry at each coordinate is the term, with the arguments' entries for the `hollow`s in it."""
    function = _function(tuple(argument.sort for argument in arguments), body, length)
    return terms.make("apply", tuple(arguments), function)


def every(vector: Term) -> Term:
    """Whether a vector of truth values holds at every coordinate."""
    return terms.make("apply", (vector,), _quantifier((vector.sort,)))


def hollow(place: int, sort: Sort) -> Term:
    """What stands for an argument of this sort in what is done at each coordinate: of a vector, for its entry there."""
    return terms.leaf("message", entry_of(sort), f"argument {place} at a coordinate")


def entry_of(sort: Sort) -> Sort:
    """The sort of the entries of a vector whose length is a parameter; any other sort."""
    return sort.entry if isinstance(sort, OpenVectorSort) else sort


def _function(domain: tuple[Sort, ...], body: Term, length: str) -> Each:
    """Always the same function, as terms that say the same are one object."""
    return _functions.setdefault((domain, body, length), Each(domain, body, length))


def _quantifier(domain: tuple[Sort, ...]) -> Every:
    return _quantifiers.setdefault(domain, Every(domain))


_functions: WeakValueDictionary[Hashable, Each] = WeakValueDictionary()
_quantifiers: WeakValueDictionary[Hashable, Every] = WeakValueDictionary()
