"""A function in the sorts, and by the declared relations, of others.

Two versions of a file define classes and declare relations of the same names, which are different ones. To take their
functions together, one is said anew in those of the other, by names: an enumeration is one with that of the same
members, a record with that of the same fields, an opaque sort with that of its name, a relation with that of the same
sorts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

from concomp.model.language.readings.at_lengths import definition_at
from concomp.model.language.syntax.definition import Definition, ParameterDefinition
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.sorts import EnumSort, OpaqueSort, RecordSort, Sort
from concomp.model.language.syntax.values import Value
from concomp.model.language.syntax.walks.parts import parts_of
from concomp.model.language.syntax.walks.translation import Translation
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
    return definition_at(other, _translation(known, other))


def values_in_sorts_of(
    known: Speaker, other: Speaker, values: Mapping[str, Value]
) -> tuple[tuple[str, Sort, Value], ...]:
    """Values of another function's parameters in the sorts that are known: the names, the sorts and the values.

    Raises NotAskable as `in_sorts_of` does.
    """
    into = _translation([known], other)
    listed = [(each.name, each.symbol.sort) for each in other.parameters if each.name in values]
    return tuple((name, into.sort(sort), into.value(sort, values[name])) for name, sort in listed)


def _translation(known: Sequence[Speaker], other: Speaker) -> Translation:
    symbols = [symbol for each in known for symbol in each.declared.values()]
    return _InSorts(_common_sorts(_named_sorts(known), _named_sorts([other])), symbols)


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
            into = _InSorts(image)
            return tuple((name, into.sort(part)) for name, part in sort.fields) == known.fields
        case OpaqueSort(), OpaqueSort():
            return True
    return False


def _is_in_another(sort: Sort, others: Collection[Sort], image: Mapping[Sort, Sort]) -> bool:
    """Whether it is a part of a record that stays what it is."""
    return any(sort in parts_of([each]) for each in others if isinstance(each, RecordSort) and each not in image)


class _InSorts(Translation):
    """Says things in the sorts that are known for others, and by the known symbols that are alike."""

    def __init__(self, image: Mapping[Sort, Sort], symbols: Sequence[Declared[Any]] = ()) -> None:
        super().__init__()
        self._image = image
        self._known = symbols

    def known(self, sort: Sort) -> Sort | None:
        return self._image.get(sort)

    def declared(self, symbol: Declared[Any]) -> Declared[Any]:
        """The known symbol of the same name and sorts; if there is none, its own, in the sorts that are known."""
        here = super().declared(symbol)
        alike = [each for each in self._known if _form(each) == _form(here)]
        return symbol if symbol in alike else next(iter(alike), here)


def _form(symbol: Declared[Any]) -> tuple[object, ...]:
    return symbol.name, symbol.domain, symbol.result, symbol.reflexive, symbol.symmetric
