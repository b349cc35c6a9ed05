"""Laws of the privacy loss of a group of responses on a grid: such as say no more than it does, and no less.

From below, outcomes in the same cell, which has a place of the grid in its middle, count as one: who sees only the
place learns less. From above, each outcome is shared out between the two places around it, so that its chance in
either world stays the same: at an E between the two that says more, at all others the same. What is shared out is
rounded towards the upper place, which only says more. Either way what is said differs by the square of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats, Outcomes
from concomp.impl.accounting.outcomes.sums import exponentials

LESS = 1 - 2.0**-48
"""By which factor what is taken away is less, so that no rounding leaves too little."""


@dataclass(frozen=True, eq=False)
class GridLaw:
    """Chances at the places first, first + 1, …; steps: how many roundings each went through at most."""

    chances: Floats
    first: int
    steps: int

    def tilted(self, slope: float) -> tuple[Floats, float]:
        """Chances times e^{slope·place}, divided by their sum, and about the logarithm of that."""
        most = abs(slope) * max(abs(self.first), abs(self.first + len(self.chances)))
        values = self.chances * exponentials(slope, self.first, len(self.chances), -most)
        total = float(values.sum())
        return values / total, most + float(np.log(total))


def towards_below(outcomes: Outcomes, cell: float) -> GridLaw:
    """The chances of the cells in the world towards which losses count."""
    return _in_cells(outcomes, outcomes.towards, cell)


def against_below(outcomes: Outcomes, cell: float) -> GridLaw:
    """The chances of the cells in the other world."""
    return _in_cells(outcomes, outcomes.against, cell)


def _in_cells(outcomes: Outcomes, chances: Floats, cell: float) -> GridLaw:
    numbers = np.rint(outcomes.losses / cell).astype(np.int64)
    first = int(numbers.min())
    places = numbers - first
    return GridLaw(_sums(places, chances), first, outcomes.steps + _most(places))


def towards_above(outcomes: Outcomes, cell: float) -> GridLaw:
    """The chances of places in the world towards which losses count; in the other they are e^{−loss} times these."""
    numbers = np.floor(outcomes.losses / cell).astype(np.int64)
    # By how much a loss lies above the lower place, or more.
    within = np.clip(outcomes.losses - numbers * cell + error_of_losses(outcomes), 0.0, cell)
    # The upper place gets the part (1 − e^{−x})/(1 − e^{−cell}), or by the series up to x³ a little more.
    upper = outcomes.towards * (within * (1 - within * (0.5 - within / 6)) / -np.expm1(-cell))
    lower = np.maximum(0.0, outcomes.towards - upper * LESS)
    first = int(numbers.min())
    places = numbers - first
    size = int(places.max()) + 2
    chances = _sums(places, lower, size) + _sums(places + 1, upper, size)
    return GridLaw(chances, first, outcomes.steps + 2 * _most(places) + 16)


def error_of_losses(outcomes: Outcomes) -> float:
    """What a loss, or a place times the cell, may be off."""
    return 4 * ROUNDING * (outcomes.steps + 4) * float(np.abs(outcomes.losses).max())


def _sums(places: NDArray[np.int64], values: Floats, size: int = 0) -> Floats:
    """The sum of the values at each place."""
    return np.bincount(places, values, size).astype(np.float64)


def _most(places: NDArray[np.int64]) -> int:
    """How many share a place at most."""
    return int(np.bincount(places).max())
