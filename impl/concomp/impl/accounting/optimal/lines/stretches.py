"""Where a product of cosines is small on whole stretches of points, many stretches at a time.

On the line Re z = κ the square of the modulus of cosh(εz)/cosh(εκ) is 1 − v·sin²(εt), with t = Im z and
v = 1/cosh²(εκ). With εt = πx, where x is taken to the nearest integer, cos πx ≤ 1 − 4x²: their difference is 0 at 0 and
at 1/2, first convex, then concave, and flat at 0. So sin² ≥ q(2 − q) with q = 4x². On a stretch, q is that of the
least |x|.

The phases x of the middles of stretches are multiples of a 32-bit integer, which wrap round of themselves. The integer
is off by less than one, and so is where the first begins, so that the phase of the stretch b is off by less than
(b + 2)·2^−32, and by some roundings of what it is. Each factor is bounded in single precision, and raised by ten times
what that and a product may be off.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.outcomes import Floats

SINGLE = 1e-6
"""By how much phases and bounds are moved for single precision."""
WIDE = 0.5
"""How far a stretch reaches, times the middle one of the losses."""
BLUNT = 0.2
"""From which x on half a stretch is too wide for a loss to be of use."""
CHUNK = 1 << 15
"""How many are looked at together, so that all that is known of them stays at hand."""
BATCH = 10
"""After how many losses quiet stretches are left out."""
SAMPLE, LOUD = 512, 1 / 8
"""How many are looked at first, and the part of them that is loud at most for the others to be worth a look."""
LEAST = 1e-30
"""What a square of a product may be below single precision."""
Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LoudStretches:
    """Stretches b on which the product may be large: the points from b·width on, so many of them.

    rest: what the product over t² sums up to at most at the points of all others.
    """

    width: int
    numbers: Places
    rest: float


def loud_stretches(
    losses: Floats, times: Floats, tilt: float, points: int, step: float, allowed: float
) -> LoudStretches | None:
    """The stretches on which the product may be above allowed·t²; None if they are too many to be of use.

    losses: in increasing order, above 0, each so many times.
    """
    width = 2 * int(WIDE / (2 * float(losses[len(losses) // 2]) * step))
    sharp = losses * (width * step) < 2 * pi * BLUNT
    if not width or not sharp.any():
        return None
    factors = _Factors(losses[sharp], times[sharp], tilt, width, step)
    numbers = np.arange(points // width + 1)
    seen, _ = _loud(numbers[1 :: max(1, len(numbers) // SAMPLE)], factors, allowed)
    if len(seen) > LOUD * SAMPLE:
        return None
    numbers, quiet = _all_loud(numbers, factors, allowed)
    # Once more, with halves of those that are left.
    halves, factors = np.add.outer(2 * numbers, (0, 1)).ravel(), _Factors(losses, times, tilt, width // 2, step)
    numbers, more = _all_loud(halves, factors, allowed)
    return LoudStretches(width // 2, numbers, quiet * width + more * (width // 2))


class _Factors:
    """Squares of moduli of the factors, as bounds for whole stretches."""

    def __init__(self, losses: Floats, times: Floats, tilt: float, width: int, step: float) -> None:
        self.count, self.stretch, self._times = len(losses), width * step, times
        turns, halves = losses * (self.stretch / pi), losses * (self.stretch / pi * (width - 1) / (2 * width))
        self._turns, self._middles = ([round(each * 2**32) % 2**32 for each in some] for some in (turns, halves))
        self._reach, self._roundings = halves + SINGLE, 2.0**-32 + turns * 2.0**-50
        self._shares = np.exp(-2 * np.log(np.cosh(np.minimum(losses * tilt, 300)))) * (1 - SINGLE)

    def square(self, at: int, numbers: NDArray[np.uint32], most: int) -> NDArray[np.float32]:
        """Bounds of the square of one factor on the stretches, of which this is the last."""
        phases = numbers * np.uint32(self._turns[at])
        phases += np.uint32(self._middles[at])
        within = float(self._reach[at] + (most + 2) * self._roundings[at])
        bound = _square(phases.view(np.int32), within, float(self._shares[at]))
        if self._times[at] == 1:
            return bound
        power: NDArray[np.float32] = np.power(bound, np.float32(self._times[at])) * np.float32(1 + SINGLE)
        return power


def _all_loud(numbers: Places, factors: _Factors, allowed: float) -> tuple[Places, float]:
    """The same as `_loud`, in parts."""
    found = [_loud(part, factors, allowed) for part in np.split(numbers, range(CHUNK, len(numbers), CHUNK))]
    return np.concatenate([left for left, _ in found]), sum(quiet for _, quiet in found)


def _loud(numbers: Places, factors: _Factors, allowed: float) -> tuple[Places, float]:
    """Those stretches on which the product may be above allowed·t², and the sum of its bounds over t² on the others."""
    squares, quiet = np.ones(len(numbers), np.float32), 0.0
    for first in range(0, factors.count, BATCH):
        wrapped, most = numbers.astype(np.uint32), int(numbers.max(initial=0))
        for at in range(first, min(first + BATCH, factors.count)):
            squares *= factors.square(at, wrapped, most)
        nearest = (numbers * factors.stretch) ** 2
        bounds = np.sqrt(np.maximum(squares, np.float32(LEAST)).astype(np.float64)) * (1 + SINGLE)
        left = bounds > allowed * nearest
        quiet += float((bounds[~left] / nearest[~left]).sum())
        numbers, squares = numbers[left], squares[left]
    return numbers, quiet


def _square(phases: NDArray[np.int32], within: float, share: float) -> NDArray[np.float32]:
    """Bounds of the square of the modulus of a factor within so much of each phase."""
    q = phases.astype(np.float32)
    np.abs(q, out=q)
    q *= np.float32(2.0**-31)
    q -= np.float32(2 * within)
    np.maximum(q, np.float32(0), out=q)
    q *= q
    q *= np.float32(2) - q
    q *= np.float32(-share)
    q += np.float32(1 + SINGLE)
    return q
