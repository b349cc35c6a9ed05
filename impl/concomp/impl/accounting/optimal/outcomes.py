"""The outcomes of randomised responses, with their chances in both worlds; where there are too many, fewer of them.

Chances are floats and only ever multiplied and added, so that their relative error is known: u for each number that is
read and each operation it goes through, whichever order sums are taken in.

From below, outcomes of about the same loss count as one: who sees only that learns less. From above, each is shared out
between the ends of its cell, so that its chance in either world stays the same: at an E within the cell that says more,
at all others the same. What is shared out is rounded towards the upper end, which only says more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.parameters import PureLoss

Floats = NDArray[np.float64]
ROUNDING = 2.0**-53
"""u, by which part an operation, or a number that is read, may be off."""
LESS = 1 - 2.0**-48
"""By which factor what is taken away is less, so that no rounding leaves too little."""
TOGETHER = 8
"""How many times as many outcomes as are kept are listed before they are made fewer."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Outcomes of some mechanisms.

    losses: towards the true bit. towards, against: the chances in the two worlds. steps: how many roundings a chance,
    or a loss, went through at most.
    """

    losses: Floats
    towards: Floats
    against: Floats
    steps: int

    def __len__(self) -> int:
        return len(self.losses)

    def and_kind(self, loss: PureLoss, times: int) -> Outcomes:
        """The outcomes with so many more responses of one kind; at a precision well beyond that of floats."""
        epsilon, hidden = float(loss.logarithm().mid()), 1 / (1 + loss.power(1))
        chances = np.array([_chance(hidden, times, shown) for shown in range(times + 1)])
        losses = np.add.outer(epsilon * np.arange(-times, times + 1, 2), self.losses).ravel()
        towards = np.multiply.outer(chances, self.towards).ravel()
        against = np.multiply.outer(chances[::-1], self.against).ravel()
        return Outcomes(losses, towards, against, self.steps + 3)

    def ordered(self) -> Outcomes:
        """The same, in increasing order of loss."""
        order = np.argsort(self.losses, kind="stable")
        return Outcomes(self.losses[order], self.towards[order], self.against[order], self.steps)

    def fewer_below(self, cell: float) -> Outcomes:
        """One outcome for each cell of losses: who sees no more than that learns less."""
        places, first = _places(self.losses, cell)
        towards = _sums(places, self.towards, int(places.max()) + 1)
        against = _sums(places, self.against, len(towards))
        some = towards > 0
        losses = np.multiply(np.flatnonzero(some) + (first + 0.5), cell, dtype=np.float64)
        return Outcomes(losses, towards[some], against[some], self.steps + int(np.bincount(places).max()))

    def fewer_above(self, cell: float) -> Outcomes:
        """Outcomes at the ends of cells that say at least as much."""
        places, first = _places(self.losses, cell)
        # By how much a loss lies above the lower end of its cell, or more.
        within = self.losses - (places + first) * cell + 4 * ROUNDING * (self.steps + 4) * np.abs(self.losses).max()
        within = np.clip(within, 0.0, cell)
        # The upper end gets the part (1 − e^{−x})/(1 − e^{−cell}), or by the series up to x³ a little more.
        upper = self.towards * (within * (1 - within * (0.5 - within / 6)) / -np.expm1(-cell))
        lower = np.maximum(0.0, self.towards - upper * LESS)
        most = int(np.bincount(places).max())
        size = int(places.max()) + 2
        towards = _sums(places, lower, size) + _sums(places + 1, upper, size)
        some = towards > 0
        losses = np.multiply(np.flatnonzero(some) + first, cell, dtype=np.float64)
        towards = towards[some]
        # Reading a loss off its place, and taking its exponential, count as operations on the chances.
        return Outcomes(
            losses, towards, towards * np.exp(-losses), self.steps + 2 * most + 16 + int(np.abs(losses).max())
        )


def _places(losses: Floats, cell: float) -> tuple[NDArray[np.int64], int]:
    """The number of each loss's cell, from the first on, and the number of that."""
    numbers = np.floor(losses / cell).astype(np.int64)
    first = int(numbers.min())
    return numbers - first, first


def _sums(places: NDArray[np.int64], values: Floats, size: int) -> Floats:
    """The sum of the values at each place."""
    return np.bincount(places, values, size).astype(np.float64)


def _chance(hidden: arb, times: int, shown: int) -> float:
    return float((comb(times, shown) * (1 - hidden) ** shown * hidden ** (times - shown)).mid())


NOTHING = Outcomes(np.zeros(1), np.ones(1), np.ones(1), 1)
"""The one outcome of no mechanism."""


def list_outcomes(kinds: Mapping[PureLoss, int]) -> Outcomes:
    """All outcomes of so many responses of each kind, in order."""
    found = NOTHING
    for loss, times in kinds.items():
        found = found.and_kind(loss, times)
    return found.ordered()


def list_fewer(kinds: Mapping[PureLoss, int], kept: int) -> tuple[Outcomes, Outcomes]:
    """About `kept` outcomes that say no more than all of the responses do, and as many that say no less."""
    largest = sum(float(loss.logarithm().mid()) * times for loss, times in kinds.items())
    cell = 2 * largest / kept
    below = above = NOTHING
    for loss, times in kinds.items():
        below, above = below.and_kind(loss, times), above.and_kind(loss, times)
        if max(len(below), len(above)) >= TOGETHER * kept:
            below, above = below.fewer_below(cell), above.fewer_above(cell)
    if len(below) > kept:
        below, above = below.fewer_below(cell), above.fewer_above(cell)
    return below.ordered(), above.ordered()
