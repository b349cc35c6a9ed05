"""Concrete values.

The numbers, truth values and records of messages are Python's own. Two values are the
language's: the element that stands for an absent opaque value, and a total map.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Any, TypeAlias

from concomp.model.language.syntax.errors import LanguageError
from concomp.model.sameness import exact_key

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


def exact(value: Any) -> Hashable:
    """A key that two values have in common if they are the same; LanguageError for a value that holds itself."""
    try:
        return exact_key(value)
    except RecursionError:
        raise LanguageError(
            f"a value of the class {type(value).__name__} holds itself, or what it holds lies too deep to be compared",
            "send what has fewer levels, such as its name",
        ) from None


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
