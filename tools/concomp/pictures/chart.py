"""A chart as data: lines through points, single points, and what is written beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, log1p
from typing import Literal

from concomp.door.answers import float_above
from concomp.pictures.joining import Point, joined

Vertex = tuple[Fraction, Fraction]
Style = Literal["found", "bound", "reference"]
HALF = Fraction(1, 2)


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
    floor: below which a logarithmic y axis shows nothing; None if it is not logarithmic.
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
    """ε = ln E, as a float, however long E is and however close to 1."""
    if HALF <= e_eps <= 2:
        return log1p(e_eps - 1)
    return log(e_eps.numerator) - log(e_eps.denominator)


def over_epsilon(vertices: Sequence[Vertex]) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A function of E, given by its vertices (E, δ) and linear between them, as points (ε, δ); and its vertices so.

    Between vertices it is exponential in ε: there it has as many points as it takes. No δ is rounded down.
    """
    bends = tuple((epsilon(e_eps), float_above(delta)) for e_eps, delta in vertices)
    return joined(bends), bends
