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
from typing import Any

from concomp.model.language.syntax.containers import Map, Vector, vector_sort
from concomp.model.language.syntax.errors import LanguageError, author_frame
from concomp.model.language.syntax.expressions import Bool, Enumeration, Int, Opaque, Real
from concomp.model.language.syntax.records import Record, record_sort
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
    VectorSort,
)

_SCALARS: Mapping[object, Sort] = {Bool: BOOL, Int: INT, Real: REAL}
_PYTHON = {bool: "Bool", int: "Int", float: "Real"}


def sort_of(annotation: object, where: str) -> Sort:
    """The sort that an annotation names; LanguageError, which says `where` it stands, if it names none."""
    if isinstance(annotation, Sort):
        return annotation
    if isinstance(annotation, Vector):
        return vector_sort(annotation)
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return _class_sort(annotation, where)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _annotated_vector(arguments, where)
    if origin is Map and arguments[0] is Int:
        return MapSort(_entry(arguments[1], where))
    if origin in (types.UnionType, typing.Union):
        return _union([sort_of(argument, where) for argument in arguments], where)
    raise _unknown(annotation, where)


def union_of(cases: list[RecordSort]) -> UnionSort:
    """The union of the records; A | B and B | A are one sort."""
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


def _class_sort(annotation: type, where: str) -> Sort:
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    if issubclass(annotation, Enumeration) and annotation.__members__:
        return EnumSort(annotation)
    if issubclass(annotation, Opaque):
        return OpaqueSort(annotation)
    if issubclass(annotation, Record) and annotation is not Record:
        return record_sort(annotation)
    raise _unknown(annotation, where)


def _annotated_vector(arguments: tuple[Any, ...], where: str) -> Sort:
    vector, size = arguments[0], arguments[1]
    if typing.get_origin(vector) is Vector and INT.contains(size) and size >= 0:
        return VectorSort(_entry(typing.get_args(vector)[0], where), size)
    raise _unknown(typing.Annotated[vector, size], where)


def _entry(annotation: object, where: str) -> Sort:
    sort = sort_of(annotation, where)
    if isinstance(sort, MapSort):
        raise LanguageError(f"{where} holds maps inside a container", "keep one map for each of them")
    return sort


def _union(cases: list[Sort], where: str) -> Sort:
    records = [case for case in cases if isinstance(case, RecordSort)]
    if len(records) != len(cases):
        raise LanguageError(f"{where} is a union with a case that is no record", "a union A | B is of Records")
    return union_of(records)


def _unknown(annotation: object, where: str) -> LanguageError:
    named = getattr(annotation, "__name__", None) or repr(annotation)
    if isinstance(annotation, type) and annotation in _PYTHON:
        return LanguageError(f"{where} has the Python type {named}", f"write the sort {_PYTHON[annotation]}")
    if annotation is Vector or typing.get_origin(annotation) is Vector:
        return LanguageError(f"{where} is a vector of unknown length", "write Annotated[Vector[Bool], 3]")
    return LanguageError(
        f"{where} has the annotation {named}, which is no sort",
        "the sorts are Bool, Int, Real, subclasses of Enumeration, Record and Opaque, unions of Records, "
        "Vector(sort, n), Map[Int, sort]",
    )
