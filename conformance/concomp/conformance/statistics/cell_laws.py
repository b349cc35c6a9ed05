"""Laws on cells, every chance enclosed: what a right target draws, and what a wrong one would."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from flint import acb, arb

from concomp.conformance.statistics.cells import Cells, Integers, Outcomes, Pairs
from concomp.model.laws.balls import above, ball, precision
from concomp.model.laws.law import Law

BITS = 128
"""The bits of the balls; what is rounded so is less than a part in 2^100 of what is counted."""


@dataclass(frozen=True, eq=False)
class CellLaw:
    """A law on cells.

    chances: of each cell, a ball that encloses it.
    """

    cells: Cells
    chances: tuple[arb, ...]

    @cached_property
    def upper(self) -> tuple[Fraction, ...]:
        """Of each cell, a rational no smaller than its chance: with it, nobody is failed for rounding."""
        with precision(BITS):
            return tuple(max(Fraction(0), above(chance)) for chance in self.chances)


def exact_law(law: Law[str]) -> CellLaw:
    """A finite law with exact weights, a cell for each of its outcomes."""
    listed = tuple(sorted(law.support))
    with precision(BITS):
        return CellLaw(Outcomes(listed), tuple(ball(law[outcome]) for outcome in listed))


def discrete_laplace(scale: Fraction, last: int) -> CellLaw:
    """Discrete Laplace noise of a scale b > 0: z with a chance proportional to e^{−|z|/b}."""
    with precision(BITS):
        return _geometric(ball(-1 / scale).exp(), last)


def two_sided_geometric(ratio: Fraction, last: int) -> CellLaw:
    """Two-sided geometric noise of a ratio r between 0 and 1: z with chance (1 − r)/(1 + r)·r^|z|."""
    with precision(BITS):
        return _geometric(ball(ratio), last)


def discrete_gaussian(variance: Fraction, last: int) -> CellLaw:
    """Discrete Gaussian noise of a parameter σ² > 0: z with a chance proportional to e^{−z²/(2σ²)}."""
    with precision(BITS):
        exponent = ball(1 / (2 * variance))
        whole = acb.modular_theta(acb(0), acb(0, exponent / arb.pi()))[2].real
        points = [(-exponent * z * z).exp() / whole for z in range(last + 1)]
        within = points[0] + 2 * sum(points[1:], arb(0))
        return _symmetric(points, (1 - within) / 2)


def rounded_laplace(scale: Fraction, last: int) -> CellLaw:
    """Continuous Laplace noise of a scale b > 0, rounded to the nearest integer."""
    with precision(BITS):
        half = [(-ball((2 * z + 1) / (2 * scale))).exp() / 2 for z in range(last + 1)]
        points = [1 - 2 * half[0], *(inner - outer for inner, outer in pairwise(half))]
        return _symmetric(points, half[-1])


def rounded_gaussian(variance: Fraction, last: int) -> CellLaw:
    """Continuous Gaussian noise of a variance σ² > 0, rounded to the nearest integer."""
    with precision(BITS):
        width = ball(2 * variance).sqrt()
        half = [(ball(Fraction(2 * z + 1, 2)) / width).erfc() / 2 for z in range(last + 1)]
        points = [1 - 2 * half[0], *(inner - outer for inner, outer in pairwise(half))]
        return _symmetric(points, half[-1])


def independent(law: CellLaw) -> CellLaw:
    """Two independent draws from a law."""
    with precision(BITS):
        return CellLaw(Pairs(law.cells), tuple(p * q for p in law.chances for q in law.chances))


def repeated(law: CellLaw) -> CellLaw:
    """A draw from a law, and the same again."""
    places = range(len(law.chances))
    with precision(BITS):
        chances = tuple(law.chances[i] if i == j else arb(0) for i in places for j in places)
    return CellLaw(Pairs(law.cells), chances)


def zero_twice(law: CellLaw) -> CellLaw:
    """Symmetric noise on the integers whose zero is twice as likely as it should be, as if it had two signs."""
    zero = len(law.chances) // 2
    with precision(BITS):
        whole = 1 + law.chances[zero]
        chances = tuple(chance * (2 if k == zero else 1) / whole for k, chance in enumerate(law.chances))
    return CellLaw(law.cells, chances)


def one_sided(law: CellLaw) -> CellLaw:
    """Symmetric noise on the integers without its sign."""
    zero = len(law.chances) // 2
    with precision(BITS):
        above_zero = tuple(2 * chance for chance in law.chances[zero + 1 :])
        return CellLaw(law.cells, (*(arb(0) for _ in range(zero)), law.chances[zero], *above_zero))


def biased(outcomes: int, word: int) -> CellLaw:
    """A number below `outcomes` that is the remainder of a uniform one below `word`: the first ones are likelier."""
    shares = {str(k): Fraction(len(range(k, word, outcomes)), word) for k in range(outcomes)}
    return exact_law(Law(shares))


def _geometric(ratio: arb, last: int) -> CellLaw:
    points = [(1 - ratio) / (1 + ratio) * ratio**z for z in range(last + 1)]
    return _symmetric(points, ratio ** (last + 1) / (1 + ratio))


def _symmetric(points: list[arb], tail: arb) -> CellLaw:
    """Noise on the integers by its chances of 0, 1, …, last, and of what lies above."""
    return CellLaw(Integers(len(points) - 1), (tail, *points[:0:-1], *points, tail))
