"""What is known of a mechanism's Rényi divergences: at each order α a bound of ln S_α = (α − 1)·D_α, in nats.

A bound at finitely many orders is one at all between them: ln S_α is convex in α and 0 at 1, also where it is the
largest of many adversaries, so that it lies below the chords of what bounds it. Each curve is known twice: by balls,
which certify, and by floats for many orders at once, which only say where to look.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from flint import arb
from numpy.typing import NDArray

from concomp.impl.accounting.parameters import PureLoss, flint_rational
from concomp.model.laws.balls import precision
from concomp.model.laws.law import Law
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
    """The divergences of a randomised response, which those of no (ε,0)-DP mechanism exceed (concomp Proposition 22).

    S_α − 1 = (E^{α−1} − 1)·(1 − E^{−α})·E/(1 + E), of which no digits are lost where ε is slight.
    """

    loss: PureLoss
    last = None

    def log_moment(self, order: Fraction) -> arb:
        """ln S of the response."""
        epsilon = self.loss.logarithm()
        up = (epsilon * flint_rational(order - 1)).expm1()
        down = -(-epsilon * flint_rational(order)).expm1()
        return (up * down / (1 + (-epsilon).exp())).log1p()

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        return about_responses(np.array([self.about_loss]), np.ones(1), excess)

    @property
    def about_loss(self) -> float:
        """About ε."""
        with precision(64):
            return float(self.loss.logarithm().mid())


def about_responses(losses: Floats, times: Floats, excess: Floats) -> Floats:
    """About what responses with these losses, each so many times, have together at the orders 1 + excess."""
    up, share = np.multiply.outer(excess, losses), 1 / (1 + np.exp(-losses))
    down = -np.expm1(-(up + losses))
    short = np.minimum(up, 30.0)
    moments = np.where(up < 30, np.log1p(np.expm1(short) * down * share), up + np.log(np.maximum(down * share, 1e-300)))
    return np.asarray(moments @ times)


@dataclass(frozen=True)
class Listed:
    """What is stated at some orders, and by convexity between them.

    points: (α, bounds of D_α that are added up), in increasing α above 1.
    """

    points: tuple[tuple[Fraction, tuple[Fraction, ...]], ...]

    @property
    def last(self) -> Fraction:
        """The last order that is stated."""
        return self.points[-1][0]

    def log_moment(self, order: Fraction) -> arb:
        """The chord between the stated orders next to it, or 1."""
        orders = [Fraction(1), *(each for each, _ in self.points)]
        place = next(place for place, each in enumerate(orders) if order <= each)
        if place == 0:
            return arb(0)
        left, right = orders[place - 1], orders[place]
        low, high = self._at(place - 1), self._at(place)
        return arb(flint_rational(low + (high - low) * (order - left) / (right - left)))

    def _at(self, place: int) -> Fraction:
        if place == 0:
            return Fraction(0)
        order, divergences = self.points[place - 1]
        return (order - 1) * sum(divergences, Fraction(0))

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        orders, values = self._floats
        return np.asarray(np.interp(excess, orders, values))

    @cached_property
    def _floats(self) -> tuple[Floats, Floats]:
        """The orders less 1, and what ln S is there."""
        orders = np.array([0.0, *(float(order - 1) for order, _ in self.points)])
        sums = np.array([0.0, *(sum(map(float, divergences)) for _, divergences in self.points)])
        return orders, orders * sums


@dataclass(frozen=True)
class Pair:
    """The divergences of two laws on 0, 1, 2, …, in both orders, whose supports are the same."""

    p: Law[int]
    q: Law[int]
    last = None

    def log_moment(self, order: Fraction) -> arb:
        """The larger ln S of both orders."""
        found = [
            sum((weight * (odds.log() * flint_rational(order - 1)).exp() for weight, odds in each), arb(0)).log()
            for each in (self._shares(self.p, self.q), self._shares(self.q, self.p))
        ]
        return found[0].max(found[1])

    @staticmethod
    def _shares(p: Law[int], q: Law[int]) -> list[tuple[arb, arb]]:
        return [(arb(flint_rational(weight)), arb(flint_rational(weight / q[each]))) for each, weight in p.items()]

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        found = []
        for p, q in ((self.p, self.q), (self.q, self.p)):
            weights = np.array([float(weight) for _, weight in p.items()])
            odds = np.log([float(weight / q[each]) for each, weight in p.items()])
            exponents = np.multiply.outer(excess, odds) + np.log(weights)
            largest = exponents.max(axis=1, keepdims=True)
            found.append(largest[:, 0] + np.log(np.exp(exponents - largest).sum(axis=1)))
        return np.asarray(np.maximum(found[0], found[1]))


def pair_of(function: TradeOff) -> Pair | None:
    """The divergences of the two laws that are as close as the function says; None if they are infinite."""
    p, q = canonical_pair(function)
    return Pair(p, q) if p.support == q.support else None
