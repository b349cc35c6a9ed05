"""The outcomes of randomised responses, counted from the one in which all show the bit.

With losses ε_i that add up to T, an outcome in which those of a set are hidden has the loss T − s: its *shortfall* s is
twice their sum. It weighs w = e^{−s/2} beside the outcome in which all are shown, and at E = e^{T−t} it adds
w·(1 − e^{s−t})₊ to δ over the chance of that outcome. But for w this falls with s. So leaving out all outcomes with
more than some shortfall takes away no larger part of δ than of the weights, however large the losses, and however small
δ is: huge losses only ever shift. Outcomes with more than t add nothing at all.

Weights are floats and only ever multiplied and added, so that their relative error is known: u for each number that is
read and each operation it goes through, whichever order sums are taken in. The same is true of shortfalls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, inf

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.parameters import PureLoss

Floats = NDArray[np.float64]
ROUNDING = 2.0**-53
"""u, by which part an operation, or a number that is read, may be off."""
CUT = 2.0**-66
"""By which part weights may be cut, for each kind of losses."""
NOTHING_MORE = 1e-24
"""The weight below which no more of a kind are hidden, unless weights still grow."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Outcomes of some mechanisms.

    shortfalls: in increasing order. weights: beside the first outcome, whose weight is 1. steps: how many roundings a
    number went through at most. cut: by which part what is kept may be exceeded by what is not.
    """

    shortfalls: Floats
    weights: Floats
    steps: int
    cut: float

    def __len__(self) -> int:
        return len(self.shortfalls)

    @property
    def largest(self) -> float:
        """The largest shortfall."""
        return float(self.shortfalls[-1])

    def and_kind(self, loss: PureLoss, times: int, most: float = inf) -> Outcomes:
        """The outcomes with so many more responses of one kind, up to some shortfall; at a precision beyond floats'."""
        epsilon, weights = float(loss.logarithm().mid()), _weights(loss, times)
        shortfalls = np.add.outer(2 * epsilon * np.arange(len(weights)), self.shortfalls).ravel()
        # Each row is in order, and such rows are merged quickly.
        order = np.argsort(shortfalls, kind="stable")
        every, shortfalls = np.multiply.outer(weights, self.weights).ravel()[order], shortfalls[order]
        count = int(np.searchsorted(shortfalls, most, side="right"))
        shortfalls, every = shortfalls[:count], every[:count]
        left = CUT * float(every.sum())
        # Mostly the last one alone is too much to be cut.
        kept = count if every[-1] > left else count - int(np.searchsorted(np.cumsum(every[::-1]), left))
        return Outcomes(shortfalls[:kept], every[:kept], self.steps + 3, self.cut + 4 * CUT)

    def coarse(self, size: int) -> Outcomes:
        """About the same, with as many as this taken for one."""
        starts = np.arange(0, len(self), size)
        weights = np.add.reduceat(self.weights, starts)
        shortfalls = np.add.reduceat(self.weights * self.shortfalls, starts) / weights
        return Outcomes(shortfalls, weights, self.steps, self.cut)


def _weights(loss: PureLoss, times: int) -> Floats:
    """The weights with 0, 1, … of a kind hidden, as long as they count."""
    odds, found = loss.power(-1), [1.0]
    for hidden in range(1, times + 1):
        weight = float((comb(times, hidden) * odds**hidden).mid())
        # From here on each is at most half of the one before.
        if weight < NOTHING_MORE and 2 * odds * times < hidden + 1:
            break
        found.append(weight)
    return np.array(found)


NOTHING = Outcomes(np.zeros(1), np.ones(1), 1, 0.0)
"""The one outcome of no mechanism."""


def chance_of_the_same(loss: PureLoss, times: int) -> float:
    """The chance that two draws of so many responses of one kind hide the bit as often."""
    weights = _weights(loss, times)
    return float((weights**2).sum() / weights.sum() ** 2)


def list_outcomes(kinds: Mapping[PureLoss, int]) -> Outcomes:
    """The outcomes of so many responses of each kind."""
    found = NOTHING
    for loss, times in kinds.items():
        found = found.and_kind(loss, times)
    return found


def weight_of_all_shown(kinds: Mapping[PureLoss, int]) -> arb:
    """The chance, in the world towards which losses count, that all show the bit."""
    found = arb(1)
    for loss, times in kinds.items():
        found /= (1 + loss.power(-1)) ** times
    return found
