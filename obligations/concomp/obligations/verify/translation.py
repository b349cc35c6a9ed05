"""A function in the sorts, and by the declared relations, of others.

Two versions of a file define classes and declare relations of the same names, which are different ones. To take their
functions together, one is said anew in those of the other, by names: an enumeration is one with that of the same
members, a record with that of the same fields, an opaque sort with that of its name, a relation with that of the same
sorts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from concomp.model.language.readings.vocabulary import parts_of
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import (
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement
from concomp.model.language.syntax.values import TotalMap, Value
from concomp.obligations.verify.properties.properties import NotAskable


class Speaker(Protocol):
    """A definition: what speaks of sorts, and by declared relations and functions."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def parameters(self) -> tuple[ParameterDefinition, ...]:
        """Its parameters."""

    @property
    def declared(self) -> Mapping[str, Declared[Any]]:
        """The declared relations and functions that it uses, by name."""

    @property
    def sorts(self) -> frozenset[Sort]:
        """The sorts of what it speaks of."""


def in_sorts_of(known: Sequence[Speaker], other: Definition) -> Definition:
    """The other function, in the sorts and declared relations of those that are known, where these have its names.

    What they have not, or have with other members, fields or sorts, stays what it is. Raises NotAskable if two sorts
    of one name could be meant.
    """
    return _translation(known, other).definition(other)


def values_in_sorts_of(
    known: Speaker, other: Speaker, values: Mapping[str, Value]
) -> tuple[tuple[str, Sort, Value], ...]:
    """Values of another function's parameters in the sorts that are known: the names, the sorts and the values.

    Raises NotAskable as `in_sorts_of` does.
    """
    into = _translation([known], other)
    listed = [(each.name, each.symbol.sort) for each in other.parameters if each.name in values]
    return tuple((name, into.sort(sort), into.value(sort, values[name])) for name, sort in listed)


def _translation(known: Sequence[Speaker], other: Speaker) -> _Translation:
    symbols = [symbol for each in known for symbol in each.declared.values()]
    return _Translation(_common_sorts(_named_sorts(known), _named_sorts([other])), symbols)


def _named_sorts(listed: Iterable[Speaker]) -> list[Sort]:
    sorts = [s for each in listed for s in (*each.sorts, *(p.symbol.sort for p in each.parameters))]
    return [sort for sort in parts_of(sorts) if isinstance(sort, EnumSort | RecordSort | OpaqueSort)]


def _common_sorts(known: Collection[Sort], others: Collection[Sort]) -> Mapping[Sort, Sort]:
    """Sorts of others, each with the one that is known of the same name and form."""
    image: dict[Sort, Sort] = {}
    for sort in (each for each in others if each not in known):
        meant = [each for each in known if each.name == sort.name and each not in others]
        rivals = [each for each in others if each.name == sort.name and each not in known]
        if meant and len(meant) + len(rivals) > 2:
            raise NotAskable(f"two sorts are named {sort.name}, so which one is which is not known; rename one")
        image.update((sort, each) for each in meant)
    while apart := {sort for sort in image if not _is_alike(sort, image) or _is_in_another(sort, others, image)}:
        image = {sort: each for sort, each in image.items() if sort not in apart}
    return image


def _is_alike(sort: Sort, image: Mapping[Sort, Sort]) -> bool:
    match sort, image[sort]:
        case EnumSort(), EnumSort() as known:
            return list(sort.enumeration.__members__) == list(known.enumeration.__members__)
        case RecordSort(), RecordSort() as known:
            return tuple((name, _sort(part, image)) for name, part in sort.fields) == known.fields
        case OpaqueSort(), OpaqueSort():
            return True
    return False


def _is_in_another(sort: Sort, others: Collection[Sort], image: Mapping[Sort, Sort]) -> bool:
    """Whether it is a part of a record that stays what it is."""
    return any(sort in parts_of([each]) for each in others if isinstance(each, RecordSort) and each not in image)


