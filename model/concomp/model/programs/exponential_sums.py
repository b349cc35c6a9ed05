"""Sums of exponentials: c_1·r_1^t + … + c_n·r_n^t for integers t ≥ 0, with rational c and r.

They are closed under products, the chance of an interval whose ends move with t is one, and the sum over all t from
some point on is a finite sum of geometric series. So what is hidden in an infinite noise is summed out exactly.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import prod

ONE = Fraction(1)


@dataclass(frozen=True)
class ExponentialSum:
    """Σ coefficient·base^t; `terms` are pairs (base, coefficient), in order of the bases."""

    terms: tuple[tuple[Fraction, Fraction], ...]

    def __mul__(self, other: ExponentialSum) -> ExponentialSum:
        return _of((r * s, c * d) for r, c in self.terms for s, d in other.terms)

    def __sub__(self, other: ExponentialSum) -> ExponentialSum:
        return _of([*self.terms, *((base, -coefficient) for base, coefficient in other.terms)])

    def __add__(self, other: ExponentialSum) -> ExponentialSum:
        return _of([*self.terms, *other.terms])

    def at(self, t: int) -> Fraction:
        """The value at t."""
        return sum((coefficient * base**t for base, coefficient in self.terms), Fraction(0))

    def total(self, start: int) -> Fraction:
        """The sum over all t ≥ start; every base must be less than 1."""
        return sum((coefficient * base**start / (1 - base) for base, coefficient in self.terms), Fraction(0))


@dataclass(frozen=True)
class Moving:
    """The integer constant + slope·t, as t grows."""

    constant: int
    slope: int = 0

    def plus(self, number: int) -> Moving:
        """It and a number."""
        return Moving(self.constant + number, self.slope)

    @property
    def settled(self) -> int:
        """From which t on its sign is that of the slope; 0 for a constant."""
        return abs(self.constant) // abs(self.slope) + 1 if self.slope else 0

    @property
    def is_negative(self) -> bool:
        """Whether it is negative, once it is settled."""
        return self.slope < 0 or (self.slope == 0 and self.constant < 0)


def constant(value: Fraction) -> ExponentialSum:
    """The value, at every t."""
    return _of([(ONE, value)])


def mass(ratio: Fraction, point: Moving) -> ExponentialSum:
    """The chance that two-sided geometric noise is this point, once that is settled."""
    sign = -1 if point.is_negative else 1
    chance = (1 - ratio) / (1 + ratio) * ratio ** (sign * point.constant)
    return _of([(ratio ** (sign * point.slope), chance)])


def at_most(ratio: Fraction, point: Moving) -> ExponentialSum:
    """The chance that two-sided geometric noise is at most this point, once that is settled."""
    if point.is_negative:
        return _of([(ratio**-point.slope, ratio**-point.constant / (1 + ratio))])
    return constant(ONE) - _of([(ratio**point.slope, ratio ** (point.constant + 1) / (1 + ratio))])


def between(ratio: Fraction, low: Moving | None, high: Moving | None) -> ExponentialSum:
    """The chance that noise lies from low to high, once both are settled; None is no end."""
    upper = constant(ONE) if high is None else at_most(ratio, high)
    return upper if low is None else upper - at_most(ratio, low.plus(-1))


def product(factors: list[ExponentialSum]) -> ExponentialSum:
    """The product of all."""
    return prod(factors, start=constant(ONE))


def _of(terms: object) -> ExponentialSum:
    collected: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for base, coefficient in terms:  # type: ignore[attr-defined]
        collected[base] += coefficient
    return ExponentialSum(tuple(sorted((base, each) for base, each in collected.items() if each)))
