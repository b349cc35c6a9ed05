"""Answer spaces, as those of plain values."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from enum import EnumType
from functools import cached_property
from typing import Any

from concomp.model.language.readings.plain_values import is_plain, plain_text

LISTED = (frozenset, set, tuple, list, EnumType)
"""The types of answer spaces whose elements are listed; an enumeration lists its members."""


class Listed:
    """The plain values of a list, as they are now; a value that is only equal to one of them is none of them."""

    def __init__(self, values: Iterable[Any]) -> None:
        """Take the values; those that are not plain are left out."""
        self.values = tuple(value for value in values if is_plain(value))

    def __contains__(self, value: object) -> bool:
        return is_plain(value) and plain_text(value) in self._texts

    @cached_property
    def _texts(self) -> frozenset[str]:
        return frozenset(map(plain_text, self.values))


@dataclass(frozen=True)
class Asked:
    """A container that says itself what it holds, asked for plain values only."""

    container: Container[Any]

    def __contains__(self, value: object) -> bool:
        return is_plain(value) and value in self.container


@dataclass(frozen=True)
class Integers:
    """The integers of a range; a value that is only equal to one of them is none of them."""

    numbers: range

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value in self.numbers


def plain_space(answers: Container[Any]) -> Container[Any]:
    """The plain values of an answer space."""
    if type(answers) is range:
        return Integers(answers)
    return Listed(answers) if type(answers) in LISTED else Asked(answers)  # type: ignore[arg-type]


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
