"""The lattice of losses: odds as vectors of integers.

The odds that occur generate a group under multiplication. Factored over a coprime base, odds become vectors of
exponents, and these have a lattice basis; multiplying odds is adding coordinates. Coordinates of bounded size are
packed into one integer, so that equal odds are equal integers, whichever way they came about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, prod

from flint import fmpq, fmpz_mat

from concomp.impl.audit.rationals import ONE

MOST_ODDS = 64
"""The most different odds for which a lattice is looked for."""
MOST_BITS = 2048
"""The longest odds, in bits, for which a lattice is looked for."""


@dataclass(frozen=True)
class Losses:
    """A lattice of odds, and packed coordinates that may be summed so many times.

    basis: independent odds. coordinates: of each of the odds that were given. strides: what a step along each basis
    vector adds to the packed sum.
    """

    basis: tuple[fmpq, ...]
    coordinates: tuple[tuple[int, ...], ...]
    strides: tuple[int, ...]

    def packed(self, index: int) -> int:
        """The packed coordinates of the odds at an index."""
        return sum(c * stride for c, stride in zip(self.coordinates[index], self.strides, strict=True))

    def unpacked(self, packed: int) -> tuple[int, ...]:
        """The coordinates of a packed sum."""
        found = []
        for stride in reversed(self.strides):
            coordinate = (2 * packed + stride) // (2 * stride)
            found.append(coordinate)
            packed -= coordinate * stride
        return tuple(reversed(found))

    def odds(self, packed: int) -> fmpq:
        """The odds of a packed sum."""
        value = ONE
        for base, exponent in zip(self.basis, self.unpacked(packed), strict=True):
            value *= base**exponent
        return value


def losses(odds: Sequence[fmpq], terms: int) -> Losses | None:
    """The lattice of positive odds, for products of at most `terms` of them; None if it is of no use."""
    if len(odds) > MOST_ODDS or any(max(int(x.p), int(x.q)).bit_length() > MOST_BITS for x in odds):
        return None
    base = coprime_base([int(part) for x in odds for part in (x.p, x.q)])
    if not base:
        return Losses((), tuple(() for _ in odds), ())
    vectors = [[_exponent(int(x.p), factor) - _exponent(int(x.q), factor) for factor in base] for x in odds]
    rows = [[int(entry) for entry in row] for row in fmpz_mat(vectors).hnf().tolist()]
    rows = [row for row in rows if any(row)]
    basis = tuple(
        fmpq(prod(f**e for f, e in zip(base, row, strict=True) if e > 0), 1)
        / prod(f**-e for f, e in zip(base, row, strict=True) if e < 0)
        for row in rows
    )
    coordinates = tuple(_coordinates(vector, rows) for vector in vectors)
    strides, stride = [], 1
    for column in range(len(rows)):
        strides.append(stride)
        stride *= 2 * terms * max(abs(each[column]) for each in coordinates) + 1
    return Losses(basis, coordinates, tuple(strides))


def coprime_base(numbers: Sequence[int]) -> list[int]:
    """Pairwise coprime integers above 1 of which every one of the numbers is a product of powers."""
    base: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        for factor in base:
            common = gcd(number, factor)
            if common > 1:
                base.remove(factor)
                waiting.extend(part for part in (common, factor // common, number // common) if part > 1)
                break
        else:
            base.append(number)
    return sorted(base)


def _exponent(number: int, factor: int) -> int:
    exponent = 0
    while number % factor == 0:
        number //= factor
        exponent += 1
    return exponent


def _coordinates(vector: Sequence[int], rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The coordinates in a basis in echelon form."""
    rest, found = list(vector), []
    for row in rows:
        pivot = next(column for column, entry in enumerate(row) if entry)
        coordinate = rest[pivot] // row[pivot]
        found.append(coordinate)
        rest = [entry - coordinate * step for entry, step in zip(rest, row, strict=True)]
    return tuple(found)
