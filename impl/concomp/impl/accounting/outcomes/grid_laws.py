"""Laws of the shortfall of a group of responses on a grid: such as say no more than it does, and no less.

From below, outcomes in the same cell, which has a place of the grid in its middle, count as one: who sees only the
place learns less. From above, each outcome is shared out between the two places around it, so that its chance in
either world stays the same: at an E between the two that says more, at all others the same. What is shared out is
rounded towards the lower place, which has the larger loss and only says more. Either way what is said differs by the
square of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats, Outcomes
from concomp.impl.accounting.outcomes.sums import exponentials

MORE, LESS = 1 + 2.0**-50, 1 - 2.0**-48
"""By which factors what goes to the lower place is more, and to the upper one less, so that no rounding matters."""


@dataclass(frozen=True, eq=False)
class GridLaw:
    """Weights at the places first, first + 1, …; steps: how many roundings each went through at most."""

    weights: Floats
    first: int
    steps: int

    def tilted(self, slope: float) -> tuple[Floats, float]:
        """Weights times e^{slope·place}, divided by their sum, and about the logarithm of that."""
        most = abs(slope) * max(abs(self.first), abs(self.first + len(self.weights)))
        values = self.weights * exponentials(slope, self.first, len(self.weights), -most)
        total = float(values.sum())
        return values / total, most + float(np.log(total))


def towards_below(outcomes: Outcomes, cell: float) -> GridLaw:
    """The weights of the cells in the world towards which losses count."""
    return _in_cells(outcomes, outcomes.weights, cell, outcomes.steps)


def against_below(outcomes: Outcomes, cell: float) -> GridLaw:
    """The weights of the cells in the other world, where they are e^{shortfall} times as large."""
    # A shortfall of s is off by `steps` roundings of itself, and what it is the exponent of, by s times as many.
    steps = outcomes.steps + int(outcomes.largest * (outcomes.steps + 1)) + 8
    return _in_cells(outcomes, outcomes.weights * np.exp(outcomes.shortfalls), cell, steps)


def _in_cells(outcomes: Outcomes, weights: Floats, cell: float, steps: int) -> GridLaw:
    numbers = np.rint(outcomes.shortfalls / cell).astype(np.int64)
    first = int(numbers[0])
    places = numbers - first
    return GridLaw(_sums(places, weights), first, steps + _most(places))


def towards_above(outcomes: Outcomes, cell: float) -> GridLaw:
    """The weights of places in the world towards which losses count; in the other they are e^{place·cell} times these.

    cell: of so few bits that its products with places are exact.
    """
    numbers = np.floor(outcomes.shortfalls / cell).astype(np.int64)
    # By how much a shortfall lies above the lower place, or less.
    off = outcomes.shortfalls * (2 * ROUNDING * (outcomes.steps + 4))
    within = np.clip(outcomes.shortfalls - numbers * cell - off, 0.0, cell)
    upper = outcomes.weights * (np.expm1(within) / np.expm1(cell)) * LESS
    lower = outcomes.weights * MORE - upper
    first = int(numbers[0])
    places = numbers - first
    size = int(places[-1]) + 2
    weights = _sums(places, lower, size) + _sums(places + 1, upper, size)
    return GridLaw(weights, first, outcomes.steps + 2 * _most(places) + 16)


def _sums(places: NDArray[np.int64], values: Floats, size: int = 0) -> Floats:
    """The sum of the values at each place."""
    return np.bincount(places, values, size).astype(np.float64)


def _most(places: NDArray[np.int64]) -> int:
    """How many share a place at most."""
    return int(np.bincount(places).max())
