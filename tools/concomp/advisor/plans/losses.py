"""Losses between rationals."""

from __future__ import annotations

from fractions import Fraction

from flint import ctx

from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import PureLoss, RationalLoss

BITS = 256


def rational_bounds(loss: PureLoss) -> tuple[Fraction, Fraction]:
    """Rationals E with E ≤ e^ε and e^ε ≤ E, close together; both e^ε itself where that is rational."""
    if isinstance(loss, RationalLoss):
        return loss.e_eps, loss.e_eps
    with ctx.workprec(BITS):
        found = bounds(loss.power(1))
    return max(Fraction(1), found.low), found.high
