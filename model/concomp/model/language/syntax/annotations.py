"""Sorts from annotations.

The annotation of a field or of a message names its sort, and so does the first argument of
`register` and `parameter`: a class, `Map[Int, V]`, `Vector(V, n)` or, as an annotation,
`Annotated[Vector[V], n]`, and a union `A | B` of records.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any

from concomp.model.language.syntax.errors import LanguageError, author_frame
from concomp.model.language.syntax.expressions import Bool, Enumeration, Int, Opaque, Real, Symbolic
from concomp.model.language.syntax.ownership import demand_own, of_the_language
from concomp.model.language.syntax.sorts import (
    BOOL,
    INT,
    REAL,
    EnumSort,
    MapSort,
    OpaqueSort,
    RecordSort,
    Sort,
    UnionSort,
)

_SCALARS: Mapping[object, Sort] = {Bool: BOOL, Int: INT, Real: REAL}
_PYTHON = {bool: "Bool", int: "Int", float: "Real"}


for _class in (Symbolic, Opaque, Enumeration):
    of_the_language(_class)
_OF_ENUMERATIONS = frozenset(vars(Enum("Empty", [])))
"""What Python puts into every enumeration."""


class Container(Symbolic):
    """What names a sort together with the sort of its entries, as `Map[Int, V]` and `Annotated[Vector[V], n]` do."""

    @classmethod
    def _sort_with(cls, arguments: tuple[Any, ...], where: str) -> Sort | None:
        """The sort that the class names with these arguments, those of `Annotated` last; None if it names none."""
        raise NotImplementedError


def sort_of(annotation: object, where: str) -> Sort:
    """The sort that an annotation names; LanguageError, which says `where` it stands, if it names none."""
    if isinstance(annotation, Sort):
        return annotation
    # A record class, and Vector(V, n), hold the sort that they name.
    own = getattr(annotation, "__dict__", {}).get("_sort")
    if isinstance(own, Sort):
        return own
    origin, arguments = _parts(annotation)
    if isinstance(origin, type) and issubclass(origin, Container):
        sort = origin._sort_with(arguments, where)
    elif origin in (types.UnionType, typing.Union):
        sort = _union([sort_of(argument, where) for argument in arguments], where)
    else:
        sort = _class_sort(annotation)
    if sort is None:
        raise _unknown(annotation, where)
    return sort


def entry_sort(annotation: object, where: str) -> Sort:
    """The sort that an annotation names for the entries of a container; LanguageError for one that holds maps."""
    sort = sort_of(annotation, where)
    if isinstance(sort, MapSort):
        raise LanguageError(f"{where} holds maps inside a container", "keep one map for each of them")
    return sort


def union_of(cases: list[RecordSort]) -> UnionSort:
    """The union of the records, no two of them one; A | B and B | A are one sort."""
    if len(set(cases)) < len(cases):
        twice = next(case.name for case in cases if cases.count(case) > 1)
        raise LanguageError(f"a union has the case {twice} twice", "give each case a record of its own")
    return UnionSort(tuple(sorted(cases, key=lambda case: (case.record.__qualname__, case.name))))


def own_annotations(owner: Any) -> dict[str, object]:
    """The annotations written in `owner`, a class or function, resolved where its author stands."""
    # A class body or function that is local to another sees that one's names, which no module holds.
    frame = author_frame()
    try:
        return inspect.get_annotations(owner, locals={**frame.f_globals, **frame.f_locals}, eval_str=True)
    except NameError as error:
        raise LanguageError(
            f"an annotation of {owner.__qualname__} names {error.name!r}, which is not defined yet",
            "define the sorts of its fields and messages above it",
        ) from None


def _parts(annotation: object) -> tuple[object, tuple[Any, ...]]:
    """A generic class and its arguments, those of `Annotated` last; any other class with none."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        inner, inside = _parts(arguments[0])
        return inner, (*inside, *arguments[1:])
    return (annotation, ()) if origin is None else (origin, arguments)


def _class_sort(annotation: object) -> Sort | None:
    if not isinstance(annotation, type) or isinstance(annotation, types.GenericAlias):
        return None
    if issubclass(annotation, Enumeration) and annotation.__members__:
        demand_enumeration(annotation)
        return EnumSort(annotation)
    if issubclass(annotation, Opaque):
        demand_opaque(annotation)
        return OpaqueSort(annotation)
    return _SCALARS.get(annotation)


def demand_enumeration(enumeration: type[Enum]) -> None:
    """Raise LanguageError if members of an enumeration are not what the language says of all."""
    demand_own(enumeration, Enumeration, "every enumeration", _OF_ENUMERATIONS)


def demand_opaque(opaque: type) -> None:
    """Raise LanguageError if symbols of an opaque sort are not what the language says of all."""
    demand_own(opaque, Opaque, "every opaque sort")


def _union(cases: list[Sort], where: str) -> Sort:
    records = [case for case in cases if isinstance(case, RecordSort)]
    if len(records) != len(cases):
        raise LanguageError(f"{where} is a union with a case that is no record", "a union A | B is of Records")
    return union_of(records)


def _unknown(annotation: object, where: str) -> LanguageError:
    named = getattr(annotation, "__name__", None) or repr(annotation)
    if isinstance(annotation, type) and annotation in _PYTHON:
        return LanguageError(f"{where} has the Python type {named}", f"write the sort {_PYTHON[annotation]}")
    return LanguageError(
        f"{where} has the annotation {named}, which is no sort",
        "the sorts are Bool, Int, Real, subclasses of Enumeration, Record and Opaque, unions of Records, "
        "Vector(sort, n), Map[Int, sort]",
    )
