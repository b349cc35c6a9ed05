"""Which values are the same.

Opaque values are the same only if they are `exact`ly so, as a meaning may tell apart what Python takes for equal. Of a
rational number it is given the fraction, always.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any

from concomp.model.language.syntax.sorts import REAL, MapSort, OpaqueSort, RecordSort, Sort, UnionSort, VectorSort
from concomp.model.language.syntax.values import TotalMap, Value, exact


def same(sort: Sort, left: Value, right: Value) -> bool:
    """Whether two values of the sort are the same."""
    return left is right or key(sort, left) == key(sort, right)


@cache
def is_plain(sort: Sort) -> bool:
    """Whether Python's equality says which values of the sort are the same: no part of them is opaque."""
    return not isinstance(sort, OpaqueSort) and all(map(is_plain, _parts(sort)))


def canonical(sort: Sort, value: Value) -> Value:
    """The value, each rational number in it as a fraction."""
    if not _has_reals(sort):
        return value
    match sort:
        case RecordSort():
            return sort.record.from_values(tuple(canonical(part, value.__dict__[name]) for name, part in sort.fields))
        case UnionSort():
            return canonical(_case(sort, value), value)
        case VectorSort():
            return tuple(canonical(sort.entry, entry) for entry in value)
        case MapSort():
            entries = {key: canonical(sort.entry, entry) for key, entry in value.entries.items()}
            return TotalMap(canonical(sort.entry, value.default), entries)
    return Fraction(value)


@cache
def _has_reals(sort: Sort) -> bool:
    return sort == REAL or any(map(_has_reals, _parts(sort)))


def has_reals(sorts: tuple[Sort, ...]) -> bool:
    """Whether values of one of the sorts hold rational numbers."""
    return any(map(_has_reals, sorts))


def _parts(sort: Sort) -> tuple[Sort, ...]:
    match sort:
        case RecordSort():
            return tuple(part for _, part in sort.fields)
        case UnionSort():
            return sort.cases
        case VectorSort() | MapSort():
            return (sort.entry,)
    return ()


def _case(sort: UnionSort, value: Value) -> RecordSort:
    return next(case for case in sort.cases if case.record is type(value))


def key(sort: Sort, value: Any) -> Hashable:
    """A key that two values of the sort have in common if they are the same."""
    match sort:
        case OpaqueSort():
            return exact(value)
        case RecordSort():
            return tuple(key(part, value.__dict__[name]) for name, part in sort.fields)
        case UnionSort():
            return type(value), key(_case(sort, value), value)
        case VectorSort():
            return tuple(key(sort.entry, entry) for entry in value)
        case MapSort():
            default = key(sort.entry, value.default)
            entries = {place: key(sort.entry, entry) for place, entry in value.entries.items()}
            return default, frozenset((place, entry) for place, entry in entries.items() if entry != default)
    return value  # type: ignore[no-any-return]
