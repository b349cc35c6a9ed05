"""A memory of all residues, for factorisations whose rows are known one by one; sums are exact, however long."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from concomp.impl.mechanisms.counters.factorisations.factorisation import divide

Row = NDArray[np.int64]
SAFE = 1 << 62
"""Sums of 64 bits stay below this, or are made of Python's integers."""


class Residues:
    """All residues so far.

    row: of a step t, the entries R_t0 … R_{t,t−1}. weight: the most that the sizes of a row's entries sum to.
    """

    def __init__(self, steps: int, bits: int, row: Callable[[int], Row], weight: int) -> None:
        """Begin with none."""
        self._bits, self._row, self._weight = bits, row, weight
        self._kept: NDArray[np.int64] | NDArray[np.object_] = np.zeros(steps, np.int64)
        self._count = 0

    def ahead(self) -> int:
        """Σ_{s<t} R_ts·(x_s − x̂_s), to the nearest integer."""
        return divide(int(self._row(self._count) @ self._kept[: self._count]), 1 << self._bits)

    def add(self, residue: int) -> None:
        """Take the next residue."""
        if abs(residue) * self._weight >= SAFE and self._kept.dtype != np.object_:
            self._kept = self._kept.astype(object)
        self._kept[self._count] = residue
        self._count += 1
