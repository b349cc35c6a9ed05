"""The outcomes of randomised responses, with their chances in both worlds.

Chances are floats and only ever multiplied and added, so that their relative error is known: u for each number that is
read and each operation it goes through, whichever order sums are taken in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.parameters import PureLoss

Floats = NDArray[np.float64]
ROUNDING = 2.0**-53
"""u, by which part an operation, or a number that is read, may be off."""


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


def _chance(hidden: arb, times: int, shown: int) -> float:
    return float((comb(times, shown) * (1 - hidden) ** shown * hidden ** (times - shown)).mid())


NOTHING = Outcomes(np.zeros(1), np.ones(1), np.ones(1), 1)
"""The one outcome of no mechanism."""


def list_outcomes(kinds: Mapping[PureLoss, int]) -> Outcomes:
    """All outcomes of so many responses of each kind, not in order."""
    found = NOTHING
    for loss, times in kinds.items():
        found = found.and_kind(loss, times)
    return found


def around(found: float, steps: int) -> Bounds:
    """Bounds of a positive number that went through so many roundings."""
    error = Fraction(2 * ROUNDING * steps)
    return Bounds(Fraction(found) * (1 - error), Fraction(found) * (1 + error))
