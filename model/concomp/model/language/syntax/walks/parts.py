"""The parts that sorts consist of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from concomp.model.language.syntax.sorts import MapSort, RecordSort, Sort, UnionSort, VectorSort


def parts_of(sorts: Iterable[Sort]) -> list[Sort]:
    """The sorts and those that they consist of, the parts first."""
    found: dict[Sort, None] = {}

    def visit(sort: Sort) -> None:
        if sort not in found:
            for part in _own_parts(sort):
                visit(part)
            found[sort] = None

    for sort in sorts:
        visit(sort)
    return list(found)


def _own_parts(sort: Sort) -> Sequence[Sort]:
    match sort:
        case RecordSort():
            return [part for _, part in sort.fields]
        case UnionSort():
            return sort.cases
        case VectorSort() | MapSort():
            return [sort.entry]
    return ()
