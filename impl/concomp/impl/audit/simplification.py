"""Curves with few and short hinges that bound a curve from above or below.

The hinges of a curve are a measure on knees. To move weight apart to both sides, with the mean kept, raises the
curve, and to draw weight together in its mean lowers it; so does a larger, or smaller, knee or weight.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import groupby

from flint import fmpq

from concomp.impl.audit.curves import Curve, Hinge, gathered
from concomp.impl.audit.rationals import ZERO
from concomp.model.mechanisms.positions import Allowance

BITS = 128
"""The significant bits of a knee or weight."""
COST = 5
"""Steps that a hinge costs when it is moved and rounded."""


def from_above(size: int, allowance: Allowance) -> Callable[[Curve], Curve]:
    """To a curve with at most `size` hinges that is nowhere below."""

    def simplify(curve: Curve) -> Curve:
        allowance.spend(COST * len(curve.hinges))
        hinges = gathered([(rounded_up(knee), rounded_up(weight)) for knee, weight in curve.hinges])
        short = hinges if len(hinges) <= size else _spread(hinges, _grid(hinges, size - 1))
        return Curve(rounded_up(curve.floor), short)

    return simplify


def from_below(size: int, allowance: Allowance) -> Callable[[Curve], Curve]:
    """To a curve with at most `size` hinges that is nowhere above."""

    def simplify(curve: Curve) -> Curve:
        allowance.spend(COST * len(curve.hinges))
        hinges = gathered([(rounded_down(knee), rounded_down(weight)) for knee, weight in curve.hinges])
        short = hinges if len(hinges) <= size else _draw(hinges, _grid(hinges, size - 1))
        return Curve(rounded_down(curve.floor), short)

    return simplify


def rounded_down(number: fmpq) -> fmpq:
    """The largest number of BITS significant bits that is at most `number`, for a number of at least 0."""
    return _round(number, 0)


def rounded_up(number: fmpq) -> fmpq:
    """A number of about BITS significant bits that is at least `number`, for a number of at least 0."""
    return _round(number, 1)


def _round(number: fmpq, up: int) -> fmpq:
    p, q = int(number.p), int(number.q)
    if p == 0 or (p.bit_length() <= BITS and q & (q - 1) == 0):
        return number
    shift = BITS - p.bit_length() + q.bit_length()
    above, below = (p << shift, q) if shift > 0 else (p, q << -shift)
    whole = (above + up * (below - 1)) // below
    return fmpq(whole, 1 << shift) if shift > 0 else fmpq(whole << -shift, 1)


def _grid(hinges: tuple[Hinge, ...], cells: int) -> list[fmpq]:
    """Knees, the first and the last among them, between which there is about the same mass."""
    masses = [weight * (1 + knee) for knee, weight in hinges]
    share, sofar = sum(masses, ZERO) / cells, ZERO
    grid, due = [hinges[0][0]], share
    for (knee, _), mass in zip(hinges, masses, strict=True):
        sofar += mass
        if sofar >= due and knee > grid[-1]:
            grid.append(knee)
            while due <= sofar:
                due += share
    return grid if grid[-1] == hinges[-1][0] else [*grid, hinges[-1][0]]


def _spread(hinges: tuple[Hinge, ...], grid: list[fmpq]) -> tuple[Hinge, ...]:
    """Each weight moved to the two grid points around it, its mean kept."""
    weights = [ZERO] * len(grid)
    for knee, weight in hinges:
        right = min(bisect_right(grid, knee), len(grid) - 1)
        left = right - 1
        width = grid[right] - grid[left]
        weights[left] += rounded_up(weight * (grid[right] - knee) / width)
        weights[right] += rounded_up(weight * (knee - grid[left]) / width)
    return tuple((knee, weight) for knee, weight in zip(grid, weights, strict=True) if weight > 0)


def _draw(hinges: tuple[Hinge, ...], grid: list[fmpq]) -> tuple[Hinge, ...]:
    """The weights between two grid points drawn together in their mean."""
    found = []
    for _, group in groupby(hinges, key=lambda hinge: bisect_right(grid, hinge[0])):
        cell = list(group)
        weight = sum((weight for _, weight in cell), ZERO)
        found.append((rounded_down(sum((knee * weight for knee, weight in cell), ZERO) / weight), weight))
    return tuple(found)
