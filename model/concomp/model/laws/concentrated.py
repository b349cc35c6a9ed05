"""Zero-concentrated differential privacy: D_α(P‖Q) ≤ ρ·α for every order α > 1, decided for two laws.

D_α does not decrease in α. So if D_b ≤ ρ·a, it is at most ρ·α for all α between a and b; from max ln(P/Q)/ρ on nothing
remains to be shown. Orders are covered by such intervals, which are halved where the comparison is too coarse. The
divergences themselves are irrational, and are balls.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeVar

from flint import arb

from concomp.model.laws.balls import Undecided, above, ball, precision
from concomp.model.laws.law import ONE, Law
from concomp.model.registry.tags import realises

X = TypeVar("X", bound=Hashable)
BITS = 256
"""The precision of the balls."""
FINEST = Fraction(1, 1 << 16)
"""The shortest interval of orders that is looked at."""


@realises("Haney23 Definition 4.4")
def is_concentrated(p: Law[X], q: Law[X], rho: Fraction) -> bool:
    """Whether D_α(P‖Q) ≤ ρ·α for all real α > 1; Undecided if that cannot be told."""
    if p == q:
        return True
    if not p.support <= q.support or rho <= 0:
        return False
    with precision(BITS):
        largest = max(weight / q[outcome] for outcome, weight in p.items())
        covered = _covered(p, q, rho, ONE, max(ONE, above(ball(largest).log() / ball(rho))))
    if covered is None:
        raise Undecided(f"whether D_α is at most {rho}·α is not decided by intervals of length {FINEST}")
    return covered


def _covered(p: Law[X], q: Law[X], rho: Fraction, a: Fraction, b: Fraction) -> bool | None:
    """Whether D_α ≤ ρ·α from a to b; None if intervals of FINEST length do not tell, and none shows the contrary."""
    if b <= a:
        return True
    at_b = divergence(p, q, b)
    if at_b <= ball(rho * a):
        return True
    if at_b > ball(rho * b):
        return False
    if b - a < FINEST:
        return None
    middle = (a + b) / 2
    halves = (_covered(p, q, rho, middle, b), _covered(p, q, rho, a, middle))
    return False if False in halves else None if None in halves else True


def divergence(p: Law[X], q: Law[X], order: Fraction) -> arb:
    """D_order(P‖Q) for an order of at least 1, the divergence of Kullback and Leibler at 1; P within Q's support."""
    if order == 1:
        return sum((ball(w) * (ball(w) / ball(q[outcome])).log() for outcome, w in p.items()), arb(0))
    alpha = ball(order)
    total = sum((ball(q[outcome]) * (ball(w) / ball(q[outcome])) ** alpha for outcome, w in p.items()), arb(0))
    return total.log() / (alpha - 1)
