"""What n mechanisms lose together of which at most k get differing inputs, if no more than these n are created.

Without a declared number of creations nothing is enough (HSV26 Theorem 13.5, repaired). With it, the moment at each
order is at most Σ_{i≤k} e_i(S_1 − 1, …, S_n − 1), the elementary symmetric polynomials (concomp Proposition 21). Of
ρ-zCDP no more follows than Σ_{all n} ρ_j, as orders close to 1 show: the bound is a curve, better at large orders. Of
trade-off functions no such theorem is known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, TypeVar

import numpy as np
from flint import arb

from concomp.impl.accounting.measures.curves import Floats, RenyiCurve
from concomp.model.laws.balls import precision
from concomp.model.laws.renyi import Moment
from concomp.model.numbers import ParameterError

T = TypeVar("T", Fraction, arb)


def sparse_moment(moments: Sequence[Moment], at_most: int) -> Moment:
    """The largest moment of mechanisms with these moments of which at most so many get differing inputs.

    Exact, and sharp: some mechanisms with these moments come as close as one likes (concomp Proposition 21). None if a
    moment is infinite and any inputs may differ. Raises ParameterError for a moment below 1, or more than there are.
    """
    _demand_few(at_most, len(moments))
    finite = [moment for moment in moments if moment is not None]
    if any(moment < 1 for moment in finite):
        raise ParameterError("moment", min(finite), "give e^((order - 1) * divergence), which is at least 1")
    if len(finite) < len(moments) and at_most:
        return None
    return _symmetric([(moment - 1, times) for moment, times in Counter(finite).items()], at_most, Fraction(1))


@dataclass(frozen=True)
class SparseCurve:
    """The bound at every order. curves: with how many mechanisms have each."""

    curves: tuple[tuple[RenyiCurve, int], ...]
    at_most: int

    @property
    def last(self) -> Fraction | None:
        """The last order of which something is known of all of them."""
        return min((each.last for each, _ in self.curves if each.last is not None), default=None)

    def log_moment(self, order: Fraction) -> arb:
        """ln of the sum of the symmetric polynomials."""
        excess = [(curve.log_moment(order).expm1(), times) for curve, times in self.curves]
        return _symmetric(excess, self.at_most, arb(1)).log()

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess."""
        logs = [(curve.about(excess), times) for curve, times in self.curves]
        with precision(64):
            found = []
            for place in range(len(excess)):
                each = [(arb(float(log[place])).expm1(), times) for log, times in logs]
                found.append(float(_symmetric(each, self.at_most, arb(1)).log().mid()))
        return np.array(found)


def sparse_curve(curves: Sequence[RenyiCurve], at_most: int) -> SparseCurve:
    """The curve of mechanisms with these curves of which at most so many get differing inputs, at every order.

    Raises ParameterError for a negative number, or more than there are.
    """
    _demand_few(at_most, len(curves))
    return SparseCurve(tuple(Counter(curves).items()), at_most)


def _symmetric(excess: Sequence[tuple[T, int]], degree: int, one: Any) -> T:
    """Σ_{i ≤ degree} e_i of numbers, each so many times: coefficients of ∏(1 + number·x)^times."""
    found = [one]
    for number, times in excess:
        powers = [one * comb(times, power) * number**power for power in range(min(times, degree) + 1)]
        length = min(degree + 1, len(found) + len(powers) - 1)
        found = [
            sum(
                (
                    found[at - up] * powers[up]
                    for up in range(max(0, at - len(found) + 1), min(at, len(powers) - 1) + 1)
                ),
                0 * one,
            )
            for at in range(length)
        ]
    return sum(found[1:], found[0])  # type: ignore[no-any-return]


def _demand_few(at_most: int, created: int) -> None:
    if at_most < 0 or at_most > created:
        raise ParameterError("at_most", at_most, f"give a number from 0 to {created}, as many as are created")
