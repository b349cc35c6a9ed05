"""The verification functions of histograms: which pairs of rows and of sums they may be sent.

Rows of bits are those of the model. Sums are integers, as noise on the integers does not hide fractions.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated

from concomp.impl.mechanisms.parameters import between
from concomp.model.applications.neighbours import neighbouring_rows
from concomp.model.language import Abs, Int, Monitor, Vector, all_of, parameter, register, require, when

MOST_COLUMNS = 16
"""The most columns for which it is proved that a refusal tells nothing."""


@cache
def neighbouring_vectors(columns: int) -> type[Monitor]:
    """~_C on integers: streams of vectors of which so many differ, each coordinate by at most 1."""

    class NeighbouringVectors(Monitor):
        """Any number of vectors of integers, of which `differing` may differ, each coordinate by at most 1."""

        differing = parameter(Int, where=lambda differing: differing >= 1)
        used = register(Int, 0)

        def step(self, left: Annotated[Vector[Int], columns], right: Annotated[Vector[Int], columns]) -> None:
            with when(left != right):
                require(self.used < self.differing)
                require(all_of(Abs(x - y) <= 1 for x, y in zip(left, right, strict=True)))
                self.used = self.used + 1

    return NeighbouringVectors


def number_of_columns(value: object) -> int:
    """How many columns; NumberError for what is no number from 1 to MOST_COLUMNS."""
    return between(value, MOST_COLUMNS)


def vector_functions() -> tuple[type[Monitor], ...]:
    """All of them, as the evidence lists them."""
    numbers = range(1, MOST_COLUMNS + 1)
    return (*map(neighbouring_rows, numbers), *map(neighbouring_vectors, numbers))