def _sort(sort: Sort, image: Mapping[Sort, Sort]) -> Sort:
    match sort:
        case UnionSort():
            cases = [_sort(case, image) for case in sort.cases]
            return UnionSort(tuple(case for case in cases if isinstance(case, RecordSort)))
        case VectorSort():
            return VectorSort(_sort(sort.entry, image), sort.size)
        case MapSort():
            return MapSort(_sort(sort.entry, image))
    return image.get(sort, sort)


class _Translation:
    """Says terms anew, in other sorts and by other symbols."""

    def __init__(self, image: Mapping[Sort, Sort], symbols: Sequence[Declared[Any]]) -> None:
        self._image = image
        self._known = symbols
        self._symbols: dict[Declared[Any], Declared[Any]] = {}
        self._terms: dict[Term, Term] = {}

    def definition(self, definition: Definition) -> Definition:
        return replace(
            definition,
            message=self.sort(definition.message),
            registers=tuple(
                replace(r, symbol=self._term(r.symbol), initial=self._term(r.initial), update=self._term(r.update))
                for r in definition.registers
            ),
            parameters=tuple(
                replace(p, symbol=self._term(p.symbol), constraint=self._term(p.constraint))
                for p in definition.parameters
            ),
            requirements=self._requirements(definition.requirements),
            verdicts=self._requirements(definition.verdicts),
            membership=self._term(definition.membership),
        )

    def _requirements(self, listed: Iterable[Requirement]) -> tuple[Requirement, ...]:
        return tuple(replace(each, condition=self._term(each.condition)) for each in listed)

    def _term(self, root: Term) -> Term:
        for term in terms.descendants([root]):
            if term not in self._terms:
                arguments = tuple(self._terms[argument] for argument in term.arguments)
                self._terms[term] = self._node(term, arguments)
        return self._terms[root]

    def _node(self, term: Term, arguments: tuple[Term, ...]) -> Term:
        data: Any = term.data
        if terms.is_constant(term):
            return terms.constant(self.sort(term.sort), self.value(term.sort, terms.constant_value(term)))
        if term.operator in terms.LEAVES:
            return terms.leaf(term.operator, self.sort(term.sort), terms.leaf_name(term))
        if isinstance(data, Declared):
            data = self._symbol(data)
        elif isinstance(data, Sort):
            data = self.sort(data)
        return terms.make(term.operator, arguments, data)

    def sort(self, sort: Sort) -> Sort:
        return _sort(sort, self._image)

    def _symbol(self, symbol: Declared[Any]) -> Declared[Any]:
        """The known symbol of the same name and sorts; if there is none, its own, in the sorts that are known."""
        if symbol not in self._symbols:
            here = replace(symbol, domain=tuple(map(self.sort, symbol.domain)), result=self.sort(symbol.result))
            own = symbol if _form(here) == _form(symbol) else here
            alike = [each for each in self._known if _form(each) == _form(here)]
            self._symbols[symbol] = symbol if symbol in alike else next(iter(alike), own)
        return self._symbols[symbol]

    def value(self, sort: Sort, value: Value) -> Value:
        here = self.sort(sort)
        match sort:
            case EnumSort() if isinstance(here, EnumSort):
                return here.enumeration[value.name]
            case RecordSort() if isinstance(here, RecordSort):
                parts = (self.value(part, getattr(value, name)) for name, part in sort.fields)
                return here.record.from_values(tuple(parts))
            case UnionSort():
                return self.value(next(case for case in sort.cases if case.contains(value)), value)
            case VectorSort():
                return tuple(self.value(sort.entry, entry) for entry in value)
            case MapSort():
                entries = {key: self.value(sort.entry, entry) for key, entry in value.entries.items()}
                return TotalMap(self.value(sort.entry, value.default), entries)
        return value


def _form(symbol: Declared[Any]) -> tuple[object, ...]:
    return symbol.name, symbol.domain, symbol.result, symbol.reflexive, symbol.symmetric
