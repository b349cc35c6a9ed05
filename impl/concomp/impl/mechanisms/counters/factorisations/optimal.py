"""The factorisation of least variance, where it is largest or on average, by the dual weights that certify it.

At the best weights u of rows and v of columns (module `bound`), RᵀR = D_v^−½·(MᵀM)^½·D_v^−½ with M = D_u^½·A·D_v^½
(Denisov, McMahan, Rush, Smith, Thakurta 2022); so few weights stand for the whole matrix. To turn time round turns A
into its transpose; hence, where the largest variance counts, u is v turned round. The weights are package data, found
by `python -m concomp.obligations.factorisations` for powers of two; other numbers of steps take the first of these.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from concomp.impl.mechanisms.counters.factorisations.bound import least_variance
from concomp.impl.mechanisms.counters.factorisations.residues import Residues

DATA = files("concomp.impl.mechanisms.counters") / "data" / "weights.json"
MOST_STEPS = 1024
Aim = Literal["largest", "mean"]
"""Which variance is least: where it is largest, or the mean over all steps."""
AIMS: tuple[Aim, ...] = get_args(Aim)
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Weights:
    """The weights v of columns for so many steps; those of rows follow from them."""

    aim: Aim
    columns: Sequence[float]

    @property
    def rows(self) -> Sequence[float]:
        """The weights u of rows."""
        return self.columns[::-1] if self.aim == "largest" else (1,) * len(self.columns)

    def spectrum(self) -> tuple[Matrix, Matrix]:
        """The singular values of M, and the eigenvectors of MᵀM, a column each.

        The inverse of MᵀM has entries on and next to its diagonal only, as that of A has.
        """
        u, v = (np.array(weights, np.float64) for weights in (self.rows, self.columns))
        beside = -1 / u[:-1]
        inverse = np.diag(1 / u + np.append(0, -beside)) + np.diag(beside, 1) + np.diag(beside, -1)
        values, vectors = np.linalg.eigh(inverse / np.sqrt(np.outer(v, v)))
        return 1 / np.sqrt(values), vectors

    def right(self) -> Matrix:
        """R, lower triangular, its longest column of length 1."""
        values, vectors = self.spectrum()
        v = np.array(self.columns, np.float64)
        product = (vectors * values) @ vectors.T / np.sqrt(np.outer(v, v))
        right = np.linalg.cholesky(product[::-1, ::-1]).T[::-1, ::-1]
        return np.asarray(right / np.sqrt((right**2).sum(axis=0).max()), np.float64)


@dataclass(frozen=True)
class Optimal:
    """The optimal factorisation, or the first steps of that for the next power of two, in units of 2^−bits."""

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
    known = Weights(aim, weights(1 << (steps - 1).bit_length(), aim)).right()[:steps, :steps]
    return np.rint(known * (1 << bits)).astype(np.int64)


def weights(steps: int, aim: Aim) -> tuple[int, ...]:
    """The weights of columns for a power of two up to MOST_STEPS."""
    return tuple(_data()[aim][str(steps)])


def certified_below(steps: int, aim: Aim) -> Fraction:
    """What the variance of no factorisation of so many steps, a power of two, is below at σ² = 1/(2ρ); a rational."""
    columns = weights(steps, aim)
    return least_variance(columns[::-1] if aim == "largest" else (1,) * steps, columns)


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Mapping[str, Sequence[int]]]:
    found: Mapping[str, Mapping[str, Sequence[int]]] = json.loads(DATA.read_text())
    return found
