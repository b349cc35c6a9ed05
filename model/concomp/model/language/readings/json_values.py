"""Values as JSON.

Numbers are strings, "3", "-1/2" or "0.5", so that no reader rounds them. A value of known sort is written without its
sort; an opaque value says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

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
from concomp.model.language.syntax.values import NOTHING, TotalMap, Value
from concomp.model.numbers import NumberError, exact

Json = Any
_CALLED = {dict: "object", list: "list", bool: "truth value"}


class JsonError(ValueError):
    """Thrown where JSON does not describe what it should: the place, what is wrong there, and the remedy."""

    def __init__(self, place: str, problem: str, remedy: str) -> None:
        super().__init__(place, problem, remedy)
        self.place = place
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}: {self.remedy}"


def value_to_json(sort: Sort, value: Value) -> Json:
    """The value of the sort as JSON.

    Raises JsonError for an opaque value other than text, a truth value, a rational number, or a tuple of these.
    """
    match sort:
        case EnumSort():
            return value.name
        case OpaqueSort():
            return _opaque_to_json(value)
        case RecordSort():
            return {name: value_to_json(part, getattr(value, name)) for name, part in sort.fields}
        case UnionSort():
            case = next(case for case in sort.cases if case.contains(value))
            return {case.name: value_to_json(case, value)}
        case VectorSort():
            return [value_to_json(sort.entry, entry) for entry in value]
        case MapSort():
            entries = [[str(key), value_to_json(sort.entry, entry)] for key, entry in sorted(value.entries.items())]
            return {"default": value_to_json(sort.entry, value.default), "entries": entries}
    return value if sort == BOOL else str(value)


def value_from_json(sort: Sort, written: Json, place: str = "value") -> Value:
    """The value of the sort that the JSON describes; JsonError, which names the place, if it describes none."""
    if sort == BOOL:
        return _expect(bool, written, place, "write true or false")
    if sort == INT:
        return _integer(written, place)
    if sort == REAL:
        return _number(written, place)
    match sort:
        case EnumSort():
            members = sort.enumeration.__members__
            if not isinstance(written, str) or written not in members:
                raise JsonError(place, f"{written!r} is no {sort.name}", f"write one of {', '.join(members)}")
            return members[written]
        case OpaqueSort():
            return _opaque_from_json(written, place)
        case RecordSort():
            return _record_from_json(sort, written, place)
        case UnionSort():
            cases = {case.name: case for case in sort.cases}
            [name] = _keys(written, None, place) if len(_keys(written, None, place)) == 1 else [""]
            if name not in cases:
                raise JsonError(place, f"{written!r} is no {sort.name}", f"write {{case: fields}} for {sort.name}")
            return _record_from_json(cases[name], written[name], f"{place}.{name}")
        case VectorSort():
            entries = _expect(list, written, place, f"write a list of {sort.size}")
            if len(entries) != sort.size:
                raise JsonError(place, f"{len(entries)} entries", f"write {sort.size}")
            return tuple(value_from_json(sort.entry, entry, f"{place}[{i}]") for i, entry in enumerate(entries))
        case MapSort():
            return _map_from_json(sort, written, place)
    raise TypeError(f"no JSON for the sort {sort.name}")


def _record_from_json(sort: RecordSort, written: Json, place: str) -> Value:
    _keys(written, {name for name, _ in sort.fields}, place)
    values = tuple(value_from_json(part, written[name], f"{place}.{name}") for name, part in sort.fields)
    return sort.record.from_values(values)


def _map_from_json(sort: MapSort, written: Json, place: str) -> Value:
    _keys(written, {"default", "entries"}, place)
    default = value_from_json(sort.entry, written["default"], f"{place}.default")
    entries = {}
    for index, pair in enumerate(_expect(list, written["entries"], f"{place}.entries", "write a list of pairs")):
        at = f"{place}.entries[{index}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise JsonError(at, f"{pair!r} is no pair", "write [key, value]")
        entries[value_from_json(INT, pair[0], f"{at}[0]")] = value_from_json(sort.entry, pair[1], f"{at}[1]")
    return TotalMap(default, entries)


def _opaque_to_json(value: Value) -> Json:
    if value is NOTHING:
        return None
    # What is read again is of these very types, and a whole number an integer: of others it would be another value.
    kind = type(value)
    if kind is str or kind is bool:
        return value
    if kind is int or (kind is Fraction and value.denominator != 1):
        return {"number": str(value)}
    if kind is tuple:
        return [_opaque_to_json(entry) for entry in value]
    raise JsonError("value", f"the opaque value {value!r} has no JSON", "use text, a number, a truth value or a tuple")


def _opaque_from_json(written: Json, place: str) -> Value:
    if written is None:
        return NOTHING
    if isinstance(written, str | bool):
        return written
    if isinstance(written, list):
        return tuple(_opaque_from_json(entry, f"{place}[{index}]") for index, entry in enumerate(written))
    _keys(written, {"number"}, place)
    number = _number(written["number"], place)
    return int(number) if number.denominator == 1 else number


def _keys(written: Json, wanted: set[str] | None, place: str) -> list[str]:
    fields: Mapping[str, Json] = _expect(dict, written, place, "write an object")
    if wanted is not None and fields.keys() != wanted:
        raise JsonError(place, f"the fields are {sorted(fields)}", f"write exactly {sorted(wanted)}")
    return list(fields)


def _expect(kind: type, written: Json, place: str, remedy: str) -> Any:
    if type(written) is not kind:
        raise JsonError(place, f"{written!r} is no {_CALLED[kind]}", remedy)
    return written


def _number(written: Json, place: str) -> Fraction:
    if not isinstance(written, str):
        raise JsonError(place, f"{written!r} is no number", 'write a string such as "1/2"')
    try:
        return exact(written)
    except NumberError as error:
        raise JsonError(place, f"{written!r} is no number", str(error)) from None


def _integer(written: Json, place: str) -> int:
    number = _number(written, place)
    if number.denominator != 1:
        raise JsonError(place, f"{written!r} is no integer", 'write a string such as "3"')
    return int(number)
