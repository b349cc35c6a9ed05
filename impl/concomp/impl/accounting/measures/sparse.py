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
from math import comb, log
from typing import TypeVar

import numpy as np
from flint import arb, arb_poly, fmpq, fmpq_poly

from concomp.impl.accounting.measures.curves import Floats, RenyiCurve, last_of
from concomp.impl.accounting.optimal.tails import product
from concomp.impl.accounting.parameters import flint_rational
from concomp.model.laws.renyi import Moment
from concomp.model.numbers import ParameterError, exact, parameter

T = TypeVar("T", fmpq, arb)
P = TypeVar("P", fmpq_poly, arb_poly)


def sparse_moment(moments: Sequence[Moment], at_most: int) -> Moment:
    """The largest moment of mechanisms with these moments of which at most so many get differing inputs.

    Exact, and sharp: some mechanisms with these moments come as close as one likes (concomp Proposition 21). None if a
    moment is infinite and any inputs may differ. Raises ParameterError for a moment below 1, or more than there are.
    """
    _demand_few(at_most, len(moments))
    finite = [parameter("moment", exact, moment) for moment in moments if moment is not None]
    if any(moment < 1 for moment in finite):
        raise ParameterError("moment", min(finite), "give e^((order - 1) * divergence), which is at least 1")
    if len(finite) < len(moments) and at_most:
        return None
    counted = [(flint_rational(moment - 1), times) for moment, times in Counter(finite).items()]
    found = _few([fmpq_poly([1]), *(fmpq_poly(_row(each, times, at_most)) for each, times in counted)], at_most)(1)
    return Fraction(int(found.p), int(found.q))


@dataclass(frozen=True)
class SparseCurve:
    """The bound at every order. curves: with how many mechanisms have each."""

    curves: tuple[tuple[RenyiCurve, int], ...]
    at_most: int

    @property
    def last(self) -> Fraction | None:
        """The last order of which something is known of all of them."""
        return last_of(curve for curve, _ in self.curves)

    def log_moment(self, order: Fraction) -> arb:
        """ln of the sum of the symmetric polynomials."""
        excesses = [(curve.log_moment(order).expm1(), times) for curve, times in self.curves]
        found = _few([arb_poly([1]), *(arb_poly(_row(*each, self.at_most)) for each in excesses)], self.at_most)
        return sum(found.coeffs()[1:], arb(0)).log1p()

    def about(self, excess: Floats) -> Floats:
        """About the same at the orders 1 + excess, by logarithms of the polynomials."""
        found = np.full((self.at_most + 1, len(excess)), -np.inf)
        found[0] = 0.0
        for curve, times in self.curves:
            log_moment = curve.about(excess)
            # Beyond 30 nats S − 1 is S to a float, and might leave the range of floats.
            each = np.where(log_moment > 30, log_moment, np.log(np.expm1(np.minimum(log_moment, 30.0))))
            # Where S is 1, `each` is -inf, and no multiple of it by 0 is a number.
            powers = range(1, min(times, self.at_most) + 1)
            row = [np.zeros(len(excess)), *(log(comb(times, power)) + power * each for power in powers)]
            found = np.array(
                [
                    np.logaddexp.reduce(
                        [found[degree - power] + row[power] for power in range(min(degree, len(row) - 1) + 1)]
                    )
                    for degree in range(self.at_most + 1)
                ]
            )
        return np.asarray(np.logaddexp(0.0, np.logaddexp.reduce(found[1:])) if self.at_most else found[0])


def sparse_curve(curves: Sequence[RenyiCurve], at_most: int) -> SparseCurve:
    """The curve of mechanisms with these curves of which at most so many get differing inputs, at every order.

    Raises ParameterError for a negative number, or more than there are.
    """
    _demand_few(at_most, len(curves))
    return SparseCurve(tuple(Counter(curves).items()), at_most)


def _few(factors: Sequence[P], degree: int) -> P:
    """∏ of polynomials 1 + number·x, each to some power, up to a degree."""
    return product(list(factors), lambda first, second: (first * second).truncate(degree + 1))


def _row(number: T, times: int, degree: int) -> list[T]:
    """The coefficients of (1 + number·x)^times up to a degree."""
    return [number**power * comb(times, power) for power in range(min(times, degree) + 1)]


def _demand_few(at_most: int, created: int) -> None:
    if not isinstance(at_most, int) or not 0 <= at_most <= created:
        raise ParameterError("at_most", at_most, f"give a number from 0 to {created}, as many as are created")
