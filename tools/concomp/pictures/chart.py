"""A chart as data: lines through points, single points, and what is written beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, exp, log
from typing import Literal

from concomp.door.answers import float_above

Point = tuple[float, float]
Vertex = tuple[Fraction, Fraction]
Style = Literal["found", "bound", "reference"]
SAMPLES = 192
"""How many points a curve has at least, along the whole of its ε."""


@dataclass(frozen=True)
class Line:
    """A curve: points that are joined, and those of them where it bends, which are marked.

    style: whether it was found, is a bound that a theorem gives, or is there to compare with.
    """

    name: str
    points: tuple[Point, ...]
    bends: tuple[Point, ...] = ()
    style: Style = "found"


@dataclass(frozen=True)
class Mark:
    """A single point, with what is said of it."""

    name: str
    point: Point


@dataclass(frozen=True)
class Chart:
    """What is seen in one picture.

    title: what is seen. note: against whom, and how exactly. x, y: the axes, with units. right: where the x axis ends.
    floor: where a logarithmic y axis ends at the latest; None if it is not logarithmic.
    """

    title: str
    note: str
    x: str
    y: str
    right: float
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...] = ()
    floor: float | None = None


def epsilon(e_eps: Fraction) -> float:
    """ε = ln E, to the nearest float, however long E is."""
    return log(e_eps.numerator) - log(e_eps.denominator)


def over_epsilon(vertices: Sequence[Vertex]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A function of E, given by its vertices (E, δ) and linear between them, as points (ε, δ); and its vertices so.

    Between vertices it is exponential in ε: it is sampled there. No δ is rounded down.
    """
    bends = tuple((epsilon(e_eps), float_above(delta)) for e_eps, delta in vertices)
    return joined(bends), bends


def joined(bends: Sequence[Point]) -> tuple[Point, ...]:
    """Points (ε, δ), joined by what is linear in E = e^ε, so that no convex function of E through them is above it."""
    step = max(bends[-1][0], 1e-9) / SAMPLES
    points = [bends[0]]
    for left, right in pairwise(bends):
        points += _between(left, right, step)
    return tuple(points)


def _between(left: Point, right: Point, step: float) -> Iterable[Point]:
    """Points from one vertex to the next, which is the last of them."""
    count = max(1, ceil((right[0] - left[0]) / step))
    start = exp(left[0] - right[0])
    for place in range(1, count):
        at = left[0] + (right[0] - left[0]) * place / count
        part = (exp(at - right[0]) - start) / (1 - start)
        yield at, left[1] + (right[1] - left[1]) * part
    yield right
