"""The ρ of concentrated mechanisms and pure ones side by side: exactly, or between bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from flint import arb

from concomp.impl.accounting.measures.curves import Line, Response
from concomp.impl.accounting.measures.renyi import BITS
from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import bounds
from concomp.impl.accounting.parameters import PureLoss
from concomp.model.laws.balls import precision


def least_rho(curves: Iterable[Line | Response]) -> Bounds:
    """Σρ, where a pure mechanism has ε·tanh(ε/2), the least that holds of it (concomp Proposition 22)."""
    listed = list(curves)
    stated = known(sum((each.rho for each in listed if isinstance(each, Line)), Fraction(0)))
    pure = Counter(each.loss for each in listed if isinstance(each, Response))
    if not pure:
        return stated
    with precision(BITS):
        found = bounds(sum((_of_response(loss) * times for loss, times in pure.items()), arb(0)))
    return Bounds(stated.low + max(Fraction(0), found.low), stated.high + found.high)


def _of_response(loss: PureLoss) -> arb:
    epsilon = loss.logarithm()
    return epsilon * (epsilon / 2).tanh()
