"""Targets: whether a guarantee reaches what the plan asks for, decided exactly or left open."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from flint import ctx

from concomp.impl.accounting.components import Component, Loss, RationalLoss
from concomp.impl.accounting.tails import bounds
from concomp.obligations.advisor.guarantee import Guarantee

Reached = Literal["reached", "missed", "undecided"]
BITS = 256


def rational_bounds(loss: Loss) -> tuple[Fraction, Fraction]:
    """Rationals E with E ≤ e^ε and e^ε ≤ E, close together; both e^ε itself where that is rational."""
    if isinstance(loss, RationalLoss):
        return loss.e_eps, loss.e_eps
    with ctx.workprec(BITS):
        found = bounds(loss.power(1))
    return max(Fraction(1), found.low), found.high


def reaches(guarantee: Guarantee, target: Component) -> Reached:
    """Whether what is guaranteed is within the target."""
    low, high = rational_bounds(target.loss)
    at_least, at_most = guarantee.delta(low), guarantee.delta(high)
    if at_least is not None and at_least.high <= target.delta:
        return "reached"
    if at_most is None or at_most.low > target.delta:
        return "missed"
    return "undecided"
