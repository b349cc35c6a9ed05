"""What is known of a mechanism's Rényi divergences: at each order α a bound of ln S_α = (α − 1)·D_α, in nats.

A bound at finitely many orders is one at all between them: ln S_α is convex in α and 0 at 1, also where it is the
largest of many adversaries, so that it lies below the chords of what bounds it. Each curve is known twice: by balls,
which certify, and by floats for many orders at once, which only say where to look.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.parameters import PureLoss, flint_rational, float_logarithm, logarithm
from concomp.model.laws.balls import precision
from concomp.model.laws.trade_off import TradeOff, canonical_pair

Floats: TypeAlias = NDArray[np.float64]


class RenyiCurve(Protocol):
    """Bounds of ln S_α for the orders from 1 on, or up to a last one; those of both orders of the worlds."""

    @property
    def last(self) -> Fraction | None:
        """The last order of which anything is known, above 1; None if there is none."""

    def log_moment(self, order: Fraction) -> arb:
        """A ball at the present precision, no number of which is below ln S at the order but by its radius."""

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""


@dataclass(frozen=True)
class Line:
    """D_α ≤ ρ·α, at all orders or those up to the last: zero-concentrated, or truncated concentrated."""

    rho: Fraction
    last: Fraction | None = None

    def log_moment(self, order: Fraction) -> arb:
        """ρ·α·(α − 1)."""
        return arb(flint_rational(self.rho * order * (order - 1)))

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        return float(self.rho) * excess * (1 + excess)


@dataclass(frozen=True)
class Response:
    """The divergences of a randomised response: those of no (ε,0)-DP mechanism exceed them (concomp Proposition 22)."""

    loss: PureLoss
    last = None

    def log_moment(self, order: Fraction) -> arb:
        """ln S of the response."""
        return self.excess(order).log1p()

    def excess(self, order: Fraction) -> arb:
        """S − 1 = x·(x·E + E − 1)/((1 + x)·(1 + E)) with x = E^{α−1} − 1, which keeps its digits where ε is slight."""
        epsilon = self.loss.logarithm()
        x, less = (epsilon * flint_rational(order - 1)).expm1(), epsilon.expm1()
        return x * (x + x * less + less) / ((1 + x) * (2 + less))

    @property
    def about_loss(self) -> float:
        """About ε."""
        with precision(64):
            return float(self.loss.logarithm().mid())

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        return about_responses(np.array([self.about_loss]), np.ones(1), excess)


def about_responses(losses: Floats, times: Floats, excess: Floats) -> Floats:
    """About what responses with these losses, each so many times, have together at the orders 1 + excess."""
    up = np.multiply.outer(excess, losses)
    # Beyond 30 nats E^{α−1} − 1 is E^{α−1} to a float, and might leave the range of floats.
    far = np.maximum(up - 30, 0.0)
    share = -np.expm1(-(up + losses)) / (1 + np.exp(-losses))
    return np.asarray((far + np.log1p(np.expm1(up - far) * share)) @ times)


@dataclass(frozen=True)
class Listed:
    """What is stated at some orders, and by convexity between them.

    orders: in increasing order, above 1. rows: bounds of D at each of them, for several mechanisms that add up.
    """

    orders: tuple[Fraction, ...]
    rows: tuple[tuple[Fraction, ...], ...]

    @property
    def last(self) -> Fraction:
        """The last order that is stated."""
        return self.orders[-1]

    def log_moment(self, order: Fraction) -> arb:
        """The chord between the stated orders next to it, or 1."""
        place = bisect_left(self.orders, order)
        right, high = self.orders[place], self._stated(place)
        left, low = (self.orders[place - 1], self._stated(place - 1)) if place else (Fraction(1), Fraction(0))
        return arb(flint_rational(low + (high - low) * (order - left) / (right - left)))

    def _stated(self, place: int) -> Fraction:
        """What ln S is at an order that is stated."""
        return (self.orders[place] - 1) * sum((row[place] for row in self.rows), Fraction(0))

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        return np.asarray(np.interp(excess, *self._floats))

    @cached_property
    def _floats(self) -> tuple[Floats, Floats]:
        """1 and the orders, less 1, and about what ln S is there."""
        orders = np.array([0.0, *(float(order - 1) for order in self.orders)])
        sums = np.array([[loss.numerator / loss.denominator for loss in row] for row in self.rows]).sum(axis=0)
        return orders, orders * np.append(0.0, sums)


@dataclass(frozen=True)
class Pair:
    """The divergences of two laws, P over Q.

    masses: the chances in Q and the odds P/Q of each outcome, all positive.
    """

    masses: tuple[tuple[Fraction, Fraction], ...]
    last = None

    def log_moment(self, order: Fraction) -> arb:
        """ln of the sum of Q·(P/Q)^α."""
        alpha = flint_rational(order)
        shares = (arb(flint_rational(q)) * (logarithm(odds) * alpha).exp() for q, odds in self.masses)
        return sum(shares, arb(0)).log()

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        exponents = np.multiply.outer(1 + excess, [float_logarithm(odds) for _, odds in self.masses])
        exponents += np.array([float_logarithm(q) for q, _ in self.masses])
        largest = exponents.max(axis=1)
        return np.asarray(largest + np.log(np.exp(exponents - largest[:, None]).sum(axis=1)))


def pair_of(function: TradeOff) -> Pair | None:
    """The divergences of the two laws that are as close as a symmetric function says; None if they are infinite."""
    p, q = canonical_pair(function)
    return Pair(tuple((q[each], p[each] / q[each]) for each in p)) if p.support == q.support else None


def last_of(curves: Iterable[RenyiCurve]) -> Fraction | None:
    """The last order of which something is known of all the curves; None if there is none."""
    return min((each.last for each in curves if each.last is not None), default=None)
