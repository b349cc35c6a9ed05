"""Which of two tables tells more of adjacent secrets: their trade-off functions at all corners of both."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from concomp.impl.confounding.region import Region, Step, points
from concomp.model.confounding.informativeness import Comparison, Witness

S = TypeVar("S", bound=Hashable)
Corner = tuple[int, int]
"""(α, power): errors of type I, and 1 less those of type II, over one denominator."""


def compare(one: Region[S], other: Region[S]) -> Comparison[S]:
    """Which of two tables of the same secrets tells more of them, with the tests at which it does so by most."""
    best: dict[bool, Witness[S]] = {}
    for witness in _witnesses(one, other):
        more = witness.errors[0] < witness.errors[1]
        if more not in best or _gap(witness) >= _gap(best[more]):
            best[more] = witness
    return Comparison(best.get(True), best.get(False))


def _gap(witness: Witness[S]) -> Fraction:
    return abs(witness.errors[0] - witness.errors[1])


def _witnesses(one: Region[S], other: Region[S]) -> Iterator[Witness[S]]:
    """For each pair the tests at which either tells more by most."""
    scale = one.told.total * other.told.total
    for pair in one.chains:
        first = _corners(one.chains[pair], other.told.total)
        second = _corners(other.chains[pair], one.told.total)
        for more, less, sign in ((first, second, 1), (second, first, -1)):
            gap, alpha = _widest(more, less)
            if gap:
                power = _power(less, alpha)
                errors = 1 - (power + gap) / scale, 1 - power / scale
                yield Witness(pair, Fraction(alpha, scale), errors if sign == 1 else errors[::-1])


def _corners(chain: Sequence[Step], factor: int) -> list[Corner]:
    """The corners of a trade-off function, the answers most likely under the second secret first."""
    corners = [(factor * p, factor * q) for p, q in points(reversed(chain))]
    return corners[1:] if corners[1][0] == 0 else corners


def _widest(more: Sequence[Corner], less: Sequence[Corner]) -> tuple[Fraction, int]:
    """By how much one power is above another one at most, and the last α at which it is; 0 where it never is.

    It is at a corner of the higher one, or of the lower one.
    """
    above, run, at = 0, 1, 0
    for difference, width, alpha in (*_gaps(more, less, 1), *_gaps(less, more, -1)):
        left, right = difference * run, above * width
        if left > right or (left == right and alpha > at):
            above, run, at = difference, width, alpha
    return Fraction(above, run), at


def _gaps(corners: Sequence[Corner], line: Sequence[Corner], sign: int) -> Iterator[tuple[int, int, int]]:
    """(numerator, denominator, α): at each corner, how far it is above a line through others."""
    place = 1
    for alpha, power in corners:
        while line[place][0] < alpha:
            place += 1
        (left, low), (right, high) = line[place - 1], line[place]
        run = right - left
        yield sign * ((power - low) * run - (high - low) * (alpha - left)), run, alpha


def _power(line: Sequence[Corner], alpha: int) -> Fraction:
    place = max(1, bisect_left(line, alpha, key=lambda corner: corner[0]))
    (left, low), (right, high) = line[place - 1], line[place]
    return low + Fraction((high - low) * (alpha - left), right - left)
