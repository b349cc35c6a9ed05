"""What classes are made of: what authors have written into them, and what they have told others of them."""

from __future__ import annotations

import abc
import collections.abc
import numbers
from collections.abc import Mapping
from enum import Enum, EnumType, Flag
from types import FunctionType
from typing import Any

from concomp.model.language.fingerprints.annotations import annotations_of, fields_of_dataclass, read_notes
from concomp.model.language.fingerprints.named import Parts, by_name
from concomp.model.libraries import library_version

_UNUSED = frozenset(
    {
        *("__dict__", "__weakref__", "__doc__", "__module__", "__qualname__", "__annotations__", "__orig_bases__"),
        *("__annotate__", "__annotate_func__", "__annotations_cache__", "__static_attributes__", "__firstlineno__"),
        *("__dataclass_fields__", "__dataclass_params__", "__parameters__", "__abstractmethods__", "_abc_impl"),
    }
)
"""What Python notes of a class; what of it may count is stated by itself."""
_OF_SORTS = _UNUSED | {"_sort"}
_OF_MEMBERS = frozenset({"_value_", "_name_", "__objclass__", "_sort_order_", "_inverted_"})
_OF_ENUMERATIONS = frozenset({*vars(Enum("E", "A")), *vars(Flag("F", "A")), "__format__", "__reduce_ex__"}) - {
    *("A", "_boundary_"),
}
"""What Python notes of a member, and of an enumeration."""
COMMON = tuple(
    each for each in (*vars(collections.abc).values(), *vars(numbers).values()) if isinstance(each, abc.ABCMeta)
)
"""The abstract classes of Python's that classes are registered with; they are mostly reached through their module."""


def parts_of_class(kind: type) -> Parts:
    """What a class is made of."""
    if isinstance(kind, EnumType):
        return _enumeration(kind)
    listed = {n: each for n, each in vars(kind).items() if n not in _UNUSED}
    return type(kind), *kind.__bases__, _notes_of(kind), *by_name(listed), *by_name(_metadata(kind))


def _notes_of(kind: type) -> Parts:
    """What stands in a class beside its attributes, and what it was told of others."""
    abstract = read_notes(kind, "abstract methods", lambda: sorted(getattr(kind, "__abstractmethods__", ())))
    others = sorted((each.__module__, each.__qualname__) for each in virtual_subclasses(kind))
    return kind.__doc__, annotations_of(kind), fields_of_dataclass(kind), abstract, others


def virtual_subclasses(kind: type) -> tuple[type, ...]:
    """The classes that an abstract class was told are below it; empty for another class."""
    if not isinstance(kind, abc.ABCMeta):
        return ()
    references, *_ = vars(abc)["_get_dump"](kind)
    return tuple(each for reference in references if (each := reference()) is not None)


def _metadata(kind: type) -> Mapping[str, Any]:
    """What a dataclass says of its fields, where it does."""
    fields = vars(kind).get("__dataclass_fields__", {})
    return read_notes(
        kind, "dataclass fields", lambda: {name: dict(each.metadata) for name, each in fields.items() if each.metadata}
    )


def _enumeration(kind: EnumType) -> Parts:
    """Its members with all that they hold, and all else that its class has, but for what Python makes of members."""
    known = {*kind.__members__, *_UNUSED}
    others = {n: each for n, each in vars(kind).items() if n not in known and not _is_of_python(n, each)}
    return (type(kind), *kind.__bases__, _notes_of(kind), _members(kind), *by_name(others))


def _members(kind: EnumType) -> Parts:
    """The members of an enumeration: their names, values and all else that they hold, and other values of theirs."""
    known: dict[Any, Any] = dict(kind.__members__)
    members = tuple((name, each._value_, by_name(_fields_of_member(each))) for name, each in known.items())
    listed: dict[Any, Any] = getattr(kind, "_value2member_map_", {})
    # Members that Python makes of flags when they are first met are none of the author's.
    found = {id(each): name for name, each in known.items()}
    others = [(value, found[id(each)]) for value, each in listed.items() if id(each) in found]
    return members, tuple((value, name) for value, name in others if known[name]._value_ is not value)


def _is_of_python(name: str, value: Any) -> bool:
    """Whether Python has put this into an enumeration; what the author has written in its place is his."""
    return name in _OF_ENUMERATIONS and not (isinstance(value, FunctionType) and value.__module__ != "enum")


def authors_parts(kind: type) -> Parts:
    """What authors have written into a class of values and those that it is made of, beside the values' fields."""
    written = [
        (owner.__qualname__, _notes_of(owner), by_name(others))
        for owner in kind.__mro__
        if library_version(owner.__module__) is None and (others := _written_into(owner))
    ]
    return (*written, *(_members(kind) if isinstance(kind, EnumType) else ()))


def _written_into(owner: type) -> Mapping[str, Any]:
    return {n: each for n, each in vars(owner).items() if n not in _OF_SORTS and not _is_made(owner, n, each)}


def _is_made(owner: type, name: str, value: Any) -> bool:
    """Whether Python has made this for an enumeration."""
    return isinstance(owner, EnumType) and (name in owner.__members__ or _is_of_python(name, value))


def _fields_of_member(member: Any) -> Mapping[str, Any]:
    return {name: each for name, each in vars(member).items() if name not in _OF_MEMBERS}
