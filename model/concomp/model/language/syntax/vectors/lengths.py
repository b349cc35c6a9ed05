"""Vectors whose length is a parameter, where the parameter has a value.

A sort that has the name of a parameter for a length becomes that of a fixed length, and what is done at each
coordinate is done at one after the other. So whoever runs, explores or writes a definition at such values meets no
vector of unknown length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import Sort, VectorSort
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.vectors.open_vectors import Each, Every, Everywhere, OpenVectorSort
from concomp.model.language.syntax.walks.parts import parts_of
from concomp.model.language.syntax.walks.translation import Translation


def lengths_of(sorts: Iterable[Sort]) -> frozenset[str]:
    """The names of the parameters that are lengths in these sorts."""
    return frozenset(part.length for part in parts_of(sorts) if isinstance(part, OpenVectorSort))


class AtLengths(Translation):
    """What sorts, values and terms are where lengths have values."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        """Take the lengths, by the names of their parameters; LanguageError for one below 1."""
        super().__init__()
        for name, length in lengths.items():
            if length < 1:
                raise LanguageError(f"the length {name} is {length}", "give a number of at least 1")
        self._lengths = dict(lengths)

    def known(self, sort: Sort) -> Sort | None:
        """Of vectors of such a length those of that fixed length."""
        if isinstance(sort, OpenVectorSort) and sort.length in self._lengths:
            return VectorSort(sort.entry, self._lengths[sort.length])
        return None

    def value(self, sort: Sort, value: Value) -> Value:
        """A value of a definition at these lengths; LanguageError for a vector of another length."""
        if isinstance(sort, OpenVectorSort) and sort.length in self._lengths:
            return self._vector(sort, value)
        return super().value(sort, value)

    def _vector(self, sort: OpenVectorSort, value: Value) -> Value:
        length = self._lengths[sort.length]
        if isinstance(value, Everywhere):
            return (value.entry,) * length
        if len(value) != length:
            raise LanguageError(
                f"{value!r} stands where a vector of length {sort.length} = {length} is wanted", "write each(...)"
            )
        return value

    def said(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        """What a term is at these lengths, of whose arguments it is known."""
        data = term.data
        if isinstance(data, Every) and isinstance(arguments[0].sort, VectorSort):
            return terms.conjunction(_entries(arguments[0]))
        if isinstance(data, Each) and data.length in self._lengths:
            return self._each(data, arguments)
        return super().said(term, arguments)

    def _each(self, function: Each, arguments: tuple[Term, ...]) -> Term:
        entries = tuple(
            substitute(
                function.body, {h: _at(each, place) for h, each in zip(function.hollows, arguments, strict=True)}
            )
            for place in range(self._lengths[function.length])
        )
        return terms.make("vector", entries, VectorSort(function.body.sort, len(entries)))

    def declared(self, symbol: Declared[Any]) -> Declared[Any]:
        """The declared relation or function at these lengths, the same one wherever it has these sorts."""
        here = super().declared(symbol)
        return _symbols.setdefault(symbol, {}).setdefault((here.domain, here.result), here)


_symbols: WeakKeyDictionary[Declared[Any], dict[Any, Declared[Any]]] = WeakKeyDictionary()
"""What declared relations and functions are at some lengths, by their sorts there."""


def _at(argument: Term, place: int) -> Term:
    return terms.item(argument, place) if isinstance(argument.sort, VectorSort) else argument


def _entries(vector: Term) -> list[Term]:
    assert isinstance(vector.sort, VectorSort)
    return [terms.item(vector, place) for place in range(vector.sort.size)]
