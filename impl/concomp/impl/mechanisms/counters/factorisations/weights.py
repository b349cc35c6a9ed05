"""The dual weights of the optimal factorisations: those of rows and columns for which the bound is largest.

To turn time round turns A into its transpose; hence, where the largest variance counts, u is v turned round. The
weights for powers of two are package data, found by `python -m concomp.obligations.factorisations`. Those for other
numbers of steps are found from them: at the best weights each is its own share in the sum of the singular values, and
to take the shares for weights, again and again, leads there. How close they are shows in what the shares differ by.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

DATA = files("concomp.impl.mechanisms.counters") / "data" / "weights.json"
MOST_STEPS = 1024
LEAST = 1 << 16
"""The least weight, as an integer."""
CLOSE = 2e-5
"""By how much of itself a share may exceed its weight; twice as much, at most, the variance exceeds the least."""
MOST_ROUNDS = 100
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

    def shares(self) -> Matrix:
        """The share of each column in the sum of the singular values, whose gradient in the logarithms it is."""
        values, vectors = self.spectrum()
        return np.asarray((vectors**2) @ values / values.sum(), np.float64)


def weights(steps: int, aim: Aim) -> tuple[int, ...]:
    """The weights of columns for so many steps, from 1 to MOST_STEPS."""
    packaged = _data()[aim].get(str(steps))
    return _found(steps, aim) if packaged is None else tuple(packaged)


def as_integers(columns: Matrix) -> list[int]:
    """The same weights, as integers."""
    return [int(weight) for weight in np.rint(columns / columns.min() * LEAST)]


def first_guess(steps: int) -> Matrix:
    """The logarithms of weights that are about the best ones, but for a constant."""
    step = np.arange(steps)
    return np.asarray(-np.log((step + 1) / steps) / 2 - np.log(1 - step / (steps + 1)) / 2)


@lru_cache(maxsize=16)
def _found(steps: int, aim: Aim) -> tuple[int, ...]:
    columns = _between(steps, aim)
    for _ in range(MOST_ROUNDS):
        shares = Weights(aim, list(columns)).shares()
        if (shares / columns).max() <= 1 + CLOSE:
            break
        columns = shares
    return tuple(as_integers(columns))


def _between(steps: int, aim: Aim) -> Matrix:
    """Weights, of sum 1, that differ from the first guess by what those for the two next powers of two do."""
    above = 1 << steps.bit_length()
    part = np.log2(2 * steps / above)
    place, logarithms = _places(steps), first_guess(steps)
    for size, share in ((above // 2, 1 - part), (above, part)):
        best = np.array(weights(size, aim), np.float64)
        logarithms += share * np.interp(place, _places(size), np.log(best / best.mean()) - first_guess(size))
    columns = np.exp(logarithms)
    return np.asarray(columns / columns.sum())


def _places(steps: int) -> Matrix:
    """Where each step is between the first, at −1, and the last, at 1, by the logarithms of how far these are."""
    step = np.arange(steps)
    return np.asarray(np.log((step + 1) / (steps - step)) / np.log(steps))


@lru_cache(maxsize=1)
def _data() -> Mapping[str, Mapping[str, Sequence[int]]]:
    found: Mapping[str, Mapping[str, Sequence[int]]] = json.loads(DATA.read_text())
    return found
