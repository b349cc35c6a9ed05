"""Where a product of cosines is small: stretch by stretch, many stretches at a time.

On the line Re z = κ the modulus of cosh(εz)/cosh(εκ) is the root of 1 − v·sin²(εt), with t = Im z and v = 1/cosh²(εκ).
With εt = πx, where x is taken to the nearest integer, cos πx ≤ 1 − 4x²: their difference is 0 at 0 and at 1/2, first
convex, then concave, and flat at 0. So sin² ≥ q(2 − q) with q = 4x². On a whole stretch, q is that of the least |x|.

The phases x of the middles of stretches are multiples of a 32-bit integer, which wrap round of themselves. The integer
is off by less than one, so that the phase of the stretch b is off by less than (b + 2)·2^−32, and by some roundings of
what it is. Each factor is bounded in single precision, and raised by ten times what that and a product may be off.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from concomp.impl.accounting.outcomes.outcomes import Floats

SINGLE = 1e-6
"""By how much phases and bounds are moved for single precision."""
WIDE = 0.4
"""How far a stretch reaches, times the middle one of the losses."""
BLUNT = 0.2
"""From which x on half a stretch is too wide for a loss to be of use."""
TURNS = 0.1
"""The number of half turns up to the height, below which a loss is of no use."""
FACTORS = 256
"""The most losses that are of use."""
LEVELS = 2
"""How many widths stretches have before single points are looked at."""
CHUNK = 1 << 16
"""How many are looked at together, so that all that is known of them stays at hand."""
BATCH = 10
"""After how many losses quiet stretches are left out."""
STRETCHES, POINTS = 1 << 20, 1 << 17
"""The most stretches that are looked at, and the most points that are left."""
FAR = 1 << 25
"""The most points up to the height."""
SAMPLE = 512
"""How many points are looked at to tell whether there are too many loud ones."""
LEAST = 1e-30
"""What a square of a product may be below single precision."""
STEEPEST_WEIGHT = 1.22
"""The largest (1 + x²)·e^{−x²/2}."""
Places = NDArray[np.int64]
Kinds = tuple[Floats, Floats, Floats]
"""Of losses, how large they are, their v, and how many there are."""


@dataclass(frozen=True, eq=False)
class Loud:
    """Points j·step at which the product may be large.

    places: each j. rest: what the product, times the weight STEEPEST_WEIGHT/t², sums up to at most at all others up to
    the height, times the step.
    """

    places: Places
    rest: float


def loud_points(losses: Floats, times: Floats, tilt: float, height: float, step: float, budget: float) -> Loud | None:
    """The loud points, so that the rest is about the budget; None if there are too many.

    losses: in increasing order, above 0, each so many times.
    """
    useful = losses * height > TURNS * pi
    losses, times = losses[useful], times[useful]
    if not len(losses):
        return None
    width = WIDE / float(losses[len(losses) // 2])
    shares = np.exp(-2 * np.log(np.cosh(np.minimum(losses * tilt, 300)))) * (1 - SINGLE)
    allowed = budget / (STEEPEST_WEIGHT * height * (1 + step / width))
    every = losses[:FACTORS], shares[:FACTORS], times[:FACTORS]
    if not height / step < FAR:
        return None
    points = int(height / step) + 1
    sample = 1 + np.arange(min(SAMPLE, points)) * (points // SAMPLE)
    seen, _ = _left(sample, step, every, np.zeros(len(every[0])), allowed)
    if len(seen) * points > POINTS * len(sample):
        return None
    stretches, rest = np.arange(min(int(height / width) + 1, STRETCHES + 1)), 0.0
    for _ in range(LEVELS):
        if len(stretches) > STRETCHES:
            return None
        sharp = np.flatnonzero(losses * width < 2 * pi * BLUNT)[:FACTORS]
        kinds = losses[sharp], shares[sharp], times[sharp]
        stretches, more = _left(stretches, width, kinds, losses[sharp] * width / (2 * pi), allowed)
        rest += more * (width + step) * STEEPEST_WEIGHT
        if width <= 2 * step:
            break
        stretches, width = np.column_stack((2 * stretches, 2 * stretches + 1)).ravel(), width / 2
    places = _places(stretches, width, step)
    if len(places) > STRETCHES:
        return None
    loud, more = _left(places, step, every, np.zeros(len(every[0])), allowed)
    return Loud(loud, (rest + more * step * STEEPEST_WEIGHT) * (1 + SINGLE)) if len(loud) <= POINTS else None


def _left(places: Places, width: float, kinds: Kinds, reach: Floats, allowed: float) -> tuple[Places, float]:
    """Those places near which the product may be above allowed·t², and the sum of its bounds over t² near the others.

    reach: how far from the middle of a stretch the phase of each loss is looked at; 0 where places are points.
    """
    found = [
        _left_of(part, width, kinds, reach, allowed) for part in np.split(places, range(CHUNK, len(places), CHUNK))
    ]
    return np.concatenate([left for left, _ in found]), sum(quiet for _, quiet in found)


def _left_of(places: Places, width: float, kinds: Kinds, reach: Floats, allowed: float) -> tuple[Places, float]:
    squares, quiet = np.ones(len(places), np.float32), 0.0
    for first in range(0, len(reach), BATCH):
        numbers, most = places.astype(np.uint32), int(places.max(initial=0))
        for at in range(first, min(first + BATCH, len(reach))):
            loss, share, times = (float(each[at]) for each in kinds)
            turn = round(loss * width / pi * 2**32) % 2**32
            phases = numbers * np.uint32(turn)
            if reach[at]:
                phases += np.uint32(turn // 2)
            within = float(reach[at]) + (most + 2) * (2.0**-32 + loss * width * 2.0**-50) + SINGLE
            bound = _square(phases.view(np.int32), within, share)
            squares *= bound if times == 1 else np.power(bound, np.float32(times)) * np.float32(1 + SINGLE)
        nearest = (places * width) ** 2
        bounds = np.sqrt(np.maximum(squares, np.float32(LEAST)).astype(np.float64)) * (1 + SINGLE)
        left = bounds > allowed * nearest
        quiet += float((bounds[~left] / nearest[~left]).sum())
        places, squares = places[left], squares[left]
    return places, quiet


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


def _places(stretches: Places, width: float, step: float) -> Places:
    """The points of all the stretches, those at their ends among them, in order."""
    first = np.floor(stretches * (width / step) * (1 - 1e-12)).astype(np.int64)
    count = int(width / step) + 3
    found = np.zeros(int(first.max(initial=0)) + count, np.bool_)
    for offset in range(count):
        found[first + offset] = True
    return np.flatnonzero(found)
