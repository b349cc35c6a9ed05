"""The factorisation of least variance, where it is largest or on average, by the dual weights that certify it.

At the best weights u of rows and v of columns (module `bound`), RᵀR = D_v^−½·(MᵀM)^½·D_v^−½ with M = D_u^½·A·D_v^½
(Denisov, McMahan, Rush, Smith, Thakurta 2022); so few weights stand for the whole matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from concomp.impl.mechanisms.counters.factorisations.bound import least_variance
from concomp.impl.mechanisms.counters.factorisations.residues import Residues
from concomp.impl.mechanisms.counters.factorisations.weights import Aim, Matrix, Weights, weights


@dataclass(frozen=True)
class Optimal:
    """The optimal factorisation, in units of 2^−bits."""

    steps: int
    bits: int
    aim: Aim

    @cached_property
    def squares(self) -> int:
        """The square of the length of the longest column."""
        return int((self._right**2).sum(axis=0).max())

    def diagonal(self, step: int) -> int:
        """R_tt."""
        return int(self._right[step, step])

    def memory(self) -> Residues:
        """What remembers nothing yet."""
        right = self._right
        return Residues(self.steps, self.bits, lambda step: right[step, :step], int(abs(right).sum(axis=1).max()))

    def spread(self, step: int) -> float:
        """The square of the length of a row of L."""
        return float(self._spreads[step])

    @property
    def largest_spread(self) -> float:
        """The largest of these, which need not be the last."""
        return float(self._spreads.max())

    @cached_property
    def _right(self) -> NDArray[np.int64]:
        return integers(self.steps, self.bits, self.aim)

    @cached_property
    def _spreads(self) -> Matrix:
        left = np.cumsum(np.linalg.inv(self._right.astype(np.float64)), axis=0)
        return np.asarray((left**2).sum(axis=1))


@lru_cache(maxsize=8)
def integers(steps: int, bits: int, aim: Aim) -> NDArray[np.int64]:
    """R for so many steps, rounded to multiples of 2^−bits."""
    return np.rint(Weights(aim, weights(steps, aim)).right() * (1 << bits)).astype(np.int64)


def certified_below(steps: int, aim: Aim) -> Fraction:
    """What the variance of no factorisation of so many steps is below at σ² = 1/(2ρ); a rational."""
    columns = weights(steps, aim)
    return least_variance(columns[::-1] if aim == "largest" else (1,) * steps, columns)
