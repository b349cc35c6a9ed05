"""Splitting of beliefs onto a grid, so that there are few of them.

What an adversary can gain is convex in the weights of the hidden states in the two worlds, and doubling them doubles
it. A belief is thus worth no more than parts of it that add up to it: to split it is to tell the adversary more. On
the corners of the small simplex of a grid around it a belief has few parts, and close ones, so that little is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import gcd

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO

Weights = tuple[tuple[int, int], ...]
"""((state, positive integer weight), …), by state, without a common factor."""
Part = tuple[fmpq, Weights, Weights]
"""(its share, the weights in world 0, the weights in world 1); the shares add up to 1."""
Split = Callable[[Weights, Weights], Sequence[Part]]


def in_one_part(zero: Weights, one: Weights) -> Sequence[Part]:
    """The belief as it is."""
    return ((ONE, zero, one),)


def onto_grid(cells: int) -> Split:
    """To beliefs whose weights are multiples of 1/cells, at most as many as hidden states in both worlds, less one."""

    def split(zero: Weights, one: Weights) -> Sequence[Part]:
        sums = [*_sums(zero, cells), *_sums(one, cells)]
        floors = [int(each.p // each.q) for each in sums]
        rests = [each - floor for each, floor in zip(sums, floors, strict=True)]
        corners = _corners(floors, rests)
        return tuple(
            (share, _belief(zero, cells, corner[: len(zero) - 1]), _belief(one, cells, corner[len(zero) - 1 :]))
            for share, corner in corners
        )

    return split


def _sums(weights: Weights, cells: int) -> list[fmpq]:
    """The weights of all but the first so many states, for every number from one on, in cells; they decrease."""
    totals = list(accumulate(weight for _, weight in reversed(weights)))
    return [fmpq(total * cells, totals[-1]) for total in reversed(totals[:-1])]


def _corners(floors: list[int], rests: list[fmpq]) -> Iterator[tuple[fmpq, list[int]]]:
    """The corners of the simplex around a point: coordinates go up one by one, those with the largest rest first."""
    # Of equal rests the first goes up first: then sums that decrease still do so at every corner.
    order = sorted(range(len(rests)), key=lambda index: -rests[index])
    corner = list(floors)
    levels = [ONE, *(rests[index] for index in order), ZERO]
    for (high, low), index in zip(pairwise(levels), [*order, None], strict=True):
        if high != low:
            yield high - low, list(corner)
        if index is not None:
            corner[index] += 1


def _belief(weights: Weights, cells: int, sums: list[int]) -> Weights:
    """The weights that have these sums."""
    found = [
        (state, more - less) for (state, _), (more, less) in zip(weights, pairwise([cells, *sums, 0]), strict=True)
    ]
    common = gcd(*(weight for _, weight in found))
    return tuple((state, weight // common) for state, weight in found if weight)
