"""Neighbouring streams.

A relation ~ on sequences of inputs is a verification function f_~: the pairs sent so far are accepted if their left
sides and their right sides are related. These are the relations for which the parts of a histogram mechanism, and it
itself, are private. In each of them the streams differ in one step at most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from concomp.model.language import Abs, Bool, Monitor, Real, Record, Vector, every, register, require, when
from concomp.model.mechanisms.verification import Predicate
from concomp.model.registry.tags import realises

Stream = tuple[Any, ...]
"""A sequence of inputs."""


@realises("HSV26 Remark 7.1")
def function_of(related: Callable[[Stream, Stream], bool]) -> Predicate:
    """f_~: it accepts a sequence of pairs whose left sides, together, are related to their right sides."""
    return Predicate(lambda pairs: related(*zip(*pairs, strict=True)), "f_~")


@realises("HSV26 Definition 7.2", "HSV26 Remark 7.1")
@cache
def neighbouring_rows(dimension: int | str) -> type[Monitor]:
    """~_H: streams of vectors of bits that are identical but in one step."""

    class NeighbouringRows(Monitor):
        """Streams of vectors of bits that are identical but in one step."""

        differed = register(Bool, False)

        def step(self, left: Annotated[Vector[Bool], dimension], right: Annotated[Vector[Bool], dimension]) -> None:
            with when(left != right):
                require(~self.differed)
                self.differed = True

    return NeighbouringRows


@realises("HSV26 Lemma 7.4")
@cache
def neighbouring_tests(dimension: int | str) -> type[Monitor]:
    """~_S: streams of rows with thresholds; the thresholds are identical, and the rows are but in one step."""

    class Test(Record):
        """A row and the threshold that it is tested against."""

        row: Annotated[Vector[Bool], dimension]
        threshold: Real

    class NeighbouringTests(Monitor):
        """Streams of rows with thresholds; the thresholds are identical, and the rows are but in one step."""

        differed = register(Bool, False)

        def step(self, left: Test, right: Test) -> None:
            require(left.threshold == right.threshold)
            with when(left.row != right.row):
                require(~self.differed)
                self.differed = True

    return NeighbouringTests


@realises("HSV26 Section 7.1: d-counter")
class NeighbouringNumbers(Monitor):
    """~': streams of numbers that are identical but in one step, where they differ by at most 1."""

    differed = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        with when(left != right):
            require(~self.differed)
            require(Abs(left - right) <= 1)
            self.differed = True


@realises("HSV26 Corollary 7.5")
@cache
def neighbouring_sums(dimension: int | str) -> type[Monitor]:
    """~_C: streams of vectors that are identical but in one step, where every coordinate differs by at most 1."""

    class NeighbouringSums(Monitor):
        """Streams of vectors that are identical but in one step, where every coordinate differs by at most 1."""

        differed = register(Bool, False)

        def step(self, left: Annotated[Vector[Real], dimension], right: Annotated[Vector[Real], dimension]) -> None:
            with when(left != right):
                require(~self.differed)
                require(every(lambda x, y: Abs(x - y) <= 1, left, right))
                self.differed = True

    return NeighbouringSums


@realises("HSV26 Section 7.2: HSS is private")
class NeighbouringValue(Monitor):
    """~_L: one number and no more, its two sides at most 1 apart; what a Laplace mechanism is sent."""

    sent = register(Bool, False)

    def step(self, left: Real, right: Real) -> None:
        require(~self.sent)
        require(Abs(left - right) <= 1)
        self.sent = True
