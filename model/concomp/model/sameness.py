"""Which values of Python are the same.

Python takes 1, 1.0 and True for equal, 0.0 and −0.0, and two moments of one time in two zones, though a function may
tell them apart. Two values are the same if they are of one type, are equal, and hold the same, all the way down, in
whatever order sets and dictionaries came to hold it. What a value holds is what Python would copy it by, and the fields
that it has besides, but for what a `cached_property` keeps: somebody else may have asked for that. What Python cannot
copy, and what compares by identity, is the same as itself alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from types import NoneType
from typing import Any

from concomp.model.libraries import library_version

_ATOMS = frozenset({str, int, bool, bytes, Fraction, NoneType})
_NUMBERS = frozenset({float, complex, Decimal})


class _Itself:
    """A key that an object shares with nothing else."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self._value is other._value

    def __hash__(self) -> int:
        return id(self._value)


def are_same(first: Any, second: Any) -> bool:
    """Whether two values are the same, as their keys are; RecursionError for values that hold themselves.

    Part by part: what is one object in both is not looked into.
    """
    kind: Any = type(first)
    if first is second or kind is not type(second):
        return first is second
    if kind in _ATOMS:
        return bool(first == second)
    if kind is tuple or kind is list:
        return len(first) == len(second) and all(map(are_same, first, second))
    # Of keys that are all text, or all integers, those that are equal are the same.
    if kind is dict and any({*map(type, first), *map(type, second)} <= {atom} for atom in (str, int)):
        return first.keys() == second.keys() and all(are_same(held, second[name]) for name, held in first.items())
    if kind in _CONTENTS:
        return exact_key(first) == exact_key(second)
    compare: Any = kind.__eq__
    if compare is object.__eq__:
        return False
    try:
        return bool(_own(first) == _own(second)) and are_same(_held(first), _held(second))
    except RecursionError:
        raise
    except Exception:  # whatever a class of the author's raises
        return False


def exact_key(value: Any) -> Hashable:
    """A key that two values have in common if they are the same; RecursionError for a value that holds itself."""
    kind: Any = type(value)
    if kind in _ATOMS:
        return kind, value
    if kind in _CONTENTS:
        return kind, _CONTENTS[kind](value)
    if kind.__eq__ is object.__eq__:
        # Without a hash of its class's own it is such a key already.
        return kind, value if kind.__hash__ is object.__hash__ else _Itself(value)
    try:
        return kind, _own(value), exact_key(_held(value))
    except RecursionError:
        raise
    except Exception:  # whatever a class of the author's raises
        return kind, _Itself(value)


def is_settled(value: Any) -> bool:
    """Whether the key of the value stays what it is, whatever anybody does to what the value holds."""
    kind: Any = type(value)
    if kind is tuple or kind is frozenset:
        return all(map(is_settled, value))
    return kind in _ATOMS or kind in _NUMBERS or kind.__eq__ is object.__eq__


def _own(value: Any) -> Hashable:
    """What compares as the value's class says, where it can be a key."""
    try:
        hash(value)
    except TypeError:
        return None
    return value  # type: ignore[no-any-return]


def _held(value: Any) -> tuple[Any, ...] | str:
    """What Python copies the value by."""
    reduced: Any = value.__reduce_ex__(4)
    if isinstance(reduced, str):
        return reduced
    make, arguments, state, entries, items = (*reduced, None, None, None)[:5]
    kind = type(value)
    maker = None if getattr(make, "__self__", None) is kind else make
    fields = _fields(value, kind)
    if state is entries is items is fields is None:
        return maker, arguments
    return maker, arguments, _lasting(kind, state), tuple(entries or ()), tuple(items or ()), fields


def _fields(value: Any, kind: Any) -> Any:
    """The fields that an object has, if its class says itself what it is to be copied by; None else."""
    copied = (kind.__reduce_ex__, kind.__reduce__, kind.__getstate__)
    if copied == _COPIED or _is_of_library(kind.__module__):
        return None
    return _lasting(kind, object.__getstate__(value))


_COPIED = (object.__reduce_ex__, object.__reduce__, object.__getstate__)


@lru_cache(1 << 8)
def _is_of_library(module: str) -> bool:
    return library_version(module) is not None


def _lasting(kind: Any, state: Any) -> Any:
    """The state without what is computed from the rest when it is first asked for."""
    if type(state) is not dict:
        return state
    computed = computed_names(kind)
    return {name: held for name, held in state.items() if name not in computed} if computed else state


@lru_cache
def computed_names(kind: Hashable) -> frozenset[str]:
    """The names of what instances of a class compute when it is first asked for."""
    assert isinstance(kind, type)
    classes = [vars(owner) for owner in kind.__mro__]
    return frozenset(name for each in classes for name, held in each.items() if isinstance(held, cached_property))


def _bits(value: float) -> bytes:
    return struct.pack(">d", value)


_CONTENTS: Mapping[type, Callable[[Any], Hashable]] = {
    float: _bits,
    complex: lambda value: (_bits(value.real), _bits(value.imag)),
    Decimal: Decimal.as_tuple,
    tuple: lambda value: tuple(map(exact_key, value)),
    list: lambda value: tuple(map(exact_key, value)),
    frozenset: lambda value: frozenset(map(exact_key, value)),
    set: lambda value: frozenset(map(exact_key, value)),
    dict: lambda value: frozenset((exact_key(key), exact_key(held)) for key, held in value.items()),
}
"""What values of Python's own classes hold, as keys."""
