"""The histogram mechanism and its streams once more: other words for the relations, and wrong mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from concomp.model.applications.histogram import (
    HistogramSteps,
    NewNoise,
    Phase,
    histogram_mechanism,
    parts_of_histogram,
    query,
)
from concomp.model.applications.neighbours import neighbouring_rows
from concomp.model.language import (
    Bool,
    Int,
    Max,
    Monitor,
    PostProcessing,
    Real,
    Vector,
    each,
    elsewhen,
    every,
    ite,
    otherwise,
    register,
    require,
    when,
)
from concomp.obligations.verify.properties.sensitivity import Sensitivity
from concomp.obligations.verify.properties.validity import Validity


@cache
def rows_again(dimension: int | str) -> type[Monitor]:
    """~_H by counting the steps in which not every coordinate is the same."""

    class RowsAgain(Monitor):
        """The streams differ in one step at most."""

        unequal = register(Int, 0)

        def step(self, left: Annotated[Vector[Bool], dimension], right: Annotated[Vector[Bool], dimension]) -> None:
            self.unequal = self.unequal + ite(every(lambda x, y: x == y, left, right), 0, 1)
            require(self.unequal <= 1)

    return RowsAgain


@cache
def rows_by_coordinate(dimension: int) -> type[Monitor]:
    """Wrong: each coordinate differs in one step at most."""

    class RowsByCoordinate(Monitor):
        """Each coordinate differs in one step at most."""

        differed = register(Vector(Bool, dimension), False)

        def step(self, left: Annotated[Vector[Bool], dimension], right: Annotated[Vector[Bool], dimension]) -> None:
            for place in range(dimension):
                with when(left[place] != right[place]):
                    require(~self.differed[place])
                    self.differed[place] = True

    return RowsByCoordinate


def rows_to_parts(dimension: int | str) -> Validity:
    """f_{~_H} from the left, f' to the right."""
    return Validity(neighbouring_rows(dimension)().definition, parts_of_histogram(dimension)().definition)


def sensitive(dimension: int | str) -> tuple[Sensitivity, ...]:
    """That the query is 1-sensitive."""
    return (Sensitivity(query(dimension)),)


class ShowsSums(HistogramSteps):
    """Wrong: what is shown depends on the sums, which are not private."""

    def shown(self) -> Int:
        return self.query(self.estimate) + self.sums[0]


class SkipsNoise(HistogramSteps):
    """Wrong: the inner test is skipped where the first sum is 0."""

    def end_interval(self, above: Bool) -> None:
        with when(above & (self.sums[0] != 0)):
            self.phase = Phase.NOISE_CREATED
            self.create(NewNoise())
        with elsewhen(above):
            self.hand_on()
        with otherwise():
            self.show()


class CountsTwice(HistogramSteps):
    """Wrong: the inner test looks at twice the sums."""

    def noiseless(self) -> Int:
        return self.query(each(lambda past, present: past + 2 * present, self.estimate, self.sums))


class RaisedBySums(HistogramSteps):
    """Wrong: the threshold is raised by the first sum."""

    def raise_threshold(self, noisy: Int) -> None:
        with when(Real(noisy) > self.threshold):
            self.threshold = self.threshold + Real(self.sums[0])


class ClampedBySums(HistogramSteps):
    """Wrong: the counter's answer is clamped at the first sum of the interval, which is not private."""

    def begin_interval(self, sums: Vector[Int]) -> None:
        now, *more = sums
        super().begin_interval(Vector.of(Max(now, self.sums[0]), *more))


class NeverCleared(HistogramSteps):
    """Wrong: the sums of an interval are not set back when they were handed on."""

    def clear(self) -> None:
        """Do nothing."""


def wrong(steps: Callable[[int], Any]) -> PostProcessing:
    """A wrong mechanism in one dimension."""
    return histogram_mechanism(1, steps)
