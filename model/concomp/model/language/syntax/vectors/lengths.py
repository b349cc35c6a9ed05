"""Vectors whose length is a parameter, where the parameter has a value.

A sort that has the name of a parameter for a length becomes that of a fixed length, and what is done at each
coordinate is done at one after the other. So whoever runs, explores or writes a definition at such values meets no
vector of unknown length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import MapSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.substitution import rebuild, substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.model.language.syntax.vectors.open_vectors import Each, Every, Everywhere, OpenVectorSort


def lengths_of(sorts: Iterable[Sort]) -> frozenset[str]:
    """The names of the parameters that are lengths in these sorts."""
    found: set[str] = set()
    waiting, seen = list(sorts), set[Sort]()
    while waiting:
        sort = waiting.pop()
        if sort in seen:
            continue
        seen.add(sort)
        match sort:
            case OpenVectorSort():
                found.add(sort.length)
            case RecordSort():
                waiting.extend(part for _, part in sort.fields)
            case UnionSort():
                waiting.extend(sort.cases)
            case VectorSort() | MapSort():
                waiting.append(sort.entry)
    return frozenset(found)


class AtLengths:
    """What sorts, values and terms are where lengths have values."""

    def __init__(self, lengths: Mapping[str, int]) -> None:
        """Take the lengths, by the names of their parameters; LanguageError for one below 1."""
        for name, length in lengths.items():
            if length < 1:
                raise LanguageError(f"the length {name} is {length}", "give a number of at least 1")
        self._lengths = dict(lengths)
        self._sorts: dict[Sort, Sort] = {}
        self._image: dict[Term, Term] = {}

    def sort(self, sort: Sort) -> Sort:
        """The sort at these lengths."""
        if sort not in self._sorts:
            self._sorts[sort] = self._sort(sort)
        return self._sorts[sort]

    def _sort(self, sort: Sort) -> Sort:
        match sort:
            case OpenVectorSort() if sort.length in self._lengths:
                return VectorSort(sort.entry, self._lengths[sort.length])
            case RecordSort():
                return RecordSort(sort.record, tuple((name, self.sort(part)) for name, part in sort.fields))
            case UnionSort():
                cases = [self.sort(case) for case in sort.cases]
                return UnionSort(tuple(case for case in cases if isinstance(case, RecordSort)))
            case VectorSort():
                return VectorSort(self.sort(sort.entry), sort.size)
            case MapSort():
                return MapSort(self.sort(sort.entry))
        return sort

    def value(self, sort: Sort, value: Value) -> Value:
        """A value of a definition at these lengths; LanguageError for a vector of another length."""
        if self.sort(sort) == sort:
            return value
        match sort:
            case OpenVectorSort():
                return self._vector(sort, value)
            case RecordSort():
                return sort.record.from_values(
                    tuple(self.value(part, getattr(value, name)) for name, part in sort.fields)
                )
            case UnionSort():
                return self.value(next(case for case in sort.cases if case.contains(value)), value)
            case VectorSort():
                return tuple(self.value(sort.entry, entry) for entry in value)
            case MapSort():
                entries = {key: self.value(sort.entry, entry) for key, entry in value.entries.items()}
                return TotalMap(self.value(sort.entry, value.default), entries)
        raise AssertionError(f"no value of the sort {sort.name} depends on a length")

    def _vector(self, sort: OpenVectorSort, value: Value) -> Value:
        length = self._lengths[sort.length]
        if isinstance(value, Everywhere):
            return (value.entry,) * length
        if len(value) != length:
            raise LanguageError(
                f"{value!r} stands where a vector of length {sort.length} = {length} is wanted", "write each(...)"
            )
        return value

    def term(self, root: Term) -> Term:
        """The term at these lengths."""
        for term in terms.descendants([root]):
            if term not in self._image:
                self._image[term] = self._term(term, tuple(self._image[argument] for argument in term.arguments))
        return self._image[root]

    def _term(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        data: Any = term.data
        if terms.is_constant(term):
            return terms.constant(self.sort(term.sort), self.value(term.sort, terms.constant_value(term)))
        if term.operator in terms.LEAVES:
            return terms.leaf(term.operator, self.sort(term.sort), terms.leaf_name(term))
        if isinstance(data, Every) and isinstance(arguments[0].sort, VectorSort):
            return terms.conjunction(_entries(arguments[0]))
        if isinstance(data, Each) and data.length in self._lengths:
            return self._each(data, arguments)
        if isinstance(data, Declared):
            data = self.symbol(data)
        elif isinstance(data, Sort):
            data = self.sort(data)
        if data is term.data or data == term.data:
            return rebuild(term, arguments)
        return terms.make(term.operator, arguments, data)

    def _each(self, function: Each, arguments: tuple[Term, ...]) -> Term:
        entries = tuple(
            substitute(
                function.body, {h: _at(each, place) for h, each in zip(function.hollows, arguments, strict=True)}
            )
            for place in range(self._lengths[function.length])
        )
        return terms.make("vector", entries, VectorSort(function.body.sort, len(entries)))

    def symbol(self, symbol: Declared[Any]) -> Declared[Any]:
        """The declared relation or function at these lengths: always the same one, and itself if it has no length."""
        domain, result = tuple(map(self.sort, symbol.domain)), self.sort(symbol.result)
        if (domain, result) == (symbol.domain, symbol.result):
            return symbol
        known = _symbols.setdefault(symbol, {})
        return known.setdefault((domain, result), replace(symbol, domain=domain, result=result))


_symbols: WeakKeyDictionary[Declared[Any], dict[Any, Declared[Any]]] = WeakKeyDictionary()
"""What declared relations and functions are at some lengths, by their sorts there."""


def _at(argument: Term, place: int) -> Term:
    return terms.item(argument, place) if isinstance(argument.sort, VectorSort) else argument


def _entries(vector: Term) -> list[Term]:
    assert isinstance(vector.sort, VectorSort)
    return [terms.item(vector, place) for place in range(vector.sort.size)]
