"""Outcomes of many losses without a common unit: those of the large ones are listed, the others' lie on a fine grid.

The outcomes of a group of small losses are few enough to be listed, and are brought to the grid once. Groups are
convolved, tilted so that what is asked for lies in the middle of a bell; then the errors of the convolution, which are
the same everywhere, are small beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.grid_laws import GridLaw, against_below, towards_above, towards_below
from concomp.impl.accounting.outcomes.outcomes import Floats, Outcomes
from concomp.impl.accounting.outcomes.spectra import convolve
from concomp.impl.accounting.outcomes.sums import exponentials, roundings, roundings_of_exponentials, sums_up_to
from concomp.impl.accounting.outcomes.suspicion import Suspected, between, growth, off, sums_with

BISECTIONS = 60
"""How often an interval of tilts is halved."""
CLOSE = 1.5
"""How many deviations the middle of a bell may be away; what errors are beside it grows by e^{CLOSE²/2}."""
EXPONENT = 300.0
"""The largest tilt, times the sum of losses: beyond, weights leave the range of floats."""
FARTHEST = 2.0**62
"""A place beyond all others, so that it is an integer: cells may be tiny beside the shortfalls of larger losses."""
TINY = 1e-280
"""What leaves the range of floats, in all."""
STEEPEST = 300.0
SHORT = 20
"""The bits of a cell, so that its product with a place is exact."""


@dataclass(frozen=True, eq=False)
class Groups:
    """Responses, of which the outcomes of the larger ones are listed.

    losses: of all responses, the larger ones first. first: the outcomes of the larger ones, which are `listed` many.
    others: those of each group of smaller ones.
    """

    losses: Floats
    listed: int
    first: Outcomes
    others: tuple[Outcomes, ...]

    @property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds, beyond half a cell for each group."""
        return sum(each.largest for each in (self.first, *self.others)) * (1 + 2.0**-40)

    @property
    def span(self) -> float:
        """The shortfall of the smaller ones that no outcome exceeds."""
        return sum(each.largest for each in self.others)

    def tilt(self, short: float) -> float:
        """About the λ for which the law tilted by e^{−λs} has this mean."""
        low, high = -0.5, EXPONENT / self.span
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            mean = float(self.losses @ (1 - np.tanh((middle + 0.5) * self.losses)))
            low, high = (middle, high) if mean > short else (low, middle)
        return low

    def deviation(self, tilt: float) -> float:
        """The deviation of the loss of the smaller ones under a tilted law."""
        small = self.losses[self.listed :]
        return float(np.linalg.norm(small / np.cosh(np.minimum((tilt + 0.5) * small, STEEPEST))))


@dataclass(frozen=True, eq=False)
class Measure:
    """A convolution of tilted laws of groups: values may be off by `error`, but for roundings, of which steps count."""

    values: Floats
    error: float
    first: int
    logarithm: float
    steps: int

    def tilted_back(self, slope: float, sign: int) -> Floats:
        """Values that are certainly large, or with sign −1 small, enough, times e^{−slope·place}."""
        values = np.maximum(np.maximum(self.values, 0.0) + sign * self.error, 0.0)
        return values * exponentials(-slope, self.first, len(self.values), self.logarithm)


def _measure(laws: Sequence[GridLaw], slope: float) -> Measure:
    tilted = [law.tilted(slope) for law in laws]
    values, error = convolve([weights for weights, _ in tilted])
    first, logarithm = sum(law.first for law in laws), sum(logarithm for _, logarithm in tilted)
    steps = roundings_of_exponentials(-slope, first, len(values), logarithm) + sum(
        law.steps + roundings_of_exponentials(slope, law.first, len(law.weights), logarithm)
        for law, (_, logarithm) in zip(laws, tilted, strict=True)
    )
    return Measure(values, error, first, logarithm, steps)


