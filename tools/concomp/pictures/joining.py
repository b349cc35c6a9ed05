"""Points of a curve, joined so that straight lines on the page lie nowhere below it.

δ is convex in E = e^ε: a chord in (E, δ) lies above it. In ε, and on a logarithmic axis, that chord bends downwards,
and a straight line lies below it: it is divided until that is less than a tenth of a point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import exp, expm1, log

Point = tuple[float, float]
Height = Callable[[float], float]
FINE = 7e-5
"""How far the middle of a straight line is below the chord at most, as a part of the axis; elsewhere it is less than
twice as far, which is 0.05 of the 334 points that an axis is high."""
NARROW = 1e-4
"""The part of the ε axis, 0.06 of its 628 points, below which a line goes to the right first, and then down."""
UP = 1 + 2.0**-44
"""More than what floats lose between two points."""


def joined(bends: Sequence[Point], floor: float | None = None) -> tuple[Point, ...]:
    """Points (ε, δ), joined by what is linear in E = e^ε, so that no convex function of E through them is above it.

    floor: where a logarithmic axis ends; the line ends where it leaves that. None if the axis is not logarithmic.
    """
    seen = [*bends] if floor is None else above(bends, floor)
    if not seen:
        return ()
    wide = max(seen[-1][0] - seen[0][0], 1e-300)
    high = _height([y for _, y in seen], floor)
    points = seen[:1]
    for left, right in pairwise(seen):
        points += _divided(left, right, (left, right), wide, high)
    return tuple(points)


def above(bends: Sequence[Point], floor: float) -> list[Point]:
    """The points down to where the line that joins them falls to the floor."""
    if not bends or bends[0][1] < floor:
        return []
    seen = [bends[0]]
    for left, right in pairwise(bends):
        if right[1] < floor:
            part = (left[1] - floor) / (left[1] - right[1])
            at = right[0] + log(part + (1 - part) * exp(left[0] - right[0]))
            return [*seen, (min(max(at, left[0]), right[0]), floor)]
        seen.append(right)
    return seen


def _height(heights: Sequence[float], floor: float | None) -> Height:
    """Where a δ lies along an axis that has room for these, as a part of it."""
    highest = max(heights) or 1.0
    if floor is None:
        return lambda y: y / highest
    span = log(highest / min(heights)) + 1
    return lambda y: log(y) / span


def _divided(left: Point, right: Point, ends: tuple[Point, Point], wide: float, high: Height) -> Iterator[Point]:
    """Points from one to the next, which is the last of them, along the chord between two ends."""
    if left[0] == right[0]:
        yield right
        return
    at = left[0] + (right[0] - left[0]) / 2
    middle = at, _chord(at, *ends)
    if high(middle[1]) - (high(left[1]) + high(right[1])) / 2 <= FINE:
        yield right
        return
    if right[0] - left[0] <= NARROW * wide:
        yield from [(right[0], left[1]), right]
        return
    yield from _divided(left, middle, ends, wide, high)
    yield from _divided(middle, right, ends, wide, high)


def _chord(at: float, left: Point, right: Point) -> float:
    """The chord in (E, δ) at an ε between its ends, rounded up."""
    rest = expm1(at - right[0]) / expm1(left[0] - right[0])
    part = 1 - rest if rest < 0.5 else _risen(at - left[0], right[0] - left[0])
    return min(left[1] * rest * UP + right[1] * part * UP, max(left[1], right[1]))


def _risen(part: float, whole: float) -> float:
    """(e^part − 1) / (e^whole − 1), for numbers of any size."""
    return exp(part - whole) * expm1(-part) / expm1(-whole)
