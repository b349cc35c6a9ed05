"""From Rényi divergences to (ε, δ): an upper bound that is proved at one order, the best of all real ones.

At each order α, δ ≤ e^{(α−1)(D−ε)}·(1 − 1/α)^{α−1}/α (Canonne, Kamath and Steinke 2020, Proposition 12), and total
variation is at most √(D/2) and √(1 − e^{−D}) (Pinsker; Bretagnolle and Huber). Each order gives a bound that holds, so
floats look for the best one and balls evaluate it there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction

import numpy as np
from flint import arb

from concomp.impl.accounting.guarantees import ApproxDP
from concomp.impl.accounting.measures.curves import Floats, RenyiCurve
from concomp.impl.accounting.measures.demands import demand_curve
from concomp.impl.accounting.parameters import PureLoss, flint_rational
from concomp.impl.accounting.rounding import ball_up
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, NumberError, exact_delta, parameter

FIRST, OCTAVES, LAST = -20, 30, 520
"""The logarithms of base 2 of the orders less 1 that are looked at first: from one on, so many at a time, up to one."""
STEPS, ZOOMS = 32, 6
"""How many orders are looked at around the best one so far, and how often."""
SMALLEST = -4096.0
"""The logarithm of the δ than which no smaller one is looked for, so that it stays short enough to be read."""
ORDER_BITS = 40
SHOWN = 6
"""How many digits are shown; ε is rounded up."""
SLIGHTEST = Fraction(1, 1 << 1000)
"""An order less 1 below which floats do not tell orders apart, so that the last order is taken."""
CLOSE_TO_1 = 1 + Fraction(1, 1 << 20)
"""The order at which total variation is bounded."""


@dataclass(frozen=True, repr=False)
class Converted:
    """(ε, δ)-differential privacy that follows from Rényi divergences; order: from which, None if none is needed."""

    epsilon: Fraction
    delta: Fraction
    order: Fraction | None

    def __repr__(self) -> str:
        shown = Context(prec=SHOWN, rounding=ROUND_CEILING)
        epsilon = shown.divide(Decimal(self.epsilon.numerator), Decimal(self.epsilon.denominator))
        source = "" if self.order is None else f", from order ~{float(self.order):.{SHOWN}g}"
        return f"<({epsilon}, {self.delta})-DP{source}>"

    @property
    def guarantee(self) -> ApproxDP:
        """The same as a guarantee; ParameterError where ε is huge."""
        return ApproxDP(self.epsilon, self.delta)


def to_approximate(curve: RenyiCurve, delta: Exact) -> Converted:
    """The least ε for this δ that follows at some order: never below the truth, rounded up to 192 bits.

    delta: above 0, at most 1. Raises ParameterError for another one, and for a loss that is infinite.
    """
    demand_curve(curve)
    number = parameter("delta", _positive, delta)
    if number == 1 or (_looks_slight(curve, float(number)) and _total_variation(curve) <= number):
        return Converted(Fraction(0), number, None)
    with precision(64):
        level = float(arb(flint_rational(number)).log().mid())
    order = _best(curve, lambda about, excess: (about - np.log1p(excess) - level) / excess - np.log1p(1 / excess))
    return Converted(ball_up(lambda: _epsilon(curve, order, number)), number, order)


def delta_at(curve: RenyiCurve, loss: PureLoss) -> Fraction:
    """The least δ for this ε that follows at some order: never below the truth, rounded up to 192 bits.

    Raises ParameterError for a loss that is infinite.
    """
    demand_curve(curve)
    with precision(64):
        epsilon = float(loss.logarithm().mid())

    def log_delta(about: Floats, excess: Floats) -> Floats:
        found = about - np.log1p(excess) - excess * (epsilon + np.log1p(1 / excess))
        return np.asarray(np.maximum(found, SMALLEST))

    order = _best(curve, log_delta)
    return min(Fraction(1), _total_variation(curve), ball_up(lambda: _delta(curve, order, loss)))


def _epsilon(curve: RenyiCurve, order: Fraction, delta: Fraction) -> arb:
    """(ln S − ln(αδ))/(α − 1) + ln(1 − 1/α)."""
    spent = curve.log_moment(order) - arb(flint_rational(order * delta)).log()
    return spent / flint_rational(order - 1) + _log_share(order)


def _delta(curve: RenyiCurve, order: Fraction, loss: PureLoss) -> arb:
    """e^{ln S − (α − 1)ε}·(1 − 1/α)^{α−1}/α."""
    each = loss.logarithm() - _log_share(order)
    return (curve.log_moment(order) - each * flint_rational(order - 1)).exp() / flint_rational(order)


def _log_share(order: Fraction) -> arb:
    """ln(1 − 1/α), finite however close α is to 1, and to the digits of a small one where α is large."""
    return arb(flint_rational(1 - 1 / order)).log() if order < 2 else arb(flint_rational(-1 / order)).log1p()


def _looks_slight(curve: RenyiCurve, delta: float) -> bool:
    """Whether total variation may be bounded by δ, as far as floats tell."""
    excess = float(_close_to_1(curve) - 1)
    with np.errstate(all="ignore"):
        most = max(2 * delta**2, -np.log1p(-(delta**2)))
        return bool(curve.about(np.array([excess]))[0] / excess <= 1.01 * most)


def _total_variation(curve: RenyiCurve) -> Fraction:
    """A number that no total variation is above, by an order close to 1."""
    order = _close_to_1(curve)

    def found() -> arb:
        divergence = curve.log_moment(order) / flint_rational(order - 1)
        return (-(-divergence).expm1()).min(divergence / 2).sqrt()

    return min(Fraction(1), ball_up(found))


def _close_to_1(curve: RenyiCurve) -> Fraction:
    return CLOSE_TO_1 if curve.last is None else min(CLOSE_TO_1, curve.last)


def _best(curve: RenyiCurve, objective: Callable[[Floats, Floats], Floats]) -> Fraction:
    """About the order, up to the last one, at which the objective is least; it takes ln S and the order less 1."""
    last = None if curve.last is None else curve.last - 1
    if last is not None and last < SLIGHTEST:
        return 1 + last
    most = 2.0**LAST if last is None else float(min(last, Fraction(2) ** LAST))

    def least(excesses: Floats) -> int:
        with np.errstate(all="ignore"):
            found = objective(curve.about(excesses), excesses)
        return int(np.argmin(np.where(np.isnan(found), np.inf, found)))

    # Where the best one is the last, those beyond are looked at.
    start, place, excesses = FIRST, 0, np.array([most])
    while start < LAST and 2.0**start < most:
        octaves = np.exp2(np.arange(start, start + OCTAVES + 1.0))
        excesses = np.append(octaves[octaves < most], most)
        place, start = least(excesses), start + OCTAVES
        if place < len(excesses) - 2:
            break
    for _ in range(ZOOMS):
        low, high = excesses[max(0, place - 1)], excesses[min(len(excesses) - 1, place + 1)]
        excesses = np.geomspace(low, high, STEPS)
        place = least(excesses)
    excess = _short(float(excesses[place]))
    return 1 + (excess if last is None else min(excess, last))


def _short(number: float) -> Fraction:
    """About the same, with few digits."""
    exact = Fraction(number)
    shift = ORDER_BITS - exact.numerator.bit_length() + exact.denominator.bit_length()
    return Fraction(round(exact * Fraction(2) ** shift)) / Fraction(2) ** shift


def _positive(value: object) -> Fraction:
    number = exact_delta(value)
    if number == 0:
        raise NumberError("delta must be above 0: at 0 only a pure loss says an epsilon")
    return number