@dataclass(frozen=True, eq=False)
class OnGrid:
    """W and A of the groups, for each number of places from the first on."""

    weights: Floats
    more: Floats
    first: int
    steps: int

    def up_to(self, places: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Both, up to these places."""
        at = np.clip(places - self.first + 1, 0, len(self.weights) - 1)
        return self.weights[at], self.more[at]


@dataclass(frozen=True, eq=False)
class GridMeeting:
    """Outcomes of some mechanisms, and of the others on a grid, so that it says no more, and no less.

    below, above: the laws of the groups: in either world, and in the one towards which losses count.
    """

    groups: Groups
    cell: float
    below: tuple[tuple[GridLaw, GridLaw], ...]
    above: tuple[GridLaw, ...]
    _last: list[tuple[float, OnGrid, OnGrid]] = field(default_factory=list)
    """The sums at the last tilt."""

    @property
    def reach(self) -> float:
        """A shortfall that no outcome exceeds."""
        return self.groups.reach + self.cell * (len(self.above) + 1)

    def suspected(self, short: float) -> Suspected:
        """What outcomes add to δ at e^{T−t}."""
        first = self.groups.first
        below, above = self._sums(self.groups.tilt(short))
        # Places are exact, and so are not off at all.
        error = off(first, 0, short)
        count = int(np.searchsorted(first.shortfalls, short + 2 * error, side="right"))
        places = np.floor(((short + 2 * error) - first.shortfalls[:count]) / self.cell * (1 + 2.0**-48))
        numbers = np.minimum(places, FARTHEST).astype(np.int64)
        steps = first.steps + roundings(len(first)) + roundings(len(above.weights)) + 16
        least = sums_with(first, short, *below.up_to(numbers))
        most = sums_with(first, short, *above.up_to(numbers))
        cut = 1 + Fraction(first.cut + sum(group.cut for group in self.groups.others)) * 2
        # From below, A is the difference of two sums that are known alike.
        terms = least.weight + least.even + least.loss
        steps += max(below.steps, above.steps)
        excess = between(least, terms, most, steps, error, cut)
        return Suspected(excess, None, growth(least, most, steps, error))

    def _sums(self, tilt: float) -> tuple[OnGrid, OnGrid]:
        if not self._last or abs(self._last[0][0] - tilt) * self.groups.deviation(tilt) > CLOSE:
            self._last[:] = [(tilt, self._from_below(tilt), self._from_above(tilt))]
        return self._last[0][1:]

    def _from_below(self, tilt: float) -> OnGrid:
        slope, steeper = -tilt * self.cell, -(tilt + 1) * self.cell
        towards = _measure([each for each, _ in self.below], slope)
        against = _measure([each for _, each in self.below], steeper)
        weights = sums_up_to(towards.tilted_back(slope, -1))
        # What more there is in the other world, as a difference of sums.
        more = sums_up_to(against.tilted_back(steeper, 1)) + TINY - weights
        return OnGrid(weights, more, towards.first, towards.steps + against.steps)

    def _from_above(self, tilt: float) -> OnGrid:
        slope = -tilt * self.cell
        measure = _measure(self.above, slope)
        values = measure.tilted_back(slope, 1) + TINY / len(measure.values)
        growth = np.expm1(self.cell * (measure.first + np.arange(len(values))))
        return OnGrid(sums_up_to(values), sums_up_to(values * growth), measure.first, measure.steps)


def grid_meeting(groups: Groups, short: float, fineness: int, places: int) -> GridMeeting:
    """The outcomes on a grid with so many places to a deviation about t, but for all together no more than `places`."""
    others = groups.others
    deviation = groups.deviation(groups.tilt(short))
    cell = _short(max(deviation / fineness / sqrt(len(others)), groups.span / places))
    below = tuple((towards_below(each, cell), against_below(each, cell)) for each in others)
    return GridMeeting(groups, cell, below, tuple(towards_above(each, cell) for each in others))


def _short(cell: float) -> float:
    """A number at least as large, and hardly larger, of few bits."""
    scale = 2.0 ** (SHORT - int(np.frexp(cell)[1]))
    return float(ceil(cell * scale) / scale)
