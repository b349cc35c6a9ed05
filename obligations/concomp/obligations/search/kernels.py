"""Kernels with weights on a grid, the points between which a search walks.

A shape says which outcomes each message can have in each state. A kernel of this shape says how many units of weight
each of them gets. Privacy is no part of it: a kernel is always judged with its own exact parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.small.mechanisms import BITS
from concomp.obligations.families.small.tables import mechanism_of_table

Outcomes = tuple[tuple[Any, Any], ...]
"""The (next state, answer) that a row may have."""
Row = tuple[int, ...]
"""How many units of weight each outcome has."""


@dataclass(frozen=True, eq=False)
class Shape:
    """What the kernels of a search have in common.

    name: in words. starts: the initial states. rows: (state, message) ↦ the possible outcomes.
    rounds: the largest number of messages. unit: every row adds up to this many units of weight.
    """

    name: str
    starts: tuple[Any, ...]
    rows: Mapping[tuple[Any, int], Outcomes]
    rounds: int
    unit: int


@dataclass(frozen=True)
class Kernel:
    """The weights of a mechanism of a shape, a row each, in the order of the shape."""

    shape: Shape
    rows: tuple[Row, ...]

    def mechanism(self) -> InteractiveMechanism:
        """The mechanism with these weights, halting where the shape has no row."""
        table = {
            place: Law(
                {
                    outcome: Fraction(weight, self.shape.unit)
                    for outcome, weight in zip(outcomes, row, strict=True)
                    if weight
                }
            )
            for (place, outcomes), row in zip(self.shape.rows.items(), self.rows, strict=True)
        }
        return mechanism_of_table(table, self.shape.starts, BITS, self.text())

    def text(self) -> str:
        """The rows, written out."""
        places = (f"{state}, {message}" for state, message in self.shape.rows)
        told = (f"{place}: {' '.join(map(str, row))}" for place, row in zip(places, self.rows, strict=True))
        return f"{self.shape.name} in units of 1/{self.shape.unit} ({'; '.join(told)})"


def random_kernel(random: Random, shape: Shape) -> Kernel:
    """A kernel whose rows are cut at random points."""
    return Kernel(shape, tuple(_random_row(random, len(outcomes), shape.unit) for outcomes in shape.rows.values()))


def _random_row(random: Random, outcomes: int, unit: int) -> Row:
    cuts = sorted(random.randint(0, unit) for _ in range(outcomes - 1))
    return tuple(right - left for left, right in zip((0, *cuts), (*cuts, unit), strict=True))


def staged_shape(kinds: int, unit: int) -> Shape:
    """Two rounds: the answer to the first message is a kind, that to the second a bit."""
    first: Outcomes = tuple((kind, f"kind {kind}") for kind in range(kinds))
    rows: dict[tuple[Any, int], Outcomes] = {("start", bit): first for bit in BITS}
    rows |= {(kind, bit): (("done", 0), ("done", 1)) for kind in range(kinds) for bit in BITS}
    return Shape(f"{kinds} kinds, then a bit", ("start",), rows, 2, unit)


def hidden_shape(states: int, rounds: int, unit: int) -> Shape:
    """States that the answers, bits, need not show."""
    everywhere: Outcomes = tuple((state, answer) for state in range(states) for answer in BITS)
    rows = {(state, bit): everywhere for state in range(states) for bit in BITS}
    return Shape(f"{states} hidden states", (0,), rows, rounds, unit)


def started_shape(unit: int) -> Shape:
    """An interactive mechanism as a continual one: the first message is its initial state, two bits are the answers."""
    rows: dict[tuple[Any, int], Outcomes] = {("new", bit): ((f"world {bit}", "started"),) for bit in BITS}
    rows |= _two_answers()
    return Shape("an initial state, then two bits", ("new",), rows, 3, unit)


def two_worlds_shape(unit: int) -> Shape:
    """An interactive mechanism with two initial states that answers two queries by bits."""
    return Shape("two initial states, then two bits", ("world 0", "world 1"), _two_answers(), 2, unit)


def _two_answers() -> dict[tuple[Any, int], Outcomes]:
    rows: dict[tuple[Any, int], Outcomes] = {}
    for world in BITS:
        for query in BITS:
            rows[f"world {world}", query] = tuple((f"world {world}: {query}{said}", said) for said in BITS)
    for world in BITS:
        for query in BITS:
            for said in BITS:
                for then in BITS:
                    rows[f"world {world}: {query}{said}", then] = (("done", 0), ("done", 1))
    return rows
