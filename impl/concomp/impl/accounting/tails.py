"""Tails of the privacy loss on a lattice.

With N_m ways to reach a loss of m units towards the true bit, of T in all, unit e^u = r and D = ∏(1 + r^{n_i}), the
outcome m has probability P_m = N_m r^m / D in the true world and P_m r^{T−2m} in the other. Everything wanted is a
tail sum of these: on integers, exactly, where r is rational and the numbers are not too long; else in fixed point,
rounded down, with a count of the units in the last place that may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from flint import arb, arb_poly, ctx, fmpz, fmpz_poly

from concomp.impl.accounting.components import Loss
from concomp.impl.accounting.numbers import Bounds

T = TypeVar("T")
PRECISIONS = (128, 256, 512, 1024, 2048, 4096, 8192)
"""Bits that are tried, one after the other, until a comparison is decided or a bound is close enough."""


class Undecided(ArithmeticError):
    """Thrown where the largest precision still does not decide."""


def product(factors: list[T], multiply: Callable[[T, T], T]) -> T:
    """The product of at least one factor by a balanced tree, smallest first."""
    while len(factors) > 1:
        pairs = zip(factors[::2], factors[1::2], strict=False)
        factors = [multiply(*pair) for pair in pairs] + (factors[-1:] if len(factors) % 2 else [])
    return factors[0]


# Exactly.


def ways(steps: dict[int, int]) -> fmpz_poly:
    """∏(1 + x^n)^times over n ↦ times: the numbers N_m."""
    factors = [fmpz_poly([1] + [0] * (n - 1) + [1]) ** times for n, times in sorted(steps.items()) if n]
    return product([fmpz_poly([1]), *factors], lambda first, second: first * second)


def exact_tail(counts: fmpz_poly, start: int, unit: Fraction) -> tuple[int, int]:
    """(Σ_{m≥start} N_m a^m b^{T−m}, Σ_{m≥start} N_m a^{T−m} b^m) for the unit a/b, by Horner's rule from the top."""
    a, b = fmpz(unit.numerator), fmpz(unit.denominator)
    towards, against, power_a, power_b = fmpz(0), fmpz(0), fmpz(1), fmpz(1)
    for m in range(counts.degree(), start - 1, -1):
        towards = towards * a + counts[m] * power_b
        against = against * b + counts[m] * power_a
        power_a, power_b = power_a * a, power_b * b
    return int(towards * a**start), int(against * b**start)


def normaliser(steps: dict[int, int], unit: Fraction) -> int:
    """∏(a^n + b^n)^times for the unit a/b."""
    a, b = fmpz(unit.numerator), fmpz(unit.denominator)
    factors = [(a**n + b**n) ** times for n, times in sorted(steps.items()) if n]
    return int(product([fmpz(1), *factors], lambda first, second: first * second))


# In fixed point.


@dataclass(frozen=True)
class FixedPoint:
    """A law on 0, 1, 2, … in fixed point: P_m lies between weights[m]/2^bits and (weights[m] + missing)/2^bits."""

    weights: fmpz_poly
    missing: int
    bits: int

    def __mul__(self, other: FixedPoint) -> FixedPoint:
        """The law of the sum of independent draws."""
        shorter = min(self.weights.length(), other.weights.length())
        crossed = (shorter * self.missing * other.missing >> self.bits) + 1
        rounded = (self.weights * other.weights) // (1 << self.bits)
        return FixedPoint(rounded, self.missing + other.missing + crossed + 1, self.bits)

    def __pow__(self, times: int) -> FixedPoint:
        half = self if times == 1 else self ** (times // 2)
        if times == 1:
            return self
        return half * half * self if times % 2 else half * half


def fixed_point_law(steps: dict[int, int], unit: Loss, bits: int) -> FixedPoint:
    """The law P of the loss towards the true bit, in units."""
    factors = [_flip(n, unit, bits) ** times for n, times in sorted(steps.items()) if n]
    nothing = FixedPoint(fmpz_poly([1 << bits]), 0, bits)
    return product([nothing, *factors], FixedPoint.__mul__)


def _flip(steps: int, unit: Loss, bits: int) -> FixedPoint:
    """A loss of `steps` units towards the true bit with odds unit^steps to 1, else of none."""
    with ctx.workprec(bits + 32):
        odds = unit.power(steps)
        shown, hidden = (_floor(part / (1 + odds), bits) for part in (odds, arb(1)))
    return FixedPoint(fmpz_poly([hidden] + [0] * (steps - 1) + [shown]), 2, bits)


def _floor(ball: arb, bits: int) -> int:
    return whole((ball.lower() * arb(2) ** bits).floor().lower())


def tail(law: FixedPoint, total: int, unit: Loss, start: int) -> tuple[arb, arb]:
    """(Σ_{m≥start} P_m, Σ_{m≥start} P_m r^{T−2m}) as balls."""
    weights = law.weights.right_shift(start)
    many = total + 1 - start
    falling = unit.power(-2)
    first = unit.power(total - 2 * start)
    against = (arb_poly(weights)(falling) + _up_to(law.missing) * arb_poly([1] * many)(falling)) * first
    towards = arb(weights(1)) + _up_to(law.missing) * many
    scale = arb(2) ** -law.bits
    return towards * scale, against * scale


def _up_to(number: int) -> arb:
    """A ball around all from 0 to a number."""
    half = arb(number) / 2
    return half + arb(0, 1) * half


def whole(number: arb) -> int:
    """The integer that a ball holds alone; Undecided if it holds none or several."""
    found = number.unique_fmpz()
    if found is None:
        raise Undecided(f"{number} is no integer at this precision")
    return int(found)


def bounds(ball: arb) -> Bounds:
    """Rational bounds of a ball, rounded outward."""
    return Bounds(rational(ball.lower()), rational(ball.upper()))


def rational(number: Any) -> Fraction:
    """An exact flint number as a Fraction."""
    exact = number.fmpq()
    return Fraction(int(exact.p), int(exact.q))


def precisions() -> Iterator[int]:
    """One precision after the other; balls made inside the loop have a little more than the one just yielded.

    Raises Undecided when there are no more.
    """
    for bits in PRECISIONS:
        with ctx.workprec(bits + 64):
            yield bits
    raise Undecided(f"undecided with {PRECISIONS[-1]} bits")
