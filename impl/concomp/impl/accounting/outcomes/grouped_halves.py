"""Outcomes of many losses without a common unit, in groups: each is brought to a fine grid once, and two halves meet.

The outcomes of a group are few enough to be listed. Groups of a half are convolved, tilted so that what is asked for
lies in the middle of a bell; then the errors of the convolution, which are the same everywhere, are small beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, sqrt

import numpy as np

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.outcomes.grid_laws import (
    GridLaw,
    against_below,
    error_of_losses,
    towards_above,
    towards_below,
)
from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats, Outcomes, around
from concomp.impl.accounting.outcomes.spectra import convolve
from concomp.impl.accounting.outcomes.sums import (
    add_up,
    exponentials,
    roundings,
    roundings_of_exponentials,
    sums_from,
)

Laws = tuple[list[GridLaw], list[GridLaw]]
"""The laws of the groups of either half."""
BISECTIONS = 60
"""How often an interval of tilts is halved."""
CLOSE = 1.5
"""How many deviations the middle of a bell may be away; what errors are beside it grows by e^{CLOSE²/2}."""
EXPONENT = 300.0
"""The largest tilt, times the sum of losses: beyond, chances leave the range of floats."""
TINY = Fraction(1, 10**280)
"""What leaves the range of floats, in all."""
SHORT = 20
"""The bits of a cell, so that its product with a place is exact."""


@dataclass(frozen=True, eq=False)
class Groups:
    """All responses, in groups of which two halves are made.

    losses: of each response. outcomes: of each group, not in order.
    """

    losses: Floats
    outcomes: tuple[tuple[Outcomes, ...], tuple[Outcomes, ...]]

    @cached_property
    def largest(self) -> float:
        """A loss that no outcome exceeds."""
        return sum(float(np.abs(group.losses).max()) for group in self.all) * (1 + 2.0**-40)

    @property
    def deviation(self) -> float:
        """The norm of the losses, about which the loss of all of them deviates."""
        return sqrt(float(self.losses @ self.losses))

    @cached_property
    def off(self) -> float:
        """What a sum of losses of outcomes, or of places times a cell, may be off."""
        return sum(error_of_losses(group) for group in self.all)

    def on_grid(self, place: Callable[[Outcomes], GridLaw]) -> Laws:
        """The laws of all groups on a grid."""
        first, second = self.outcomes
        return [place(group) for group in first], [place(group) for group in second]

    @property
    def all(self) -> tuple[Outcomes, ...]:
        """The groups of both halves."""
        return self.outcomes[0] + self.outcomes[1]

    def tilt(self, epsilon: float) -> float:
        """About the tilt κ ≥ 0 of the law in the true world with mean ε."""
        low, high = 0.0, EXPONENT / self.largest
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            mean = float(self.losses @ np.tanh((middle + 0.5) * self.losses))
            low, high = (middle, high) if mean < epsilon else (low, middle)
        return low


@dataclass(frozen=True, eq=False)
class HalfLaws:
    """One measure on the grid as a product of two halves.

    first: values of one half. from_above: sums of the other's from each place on. start: the sum of their first places.
    steps: how many roundings a value went through at most.
    """

    first: Floats
    from_above: Floats
    start: int
    steps: int

    def tail(self, place: int) -> Bounds:
        """The measure of all places from this one on."""
        at = place - self.start
        lowest, beyond = max(0, at - len(self.from_above) + 1), min(len(self.first), max(0, at + 1))
        found = add_up(self.first[beyond:]) * float(self.from_above[0])
        if lowest < beyond:
            partners = self.from_above[at - beyond + 1 : at - lowest + 1][::-1]
            found += add_up(self.first[lowest:beyond] * partners)
        found_around = around(found, self.steps + roundings(len(self.first)) + roundings(len(self.from_above)) + 4)
        return Bounds(found_around.low, found_around.high + TINY)


@dataclass(frozen=True, eq=False)
class Half:
    """A convolution of tilted laws of groups: values may be off by `error`, but for roundings, of which steps count."""

    values: Floats
    error: float
    first: int
    logarithm: float
    steps: int

    def tilted_back(self, slope: float, sign: int) -> tuple[Floats, int]:
        """Values that are certainly large, or with sign −1 small, enough, times e^{−slope·place}, and their steps."""
        progression = -slope, self.first, len(self.values), self.logarithm
        values = np.maximum(self.values, 0.0) + sign * self.error
        if sign < 0:
            values = np.maximum(values, 0.0)
        return values * exponentials(*progression), self.steps + roundings_of_exponentials(*progression)


def _half(laws: Sequence[GridLaw], slope: float) -> Half:
    tilted = [law.tilted(slope) for law in laws]
    values, error = convolve([chances for chances, _ in tilted])
    steps = sum(
        law.steps + roundings_of_exponentials(slope, law.first, len(law.chances), logarithm)
        for law, (_, logarithm) in zip(laws, tilted, strict=True)
    )
    return Half(values, error, sum(law.first for law in laws), sum(logarithm for _, logarithm in tilted), steps)


def _convolved(laws: Laws, slope: float) -> tuple[Half, Half]:
    return _half(laws[0], slope), _half(laws[1], slope)


def _measure(halves: tuple[Half, Half], slope: float, sign: int) -> HalfLaws:
    (first, first_steps), (second, second_steps) = (half.tilted_back(slope, sign) for half in halves)
    return HalfLaws(first, sums_from(second), halves[0].first + halves[1].first, first_steps + second_steps)


Measures = Callable[[float], tuple[HalfLaws, HalfLaws]]
"""Of the two worlds, by the tilt."""


@dataclass(frozen=True, eq=False)
class GridMeeting:
    """A composition on a grid that says no more, or no less, than the groups.

    measures: at a tilt, for the two worlds.
    """

    groups: Groups
    cell: float
    measures: Measures

    def suspected(self, epsilon: float) -> tuple[Bounds, Bounds]:
        """The chances in the two worlds of all places with a loss above ε, and of some just below it."""
        towards, against = self.measures(self.groups.tilt(epsilon))
        place = ceil((epsilon - 2 * self.off(epsilon)) / self.cell)
        return towards.tail(place), against.tail(place)

    def off(self, epsilon: float) -> float:
        """What a sum of losses, and its difference to ε, may be off."""
        return self.groups.off + 16 * ROUNDING * (self.groups.largest + abs(epsilon))


def _kept_while_close(measures: Measures, apart: float) -> Measures:
    """The same, but where the last tilt was no farther away than this, its answer."""
    last = list[tuple[float, tuple[HalfLaws, HalfLaws]]]()

    def at(tilt: float) -> tuple[HalfLaws, HalfLaws]:
        if not last or abs(last[0][0] - tilt) > apart:
            last[:] = [(tilt, measures(tilt))]
        return last[0][1]

    return at


def meeting_below(groups: Groups, cell: float) -> GridMeeting:
    """What says no more: the chances of cells, at most what they are in the first world, at least so in the second."""
    laws_towards = groups.on_grid(lambda group: towards_below(group, cell))
    laws_against = groups.on_grid(lambda group: against_below(group, cell))

    def measures(tilt: float) -> tuple[HalfLaws, HalfLaws]:
        slope, steeper = tilt * cell, (tilt + 1) * cell
        return (
            _measure(_convolved(laws_towards, slope), slope, -1),
            _measure(_convolved(laws_against, steeper), steeper, 1),
        )

    return GridMeeting(groups, cell, _kept_while_close(measures, CLOSE / groups.deviation))


def meeting_above(groups: Groups, cell: float) -> GridMeeting:
    """What says no less: one measure for both worlds, as the loss at a place is its multiple of the cell."""
    laws = groups.on_grid(lambda group: towards_above(group, cell))

    def measures(tilt: float) -> tuple[HalfLaws, HalfLaws]:
        slope = tilt * cell
        halves = _convolved(laws, slope)
        return _measure(halves, slope, 1), _measure(halves, slope + cell, 1)

    return GridMeeting(groups, cell, _kept_while_close(measures, CLOSE / groups.deviation))


def short(cell: float) -> float:
    """A number at least as large, and hardly larger, of few bits."""
    scale = 2.0 ** (SHORT - int(np.frexp(cell)[1]))
    return float(ceil(cell * scale) / scale)
