"""Answer spaces, as those of plain values."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import EnumType
from functools import cached_property, lru_cache
from typing import Any

from concomp.impl.session.same import VerySame
from concomp.model.language.readings.plain_values import is_plain, plain_text

LISTED = (frozenset, set, tuple, list, EnumType)
"""The types of answer spaces whose elements are listed; an enumeration lists its members."""
UNCHANGING = (frozenset, tuple)
"""Those of them that list the same for ever."""
REMEMBERED = 256
"""How many lists are kept."""


SIMPLE = frozenset({bool, int, str, bytes, type(None)})
"""The types of plain values two of which are the same if they are equal and of one type."""


class Listed:
    """The plain values of a list, as they are now; a value that is only equal to one of them is none of them."""

    def __init__(self, values: Iterable[Any]) -> None:
        """Take the values; those that are not plain are left out."""
        self.values = tuple(value for value in values if is_plain(value))
        self._simple = frozenset((type(value), value) for value in self.values if type(value) in SIMPLE)

    def __contains__(self, value: object) -> bool:
        if type(value) in SIMPLE:
            return (type(value), value) in self._simple
        return is_plain(value) and plain_text(value) in self._texts

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(map(plain_text, self.values))


@dataclass(frozen=True)
class Asked:
    """A container that says itself what it holds, asked for plain values only."""

    container: Container[Any]

    def __contains__(self, value: object) -> bool:
        return (type(value) in SIMPLE or is_plain(value)) and value in self.container


@dataclass(frozen=True)
class Integers:
    """The integers of a range; a value that is only equal to one of them is none of them."""

    numbers: range

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value in self.numbers


def plain_space(answers: Container[Any]) -> Container[Any]:
    """The plain values of an answer space."""
    if type(answers) in UNCHANGING:
        return _listed(VerySame(answers))
    if type(answers) is range:
        return Integers(answers)
    return Listed(answers) if type(answers) in LISTED else Asked(answers)  # type: ignore[arg-type]


@lru_cache(REMEMBERED)
def _listed(unchanging: VerySame) -> Listed:
    return Listed(*unchanging.objects)


def examples(space: Container[Any]) -> Sequence[Any]:
    """Values of a plain space: all that are listed, the ends of a range, none of a container that is only asked."""
    if isinstance(space, Listed):
        return space.values
    if isinstance(space, Integers) and space.numbers:
        return (space.numbers[0], space.numbers[-1])
    return ()


def is_finite_space(answers: Container[Any]) -> bool:
    """Whether an answer space is known to be finite, whatever it says of itself."""
    return type(answers) is range or type(answers) in LISTED
