"""Post-processings for the tests: wrong forms of the histogram mechanism and of a server."""

from __future__ import annotations

from concomp.model.applications.histogram import (
    HistogramSteps,
    NewNoise,
    Phase,
    histogram_mechanism,
    parts_of_histogram,
    query,
)
from concomp.model.applications.local_protocol import OneRun, Question, Server, ServerMessages, SparseData
from concomp.model.applications.neighbours import neighbouring_rows
from concomp.model.language import Bool, Int, PostProcessing, elsewhen, otherwise, per_copy, when
from concomp.obligations.smt.copies import Validity
from concomp.obligations.smt.sensitivity import Sensitivity


class NeverCleared(HistogramSteps):
    """Wrong: the sums of an interval are not set back when they were handed on."""

    def clear(self) -> None:
        """Do nothing."""


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


class AsksForData(Server):
    """Wrong: what a user is asked depends on the data."""

    private = per_copy(Question)

    def question(self) -> Question:
        return self.private


def histogram(dimension: int, steps: type[HistogramSteps] = HistogramSteps) -> PostProcessing:
    """The histogram mechanism, or a wrong one."""
    return histogram_mechanism(dimension, steps)


def rows_to_parts(dimension: int) -> Validity:
    """Neighbouring rows from the left, neighbouring inputs of the parts to the right."""
    return Validity(neighbouring_rows(dimension)().definition, parts_of_histogram(dimension)().definition)


def sensitive(dimension: int) -> tuple[Sensitivity, ...]:
    """The query is 1-sensitive."""
    return (Sensitivity(query(dimension)),)


def data_to_users() -> Validity:
    """One run from the left, sparse neighbouring data, and what f_P allows to the right."""
    return Validity(OneRun().definition, ServerMessages().definition, {"secret": SparseData().definition})
