"""Translations: sorts, values and terms said anew, where some sorts are others.

A sort becomes what its parts become, a value what its parts become in it, and a term what its arguments become. A
translation adds to that which sorts it knows another for, and what else it says otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import EnumSort, MapSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.substitution import rebuild
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.values import TotalMap, Value


class Translation:
    """What sorts, values and terms become; by itself it leaves everything as it is."""

    def __init__(self) -> None:
        """Begin with nothing translated."""
        self._sorts: dict[Sort, Sort] = {}
        self._symbols: dict[Declared[Any], Declared[Any]] = {}
        self._terms: dict[Term, Term] = {}

    def known(self, sort: Sort) -> Sort | None:
        """The sort that stands for this one; None for one that becomes what its parts become."""
        return None

    def sort(self, sort: Sort) -> Sort:
        """What a sort becomes."""
        if sort not in self._sorts:
            known = self.known(sort)
            self._sorts[sort] = self._by_parts(sort) if known is None else known
        return self._sorts[sort]

    def value(self, sort: Sort, value: Value) -> Value:
        """What a value of this sort becomes."""
        here = self.sort(sort)
        if here == sort:
            return value
        match sort:
            case EnumSort() if isinstance(here, EnumSort):
                return here.enumeration[value.name]
            case RecordSort() if isinstance(here, RecordSort):
                fields = (self.value(part, getattr(value, name)) for name, part in sort.fields)
                return here.record.from_values(tuple(fields))
            case UnionSort():
                return self.value(next(case for case in sort.cases if case.contains(value)), value)
            case VectorSort():
                return tuple(self.value(sort.entry, entry) for entry in value)
            case MapSort():
                entries = {key: self.value(sort.entry, entry) for key, entry in value.entries.items()}
                return TotalMap(self.value(sort.entry, value.default), entries)
        return value

    def symbol(self, symbol: Declared[Any]) -> Declared[Any]:
        """What a declared relation or function becomes: always the same one."""
        if symbol not in self._symbols:
            self._symbols[symbol] = self.declared(symbol)
        return self._symbols[symbol]

    def declared(self, symbol: Declared[Any]) -> Declared[Any]:
        """The relation or function that stands for this one: itself, between what its sorts become."""
        domain, result = tuple(map(self.sort, symbol.domain)), self.sort(symbol.result)
        if (domain, result) == (symbol.domain, symbol.result):
            return symbol
        return replace(symbol, domain=domain, result=result)

    def term(self, root: Term) -> Term:
        """What a term becomes."""
        for term in terms.descendants([root]):
            if term not in self._terms:
                self._terms[term] = self.said(term, tuple(self._terms[argument] for argument in term.arguments))
        return self._terms[root]

    def said(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        """What a term becomes whose arguments became these."""
        if terms.is_constant(term):
            return terms.constant(self.sort(term.sort), self.value(term.sort, terms.constant_value(term)))
        if term.operator in terms.LEAVES:
            return terms.leaf(term.operator, self.sort(term.sort), terms.leaf_name(term))
        data: Any = term.data
        if isinstance(data, Declared):
            data = self.symbol(data)
        elif isinstance(data, Sort):
            data = self.sort(data)
        if data is term.data or data == term.data:
            return rebuild(term, arguments)
        return terms.make(term.operator, arguments, data)

    def _by_parts(self, sort: Sort) -> Sort:
        match sort:
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
