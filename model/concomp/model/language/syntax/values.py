"""Concrete values, and which of them are the same.

The numbers, truth values and records of messages are Python's own. Two values are the
language's: the element that stands for an absent opaque value, and a total map.

Python takes 1, 1.0 and True for equal, 0.0 and −0.0, and two moments of one time in two zones, though a function may
tell them apart. Two values are the same if they are of one type, are equal, and hold the same, all the way down: what
remains nobody can tell apart. What a value holds is what Python would copy it by. What Python cannot copy, and what
compares by identity, is the same as itself alone.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property
from types import NoneType
from typing import Any, TypeAlias

from concomp.model.language.syntax.errors import LanguageError

Value: TypeAlias = Any


class Nothing(Enum):
    """The one value of every opaque sort that no author wrote: what an absent field or entry holds."""

    NOTHING = "nothing"

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = Nothing.NOTHING
DIGITS = 4000
LARGEST = 10**DIGITS
"""The least number of more digits than Python writes as text by itself."""


class TotalMap:
    """A map from all integers that differs from its default at finitely many; immutable and hashable."""

    __slots__ = ("_entries", "_hash", "default")

    def __init__(self, default: Hashable, entries: Mapping[int, Hashable] | None = None) -> None:
        """Take the value everywhere and the exceptions; exceptions that are the same value are dropped."""
        self.default = default
        self._entries = {
            key: value for key, value in (entries or {}).items() if value != default or exact(value) != exact(default)
        }
        self._hash: int | None = None

    @property
    def entries(self) -> Mapping[int, Hashable]:
        """The entries that differ from the default."""
        return dict(self._entries)

    def __getitem__(self, key: int) -> Value:
        return self._entries.get(key, self.default)

    def store(self, key: int, value: Hashable) -> TotalMap:
        """The map that holds `value` at `key` and is otherwise this one."""
        return TotalMap(self.default, {**self._entries, key: value})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TotalMap):
            return NotImplemented
        return self.default == other.default and self._unequal() == other._unequal()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.default, frozenset(self._unequal().items())))
        return self._hash

    def _unequal(self) -> dict[int, Hashable]:
        return {key: value for key, value in self._entries.items() if value != self.default}

    def __reduce__(self) -> tuple[Any, ...]:
        return TotalMap, (self.default, self._entries)

    def __repr__(self) -> str:
        return f"TotalMap({self.default!r}, {self._entries!r})"


_ATOMS = frozenset({str, int, bool, bytes, Fraction, NoneType})


class _Itself:
    """A key that an object shares with nothing else."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self._value is other._value

    def __hash__(self) -> int:
        return id(self._value)


def exact(value: Any) -> Hashable:
    """A key that two values have in common if they are the same; LanguageError for a value that holds itself."""
    try:
        return _key(value)
    except RecursionError:
        raise LanguageError(
            f"a value of the class {type(value).__name__} holds itself, or what it holds lies too deep to be compared",
            "send what has fewer levels, such as its name",
        ) from None


def _key(value: Any) -> Hashable:
    kind: Any = type(value)
    if kind in _ATOMS:
        return kind, value
    if kind in _CONTENTS:
        return kind, _CONTENTS[kind](value)
    if kind.__eq__ is object.__eq__:
        return kind, _Itself(value)
    try:
        return kind, _own(value), _key(_held(value))
    except RecursionError:
        raise
    except Exception:  # whatever a class of the author's raises
        return kind, _Itself(value)


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
    return maker, arguments, _lasting(kind, state), tuple(entries or ()), dict(items or ())


def _lasting(kind: type, state: Any) -> Any:
    """The state without what is computed from the rest when it is first asked for."""
    if type(state) is not dict:
        return state
    classes = [vars(owner) for owner in kind.__mro__]
    computed = {name for each in classes for name, held in each.items() if isinstance(held, cached_property)}
    return {name: held for name, held in state.items() if name not in computed}


def _bits(value: float) -> bytes:
    return struct.pack(">d", value)


_CONTENTS: Mapping[type, Callable[[Any], Hashable]] = {
    float: _bits,
    complex: lambda value: (_bits(value.real), _bits(value.imag)),
    Decimal: Decimal.as_tuple,
    tuple: lambda value: tuple(map(_key, value)),
    list: lambda value: tuple(map(_key, value)),
    frozenset: lambda value: frozenset(map(_key, value)),
    set: lambda value: frozenset(map(_key, value)),
    dict: lambda value: frozenset((_key(key), _key(held)) for key, held in value.items()),
}
"""What values of Python's own classes hold, as keys."""


def check_size(value: object) -> None:
    """Raise LanguageError for a number of more digits than Python writes as text by itself, or a tuple with one."""
    parts = (value.numerator, value.denominator) if isinstance(value, int | Fraction) else ()
    if any(abs(part) >= LARGEST for part in parts):
        raise LanguageError(
            f"a number of more than {DIGITS} digits",
            "a definition is written with shorter ones: measure in a larger unit; messages may be of any size",
        )
    for part in value if isinstance(value, tuple) else ():
        check_size(part)
