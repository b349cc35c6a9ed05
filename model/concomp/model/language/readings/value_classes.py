"""The classes of the values that a definition works on.

Records, enumerations and opaque sorts are classes that authors write. Their values compare, and records show their
fields, as the language says; that they still do is looked at whenever a definition is read.
"""

from __future__ import annotations

from collections.abc import Iterable

from concomp.model.language.syntax.annotations import demand_enumeration, demand_opaque
from concomp.model.language.syntax.errors import LanguageError
from concomp.model.language.syntax.records import demand_record
from concomp.model.language.syntax.sorts import (
    BoolSort,
    EnumSort,
    IntSort,
    MapSort,
    OpaqueSort,
    RealSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)
from concomp.model.language.syntax.vectors.open_vectors import OpenVectorSort

SORTS = (BoolSort, IntSort, RealSort, EnumSort, OpaqueSort, RecordSort, UnionSort, VectorSort, OpenVectorSort, MapSort)


def demand_sorts(sorts: Iterable[Sort]) -> None:
    """Raise LanguageError if one of the sorts, or a class that it is made of, is not as the language has it."""
    waiting, seen = list(sorts), set[Sort]()
    while waiting:
        sort = waiting.pop()
        if sort not in seen:
            seen.add(sort)
            waiting.extend(_parts(sort))


def classes_of(sorts: Iterable[Sort]) -> tuple[type, ...]:
    """The records and enumerations that values of the sorts are made of."""
    waiting, found = list(sorts), dict[type, None]()
    while waiting:
        match waiting.pop():
            case RecordSort() as sort if sort.record not in found:
                found[sort.record] = None
                waiting.extend(part for _, part in sort.fields)
            case EnumSort() as sort:
                found[sort.enumeration] = None
            case UnionSort() as sort:
                waiting.extend(sort.cases)
            case VectorSort() | MapSort() as sort:
                waiting.append(sort.entry)
    return tuple(found)


def _parts(sort: Sort) -> Iterable[Sort]:
    """The sorts that a sort is made of, after its own class was looked at."""
    if type(sort) not in SORTS:
        raise LanguageError(f"{sort.name} is a sort of its own kind", "use the sorts of the language")
    match sort:
        case RecordSort():
            demand_record(sort.record)
            return [part for _, part in sort.fields]
        case EnumSort():
            demand_enumeration(sort.enumeration)
        case OpaqueSort():
            demand_opaque(sort.opaque)
        case UnionSort():
            return sort.cases
        case VectorSort() | MapSort():
            return [sort.entry]
    return ()
