"""How far a sum with geometric noise is beyond the end of a clamp, given all that was answered: exact, in closed form.

Beyond an end only that is shown. How far the sum really is beyond it, n = 0, 1, 2, …, has a law that is P(n)·r^n with a
polynomial P from some n on, whatever was added in the meantime: noise of ratio r adds a degree to P, so that the law
stays as short as the number of answers. Nothing is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from concomp.model.laws.law import ONE, ZERO

Polynomial = tuple[Fraction, ...]
"""(c₀, c₁, …), for Σ c_j·C(n, j): sums of such polynomials are such polynomials."""


@dataclass(frozen=True)
class Overshoot:
    """Weights w(n) on n = 0, 1, 2, … of how far a sum is beyond an end.

    ratio: r of the noise. head: w(0), w(1), …. tail: P with w(n) = P(n)·r^n for all n from len(head) on.
    """

    ratio: Fraction
    head: tuple[Fraction, ...]
    tail: Polynomial

    def __call__(self, n: int) -> Fraction:
        """The weight of n ≥ 0."""
        return self.head[n] if n < len(self.head) else value(self.tail, n) * self.ratio**n

    @cached_property
    def whole(self) -> Fraction:
        """The sum of all weights."""
        return sum(self.head, ZERO) + geometric_sum(self.tail, self.ratio, len(self.head))

    def scaled(self) -> Overshoot:
        """The same as a law, of total weight one, in its shortest form, so that what is equal is equal."""
        factor = 1 / self.whole
        tail = tuple(factor * c for c in self.tail)
        while len(tail) > 1 and not tail[-1]:
            tail = tail[:-1]
        head = tuple(factor * w for w in self.head)
        while head and head[-1] == value(tail, len(head) - 1) * self.ratio ** (len(head) - 1):
            head = head[:-1]
        return Overshoot(self.ratio, head, tail)

    def moved(self, by: int) -> Moved:
        """The weights after `by` and noise were added to n, which may then be anything."""
        return Moved(self, by)


@dataclass(frozen=True)
class Moved:
    """Weights v(m) = Σ w(n)·(1−r)/(1+r)·r^|m − n − by| on all integers m."""

    before: Overshoot
    by: int

    def __call__(self, m: int) -> Fraction:
        """The weight of m."""
        r, by, head = self.before.ratio, self.by, self.before.head
        if m >= self.regular:
            return value(self._tail, m) * r**m
        near = sum((w * r ** abs(m - n - by) for n, w in enumerate(head)), ZERO)
        return self._factor * (near + r ** (by - m) * self._beyond)

    @property
    def regular(self) -> int:
        """From where on the weights are a polynomial times r^m."""
        return self.by + len(self.before.head) - 1

    @cached_property
    def _factor(self) -> Fraction:
        return (1 - self.before.ratio) / (1 + self.before.ratio)

    @cached_property
    def _beyond(self) -> Fraction:
        """Σ P(n)·r^(2n) over the n of the tail."""
        return geometric_sum(self.before.tail, self.before.ratio**2, len(self.before.head))

    @cached_property
    def _tail(self) -> Polynomial:
        """From the head Σ w(n)·r^(−n), from n ≤ m − by Σ P(n), and from n > m − by what comes down again."""
        before, r = self.before, self.before.ratio
        start = len(before.head)
        reached = sum((w / r**n for n, w in enumerate(before.head)), ZERO)
        upwards = partial_sums(before.tail)
        downwards = above(before.tail, r**2)
        in_all = added(added(upwards, downwards), (reached - value(upwards, start - 1),))
        return tuple(self._factor / r**self.by * c for c in shifted(in_all, -self.by))

    def staying(self) -> Overshoot:
        """The weights of m ≥ 0."""
        first = max(0, self.regular)
        return Overshoot(self.before.ratio, tuple(self(m) for m in range(first)), self._tail)

    def crossing(self, width: int) -> Overshoot:
        """The weights of k = −width − m ≥ 0: how far the sum is beyond the other end."""
        r, by = self.before.ratio, self.by
        first = max(0, -width - by)
        all_before = sum((w * r**n for n, w in enumerate(self.before.head)), ZERO) + self._beyond
        return Overshoot(
            r, tuple(self(-width - k) for k in range(first)), (self._factor * r ** (by + width) * all_before,)
        )


def at_zero(ratio: Fraction) -> Overshoot:
    """A sum that is surely at the end itself."""
    return Overshoot(ratio, (ONE,), (ZERO,))


def value(polynomial: Polynomial, n: int) -> Fraction:
    """P(n), for any integer n."""
    return sum((c * binomial(n, j) for j, c in enumerate(polynomial)), ZERO)


def binomial(n: int, j: int) -> int:
    """C(n, j) as a polynomial in n."""
    return comb(n, j) if n >= 0 else (-1) ** j * comb(j - n - 1, j)


def partial_sums(polynomial: Polynomial) -> Polynomial:
    """P(0) + … + P(n), zero at n = −1: the sum of C(k, j) up to n is C(n + 1, j + 1)."""
    return shifted((ZERO, *polynomial), 1)


def shifted(polynomial: Polynomial, by: int) -> Polynomial:
    """P(n + by), by Vandermonde's identity."""
    size = len(polynomial)
    return tuple(sum((polynomial[j] * binomial(by, j - i) for j in range(i, size)), ZERO) for i in range(size))


def added(first: Polynomial, second: Polynomial) -> Polynomial:
    """The sum of two polynomials."""
    size = max(len(first), len(second))
    return tuple(sum((p[j] for p in (first, second) if j < len(p)), ZERO) for j in range(size))


def above(polynomial: Polynomial, q: Fraction) -> Polynomial:
    """Σ P(n + i)·q^i over i ≥ 1, which is a polynomial in n, for 0 < q < 1.

    P(n + i) is Σ_j C(i, j)·Δ^j P(n), the differences of these polynomials are their coefficients moved, and
    Σ C(i, j)·q^i over i ≥ 0 is q^j/(1 − q)^(j + 1).
    """
    size = len(polynomial)
    factors = [q**j / (1 - q) ** (j + 1) - (j == 0) for j in range(size)]
    return tuple(sum((factors[j] * polynomial[i + j] for j in range(size - i)), ZERO) for i in range(size))


def geometric_sum(polynomial: Sequence[Fraction], q: Fraction, start: int) -> Fraction:
    """Σ P(n)·q^n over n ≥ start."""
    return q ** (start - 1) * value(above(tuple(polynomial), q), start - 1)
