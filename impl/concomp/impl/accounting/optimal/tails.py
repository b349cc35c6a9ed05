"""Tails of the privacy loss on a lattice.

With N_m ways to reach a loss of m units towards the true bit, of T in all, unit e^u = r and D = ∏(1 + r^{n_i}), the
outcome m has probability P_m = N_m r^m / D in the true world and P_m r^{T−2m} in the other. Everything wanted is a
tail sum of these: on integers, exactly, where r is rational and the numbers are not too long; else as balls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, TypeVar

from flint import arb, fmpq, fmpz, fmpz_poly

from concomp.impl.accounting.numbers import Bounds

T = TypeVar("T")
PRECISIONS = (128, 256, 512, 1024, 2048, 4096, 8192)
"""Bits that are tried, one after the other, until a comparison is decided or a bound is close enough."""

GUARD = 64
"""The bits by which balls are more precise than what is asked of them."""


class Undecided(ArithmeticError):
    """Thrown where the largest precision still does not decide."""


def product(factors: list[T], multiply: Callable[[T, T], T]) -> T:
    """The product of at least one factor by a balanced tree, smallest first."""
    while len(factors) > 1:
        pairs = zip(factors[::2], factors[1::2], strict=False)
        factors = [multiply(*pair) for pair in pairs] + (factors[-1:] if len(factors) % 2 else [])
    return factors[0]


# On integers.


def ways(steps: dict[int, int]) -> fmpz_poly:
    """∏(1 + x^n)^times over n ↦ times: the numbers N_m."""
    factors = [fmpz_poly([1] + [0] * (n - 1) + [1]) ** times for n, times in sorted(steps.items()) if n]
    return product([fmpz_poly([1]), *factors], lambda first, second: first * second)


def exact_tail(counts: fmpz_poly, start: int, unit: Fraction) -> tuple[int, int]:
    """(Σ_{m≥start} N_m a^m b^{T−m}, Σ_{m≥start} N_m a^{T−m} b^m) for the unit a/b."""
    a, b, tail = fmpz(unit.numerator), fmpz(unit.denominator), counts.right_shift(start)
    reach, ratio = counts.degree() - start, fmpq(unit.numerator, unit.denominator)
    towards = tail(ratio) * b**reach * a**start
    against = fmpz_poly(list(tail)[::-1])(ratio) * b ** (reach + start)
    return int(towards.p), int(against.p)


def normaliser(steps: dict[int, int], unit: Fraction) -> int:
    """∏(a^n + b^n)^times for the unit a/b."""
    a, b = fmpz(unit.numerator), fmpz(unit.denominator)
    factors = [(a**n + b**n) ** times for n, times in sorted(steps.items()) if n]
    return int(product([fmpz(1), *factors], lambda first, second: first * second))


# As balls.


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
    """One precision after the other; balls are made with GUARD bits more. Raises Undecided when there are no more."""
    yield from PRECISIONS
    raise Undecided(f"undecided with {PRECISIONS[-1]} bits")
