"""The values that a step computes with: symbols, Python's plain values, and containers of them.

What Python does with any other object is up to its class, so no operation takes one whose class says what that is.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Generic

from concomp.model.language.syntax.annotations import Container
from concomp.model.language.syntax.containers import Map, Vector
from concomp.model.language.syntax.expressions import Bool, Enumeration, Int, Opaque, Real, Symbolic, is_symbol
from concomp.model.language.syntax.python.classes import Kinds, bases, names
from concomp.model.language.syntax.records import Record, Union
from concomp.model.language.syntax.refusals import REFUSALS
from concomp.model.language.syntax.relations import Declared
from concomp.model.language.syntax.values import NOTHING, TotalMap

PLAIN = Kinds(int, bool, str, float, bytes, Fraction, type(None), type(...), type(NotImplemented), type(NOTHING))
_VIEWS: tuple[type, ...] = (type({}.keys()), type({}.values()), type({}.items()))
CONTAINERS = Kinds(tuple, list, dict, set, frozenset, range, *_VIEWS)
MUTABLE = Kinds(list, dict, set)
_VALUES = Kinds(*PLAIN, *CONTAINERS)
SORTS = (Bool, Int, Real, Enumeration, Opaque, Record, Vector, Map)
KNOWN = Kinds(
    *(*SORTS, Symbolic, Container, TotalMap, Declared, slice, *Vector.__mro__, *Map.__mro__, Union, Generic, object),
    *(*enum.Enum.__mro__, *enum.IntEnum.__mro__, *enum.StrEnum.__mro__, *PLAIN, *Fraction.__mro__, *CONTAINERS),
)
"""The classes of the language and of Python that say what is done with their objects."""
_COMPARING = frozenset({"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__"})
_ACCESS = frozenset({"__class__", "__getattr__", "__getattribute__"})
_SPECIAL = frozenset({*REFUSALS, *_COMPARING, *_ACCESS, "__bool__", "__next__", "__reversed__", "__call__"})


def is_a(value: object, kind: Any) -> bool:
    """Whether the value is of the class, whatever it says of itself."""
    return issubclass(type(value), kind)


def is_symbolic(value: object) -> bool:
    """Whether the value is a symbol."""
    return is_a(value, Symbolic) and is_symbol(value)


def is_kept_by_iterating(value: object) -> bool:
    """Whether the value can be gone through once, and keeps what it has come to."""
    return any("__next__" in names(owner) for owner in bases(type(value)))


def is_usable(value: object) -> bool:
    """Whether operations take the value: no class but those known here says what they do with it, or a part of it."""
    return all(type(each) in _VALUES or _is_inert(type(each)) for each in _parts(value))


def is_value(value: object) -> bool:
    """Whether the value is a symbol, plain, a member of an enumeration, or a container of such."""
    return all(type(each) in _VALUES or _is_sorted(type(each)) for each in _parts(value))


def is_arranged(value: object) -> bool:
    """Whether the value, whatever it holds, can be gone through and has a length as Python's own do."""
    return type(value) in _VALUES or _is_sorted(type(value)) or type(value) is enum.EnumType


def is_anything(value: object) -> bool:
    """Whether the value can be held in a list: any can."""
    return True


def has_iterators(value: object) -> bool:
    """Whether some part of the value can be gone through once."""
    return any(is_kept_by_iterating(each) for each in _parts(value))


def is_plain(value: object) -> bool:
    """Whether the value and its parts are plain."""
    return all(type(each) in PLAIN or type(each) in CONTAINERS for each in _parts(value))


def _parts(value: object) -> Iterator[object]:
    """The value and, of containers, what they hold."""
    yield value
    kind = type(value)
    if kind in CONTAINERS and kind is not range:
        held: Iterable[object] = value  # type: ignore[assignment]
        for each in held:
            yield from _parts(each)
    if kind is slice:
        yield from (value.start, value.stop, value.step)  # type: ignore[attr-defined]
    if kind is dict:
        for each in value.values():  # type: ignore[attr-defined]
            yield from _parts(each)


def _is_sorted(kind: type) -> bool:
    return issubclass(kind, (Symbolic, enum.Enum, TotalMap)) and _is_inert(kind)


def _is_inert(kind: type) -> bool:
    return not any(_SPECIAL & names(owner).keys() for owner in bases(kind) if owner not in KNOWN)
