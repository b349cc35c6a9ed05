"""Rényi divergences of every order, in nats.

At most orders they are irrational, and are balls. Only that of order ∞ is the logarithm of a rational number, the
largest odds, which is kept in its place; it says as well whether the divergences are finite, for all are or none is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from flint import arb

from concomp.model.laws.balls import ball
from concomp.model.laws.law import Law
from concomp.model.laws.renyi import Moment
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)


@dataclass(frozen=True, eq=False)
class Divergences:
    """D_α for all α from 1 to ∞: those of two laws, or the largest that adversaries reach at each order.

    at: a finite order of at least 1 ↦ D of this order at the present precision, where it is finite; the divergence of
    Kullback and Leibler at 1. largest_odds: e^{D_∞}, None if it is infinite.
    """

    at: Callable[[Fraction], arb]
    largest_odds: Moment


@realises("HSV26 Definition 13.1", "Lyu22 Definition 3")
def divergences(p: Law[X], q: Law[X]) -> Divergences:
    """The divergences D_α(P‖Q) of two laws."""
    return Divergences(lambda order: divergence(p, q, order), largest_odds(p, q))


def divergence(p: Law[X], q: Law[X], order: Fraction) -> arb:
    """D_order(P‖Q) for an order of at least 1, the divergence of Kullback and Leibler at 1; P within Q's support."""
    return of_sum(sum((share(order, weight, q[outcome]) for outcome, weight in p.items()), arb(0)), order)


@realises("HSV26 Definition 13.1")
def largest_odds(p: Law[X], q: Law[X]) -> Moment:
    """e^{D_∞(P‖Q)}, the largest P(y)/Q(y); None if P leaves Q's support."""
    return max(weight / q[outcome] for outcome, weight in p.items()) if p.support <= q.support else None


def share(order: Fraction, p: Fraction, q: Fraction) -> arb:
    """What an outcome of weights p ≥ 0, q > 0 adds to the sum: p^α·q^{1−α}, or p·ln(p/q) at the order 1."""
    if p == 0:
        return arb(0)
    log_odds = ball(p / q).log()
    return ball(p) * (log_odds if order == 1 else (ball(order - 1) * log_odds).exp())


def of_sum(total: arb, order: Fraction) -> arb:
    """The divergence from the sum of all shares."""
    return total if order == 1 else total.log() / ball(order - 1)
