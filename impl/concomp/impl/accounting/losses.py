"""Sums of privacy losses, and which of two is larger.

A loss given as ε stays ε, one given as E = e^ε stays E, and sums of either are exact. An ε meets an E only here: e^ε is
irrational unless ε = 0, so that the two are never equal, and balls of enough precision tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2, log10, prod

from flint import arb

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.tails import GUARD, Undecided, bounds, precisions
from concomp.impl.accounting.parameters import ExponentialLoss, PureLoss, RationalLoss, flint_rational, logarithm
from concomp.model.laws.balls import precision

BITS = 256
EXACT_BITS = 1 << 20
"""The longest product of powers of E that is multiplied out to see whether it is 1."""


@dataclass(frozen=True)
class LossSum:
    """The privacy loss epsilon + Σ times · ln E.

    epsilon: the sum of the losses that are given as ε. powers: (E, times) for those that are given as E > 1.
    """

    epsilon: Fraction
    powers: tuple[tuple[Fraction, int], ...] = ()

    @property
    def value(self) -> Bounds:
        """ε: exactly if all losses are given as ε, otherwise between rationals."""
        if not self.powers:
            return known(self.epsilon)
        with precision(BITS):
            return bounds(self._ball())

    def _ball(self) -> arb:
        """ε at the present precision."""
        logarithms = [logarithm(e_eps) * times for e_eps, times in self.powers]
        return sum(logarithms, arb(flint_rational(self.epsilon)))


def sum_of(losses: Iterable[PureLoss]) -> LossSum:
    """The sum of privacy losses, exactly."""
    # Fractions are slow to hash, and long lists mostly repeat a few objects.
    listed = list(losses)
    distinct, times = {id(loss): loss for loss in listed}, Counter(map(id, listed))
    epsilon, powers = Fraction(0), Counter[Fraction]()
    for key, loss in distinct.items():
        if isinstance(loss, ExponentialLoss):
            epsilon += loss.epsilon * times[key]
        elif loss.e_eps > 1:
            powers[loss.e_eps] += times[key]
    return LossSum(epsilon, tuple(sorted(powers.items())))


def compare(first: LossSum, second: LossSum) -> int:
    """1 if the first loss is larger, −1 if it is smaller, 0 if they are equal; Undecided if they are too close."""
    epsilon = first.epsilon - second.epsilon
    powers = Counter(dict(first.powers))
    powers.subtract(dict(second.powers))
    left = {e_eps: times for e_eps, times in powers.items() if times}
    if not left:
        return (epsilon > 0) - (epsilon < 0)
    difference = LossSum(epsilon, tuple(left.items()))
    for bits in precisions():
        with precision(bits + GUARD):
            ball = difference._ball()
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        if epsilon == 0 and _is_one(left):
            return 0
    raise AssertionError("precisions end by an error")


def _is_one(powers: dict[Fraction, int]) -> bool:
    """Whether ∏ E^times is 1; Undecided if it is too long to be multiplied out."""
    if len(powers) == 1:
        return False
    if sum(abs(times) * log2(e_eps.numerator) for e_eps, times in powers.items()) > EXACT_BITS:
        raise Undecided("the losses are too long to be compared: give them as eps, or fewer of them")
    return prod((e_eps**times for e_eps, times in powers.items()), start=Fraction(1)) == 1


def epsilon_of(e_eps: Bounds) -> Bounds:
    """Bounds of ε = ln E from bounds of E ≥ 1."""
    if e_eps.high == 1:
        return known(Fraction(0))
    low, high = (LossSum(Fraction(0), ((end, 1),)).value for end in (e_eps.low, e_eps.high))
    return Bounds(max(Fraction(0), low.low), high.high)


def rational_bounds(loss: PureLoss) -> tuple[Fraction, Fraction]:
    """Rationals E with E ≤ e^ε and e^ε ≤ E, close together; both e^ε itself where that is rational."""
    if isinstance(loss, RationalLoss):
        return loss.e_eps, loss.e_eps
    with precision(BITS):
        # Of E itself, close to 1, only the leading ones would be seen.
        excess = bounds(loss.logarithm().expm1())
    return 1 + max(Fraction(0), excess.low), 1 + excess.high


def decimals_around(loss: PureLoss, digits: int) -> Bounds:
    """Decimals below and above E = e^ε, to so many digits of E − 1; E itself where that is rational.

    The lower one is for a budget, or an ε that is asked about; the upper one is for a loss.
    """
    if isinstance(loss, RationalLoss):
        return known(loss.e_eps)
    low, high = rational_bounds(loss)
    scale = 10 ** max(0, digits - floor(log10(loss.epsilon.numerator) - log10(loss.epsilon.denominator)))
    return Bounds(max(Fraction(1), Fraction(floor(low * scale), scale)), Fraction(ceil(high * scale), scale))
