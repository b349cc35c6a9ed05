"""Where a product of cosines is small, at many points at a time.

On the line Re z = κ the square of the modulus of cosh(εz)/cosh(εκ) is 1 − v·sin²(εt) = (1 − v/2) + (v/2)·cos 2εt, with
t = Im z and v = 1/cosh²(εκ). With t = r + c the cosine is cos 2εr·cos 2εc − sin 2εr·sin 2εc: over all rows r and
columns c the factor of a loss is a matrix of rank 3, and the product of two a matrix of rank 9.

These are products in single precision of numbers that are no larger than 1 in all: with 2^−24 for each of the numbers
that are multiplied and each of nine sums, an entry is off by less than 1.5e−6. Each is raised by more than that.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.optimal.lines.extremal import HIGHEST
from concomp.impl.accounting.optimal.lines.stretches import Places, loud_stretches
from concomp.impl.accounting.outcomes.outcomes import Floats

SINGLE = 2e-6
"""By how much bounds are raised for single precision."""
COLUMNS, BLOCK = 256, 1 << 14
"""How many points are in a row where all are looked at, and at how many points together."""
BATCH = 6
"""After how many pairs of losses rows that are quiet are left."""
FEW = 8
"""So many of a kind are taken one by one."""
TURNS = 0.1
"""The number of half turns up to the height, below which a loss is of no use."""
FACTORS = 256
"""The most losses that are of use."""
PHASE = 1e9
"""The largest phase that is known to single precision."""
POINTS, FAR = 1 << 18, 1 << 22
"""The most points that are left, and the most up to the height."""
SAMPLE = 16
"""How many blocks are looked at to tell whether there are too many loud points."""
LEAST = 1e-30
"""What a square of a product may be below single precision."""
Singles = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Loud:
    """Points j·step at which the product may be large.

    places: each j. rest: what the product, times the weight HIGHEST/t², sums up to at most at all others up to
    the height, times the step.
    """

    places: Places
    rest: float


def loud_points(losses: Floats, times: Floats, tilt: float, height: float, step: float, budget: float) -> Loud | None:
    """The loud points, so that the rest is about the budget; None if there are too many.

    losses: in increasing order, above 0, each so many times.
    """
    useful = (losses * height > TURNS * pi) & (losses * height < PHASE)
    losses, times = losses[useful][:FACTORS], times[useful][:FACTORS]
    if not len(losses) or not height / step < FAR:
        return None
    points, allowed = int(height / step) + 1, budget / (HIGHEST * height)
    stretches = loud_stretches(losses, times, tilt, points, step, allowed)
    if stretches is None:
        columns, rows, rest = COLUMNS, np.arange(points // COLUMNS + 1), 0.0
    else:
        columns, rows, rest = stretches.width, stretches.numbers, stretches.rest
    factors, size = _Factors(losses, times, tilt, step, columns), BLOCK // columns
    blocks = np.split(rows, range(size, len(rows), size))
    some = [_left(factors, block, allowed) for block in blocks[1 :: max(1, len(blocks) // SAMPLE)]]
    if sum(len(left) for left, _ in some) * len(blocks) > POINTS * max(1, len(some)):
        return None
    found = [_left(factors, block, allowed) for block in blocks]
    places = np.concatenate([left for left, _ in found])
    rest = (rest + sum(quiet for _, quiet in found)) * step * HIGHEST * (1 + SINGLE)
    return Loud(places, rest) if len(places) <= POINTS else None


class _Factors:
    """Squares of moduli of the factors, of two losses at a time unless there are many of one; one may be left out."""

    def __init__(self, losses: Floats, times: Floats, tilt: float, step: float, columns: int) -> None:
        halves = 1 / np.cosh(np.minimum(losses * tilt, 300)) ** 2 / 2
        self.step, self.columns, self._turns, self._halves = step, columns, 2 * step * losses, halves
        one_by_one = np.where(times <= FEW, times, 0).astype(np.int64)
        self._singles, self._many = np.repeat(np.arange(len(losses)), one_by_one), np.flatnonzero(times > FEW)
        if len(self._singles) % 2:
            self._singles = self._singles[:-1]
        self._times = times
        angles = np.multiply.outer(self._turns, np.arange(columns))
        self._columns = np.stack([np.ones_like(angles), np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
        pairs = self._columns[self._singles]
        self._pairs = _of_pairs(pairs[::2], pairs[1::2])

    @property
    def batches(self) -> int:
        """In how many batches there are bounds of all factors."""
        return -(-len(self._pairs) // BATCH) + len(self._many)

    def batch(self, number: int, rows: Places) -> Singles:
        """Bounds of the product of the factors in a batch, in some rows."""
        start, stop = number * BATCH, (number + 1) * BATCH
        if start < len(self._pairs):
            singles = self._of_rows(self._singles[2 * start : 2 * stop], rows)
            pairs = _of_pairs(singles[::2], singles[1::2]).transpose(0, 2, 1)
            values = np.matmul(pairs, self._pairs[start:stop])
            values += np.float32(SINGLE)
            product: Singles = np.multiply.reduce(values, axis=0)
            return product
        kinds = self._many[[number - self.batches]]
        value = np.matmul(self._of_rows(kinds, rows)[0].T, self._columns[kinds[0]]) + np.float32(SINGLE)
        power: Singles = np.power(np.minimum(value, np.float32(1)), np.float32(self._times[kinds[0]]))
        return power * np.float32(1 + SINGLE)

    def _of_rows(self, kinds: Places, rows: Places) -> Singles:
        angles = np.multiply.outer(self._turns[kinds], self.columns * rows)
        halves = self._halves[kinds, None]
        parts = [np.broadcast_to(1 - halves, angles.shape), halves * np.cos(angles), -halves * np.sin(angles)]
        return np.stack(parts, axis=1).astype(np.float32)


def _of_pairs(first: Singles, second: Singles) -> Singles:
    """The products of all three of one with all three of the other."""
    products: Singles = (first[:, :, None] * second[:, None, :]).reshape(len(first), 9, first.shape[2])
    return products


def _left(factors: _Factors, rows: Places, allowed: float) -> tuple[Places, float]:
    """Those points of some rows at which the product may be above allowed·t², and its bounds over t² at the others."""
    places = np.add.outer(factors.columns * rows, np.arange(factors.columns))
    squares = (places * factors.step) ** 2
    limits, most = ((allowed * squares) ** 2).astype(np.float32), np.float32(LEAST)
    found = np.ones(places.shape, np.float32)
    loud = np.arange(len(rows))
    for number in range(factors.batches):
        found[loud] = np.maximum(found[loud] * factors.batch(number, rows[loud]), most)
        loud = loud[(found[loud] > limits[loud]).any(axis=1)]
        if not len(loud):
            break
    bounds = np.sqrt(found.astype(np.float64)) * (1 + SINGLE)
    left = bounds > allowed * squares
    return places[left], float((bounds[~left] / squares[~left]).sum())
