"""Operators.

One table lists the operators that terms are made of, each with its rule of sorts: the sort of the
result, or None where the operator does not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    MapSort,
    OpenVectorSort,
    RecordSort,
    Sort,
    UnionSort,
    VectorSort,
)

Rule = Callable[[Sequence[Sort], Any], Sort | None]


def _numbers(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return sorts[0] if sorts and sorts[0] in (INT, REAL) and all(sort == sorts[0] for sort in sorts) else None


def _truths(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if all(sort == BOOL for sort in sorts) else None


def _number(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return _numbers(sorts, data) if len(sorts) == 1 else None


def _two_numbers(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return _numbers(sorts, data) if len(sorts) == 2 else None


def _truth(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if list(sorts) == [BOOL] else None


def _equal(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if len(sorts) == 2 and sorts[0] == sorts[1] else None


def _order(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return BOOL if len(sorts) == 2 and _numbers(sorts, data) else None


def _choice(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return sorts[1] if len(sorts) == 3 and sorts[0] == BOOL and sorts[1] == sorts[2] else None


def _widen(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return REAL if list(sorts) == [INT] else None


def _record(sorts: Sequence[Sort], data: Any) -> Sort | None:
    fits = isinstance(data, RecordSort) and list(sorts) == [sort for _, sort in data.fields]
    return data if fits else None


def _field(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [record] = sorts
    return dict(record.fields).get(data) if isinstance(record, RecordSort) else None


def _in_union(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return data if isinstance(data, UnionSort) and len(sorts) == 1 and sorts[0] in data.cases else None


def _is_case(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [union] = sorts
    return BOOL if isinstance(union, UnionSort) and data in union.cases else None


def _as_case(sorts: Sequence[Sort], data: Any) -> Sort | None:
    return data if _is_case(sorts, data) else None


def _vector(sorts: Sequence[Sort], data: Any) -> Sort | None:
    fits = isinstance(data, VectorSort) and list(sorts) == [data.entry] * data.size
    return data if fits else None


def _item(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [vector] = sorts
    return vector.entry if isinstance(vector, VectorSort) and 0 <= data < vector.size else None


def _with_item(sorts: Sequence[Sort], data: Any) -> Sort | None:
    vector, entry = sorts
    fits = isinstance(vector, VectorSort) and 0 <= data < vector.size and entry == vector.entry
    return vector if fits else None


def _read(sorts: Sequence[Sort], data: Any) -> Sort | None:
    total, key = sorts
    return total.entry if isinstance(total, MapSort) and key == INT else None


def _store(sorts: Sequence[Sort], data: Any) -> Sort | None:
    total, key, entry = sorts
    return total if isinstance(total, MapSort) and key == INT and entry == total.entry else None


def _apply(sorts: Sequence[Sort], data: Any) -> Sort | None:
    result: Sort = data.result
    return result if tuple(sorts) == data.domain else None


def _leaf(sorts: Sequence[Sort], data: Any) -> Sort | None:
    sort: Sort = data[0]
    return sort if not sorts else None


def _each(sorts: Sequence[Sort], data: Any) -> Sort | None:
    body, length = data
    lengths = {sort.length for sort in sorts if isinstance(sort, OpenVectorSort)}
    scalar = all(isinstance(sort, OpenVectorSort) or sort in (BOOL, INT, REAL) for sort in [*sorts, body.sort])
    return OpenVectorSort(body.sort, length) if scalar and lengths <= {length} else None


def _every(sorts: Sequence[Sort], data: Any) -> Sort | None:
    [vector] = sorts
    return BOOL if isinstance(vector, OpenVectorSort) and vector.entry == BOOL else None


OPERATORS: Mapping[str, Rule] = {
    # leaves; data is (sort, value) for a constant, (sort, name) for the others
    "constant": _leaf,
    "register": _leaf,
    "parameter": _leaf,
    "message": _leaf,
    # truth values
    "not": _truth,
    "and": _truths,
    "or": _truths,
    # any sort
    "equal": _equal,
    "choice": _choice,
    # numbers
    "less": _order,
    "at most": _order,
    "sum": _two_numbers,
    "difference": _two_numbers,
    "product": _two_numbers,
    "minus": _number,
    "minimum": _two_numbers,
    "maximum": _two_numbers,
    "absolute": _number,
    "real": _widen,
    # records and unions; data is the sort, or the name of the field
    "record": _record,
    "field": _field,
    "in union": _in_union,
    "is case": _is_case,
    "as case": _as_case,
    # vectors and maps; data is the index
    "vector": _vector,
    "item": _item,
    "with item": _with_item,
    "read": _read,
    "store": _store,
    # a declared relation or function; data is the declaration
    "apply": _apply,
}

COORDINATEWISE: Mapping[str, Rule] = {
    # data is the entry at each coordinate, as a term over what the arguments are there, and the vector's length
    "each": _each,
    # all coordinates of a vector of truth values
    "every": _every,
}
"""Operators on vectors whose length is a parameter; where it has a value, a definition uses none of them."""
