"""Cells: finitely many classes of what a target may draw, the tails among them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol


class Cells(Protocol):
    """A partition of all that may be drawn into cells 0, 1, …"""

    @property
    def names(self) -> tuple[str, ...]:
        """What the cells are called, in their order."""

    def cell(self, value: Any) -> int | None:
        """The cell of a value; None if no right target draws it."""


@dataclass(frozen=True)
class Integers:
    """The integers from −last to last, a cell each, and the two tails: 2·last + 3 cells."""

    last: int

    @property
    def names(self) -> tuple[str, ...]:
        """What the cells are called, the lower tail first."""
        return (f"< {-self.last}", *(str(z) for z in range(-self.last, self.last + 1)), f"> {self.last}")

    def cell(self, value: Any) -> int | None:
        """The cell of an integer; None for anything else."""
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        return max(-self.last - 1, min(self.last + 1, value)) + self.last + 1


@dataclass(frozen=True)
class Outcomes:
    """Finitely many outcomes, a cell each, without tails."""

    listed: tuple[Hashable, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The outcomes as text."""
        return tuple(map(str, self.listed))

    def cell(self, value: Any) -> int | None:
        """The place of an outcome in the list; None if it is not there."""
        return next((place for place, outcome in enumerate(self.listed) if outcome == value), None)


@dataclass(frozen=True)
class Pairs:
    """Pairs of draws: of consecutive ones, or of one by a parent and one by its child; a cell for each two cells."""

    of: Cells

    @property
    def names(self) -> tuple[str, ...]:
        """What the cells are called, by their first member and then by their second."""
        return tuple(f"({first}, {second})" for first in self.of.names for second in self.of.names)

    def cell(self, value: Any) -> int | None:
        """The cell of a pair; None if it is no pair, or one of its members is drawn by no right target."""
        if not (isinstance(value, tuple | list) and len(value) == 2):
            return None
        first, second = (self.of.cell(member) for member in value)
        return None if first is None or second is None else first * len(self.of.names) + second


def count(cells: Cells, values: Iterable[Any]) -> tuple[tuple[int, ...], int]:
    """How many values fall into each cell, and how many into none."""
    counts, strangers = [0] * len(cells.names), 0
    for value in values:
        cell = cells.cell(value)
        if cell is None:
            strangers += 1
        else:
            counts[cell] += 1
    return tuple(counts), strangers
