"""Gaussian mechanisms that keep a target together, designed in closed form: inverse composition without a program.

Mechanisms that add Gaussian noise to one query of sensitivity 1 are G_μ each, and together: of independent ones μ² adds
up. So what may still be added is μ_g² less what is deployed; and the noises of two can be joined so that nothing is
left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.rounding import round_up
from concomp.impl.confounding.copula_noise import GaussianCopulaNoise
from concomp.model.confounding.copula_noise import root_below
from concomp.model.laws.balls import ball, below, precision
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import ONE, ZERO
from concomp.model.numbers import ParameterError

DIGITS = 9
"""Of the numbers that a design is written in."""
HALVINGS = 40
BITS = 192
LARGEST = 100
"""The largest ε of a design: e^ε is a rational."""
DEPLOYED = 4
"""How many mechanisms there are before the one that is designed."""


class Exceeded(ValueError):
    """Thrown if what is deployed tells more already than the target allows: nothing that is added repairs that."""


@dataclass(frozen=True)
class Design:
    """Gaussian mechanisms on one query of sensitivity 1.

    deviations: of their noises. joined: the noises of the first two, if they are dependent, None otherwise.
    """

    deviations: tuple[Fraction, ...]
    joined: GaussianCopulaNoise | None = None

    @property
    def told(self) -> GaussianTradeOff:
        """What all of them tell together, exactly."""
        alone = self.deviations if self.joined is None else self.deviations[2:]
        together = ZERO if self.joined is None else self.joined.privacy((ONE, ONE)).squared
        return GaussianTradeOff(together + sum((1 / each**2 for each in alone), ZERO))


def largest_shift(epsilon: Fraction, delta: Fraction) -> Fraction:
    """μ, as large as nine digits allow, so that G_μ is (ε, δ)-private; ParameterError for ε or δ out of range."""
    if not 0 <= epsilon <= LARGEST:
        raise ParameterError("epsilon", epsilon, f"give a number from 0 to {LARGEST}")
    if not 0 < delta < 1:
        raise ParameterError("delta", delta, "give a number between 0 and 1")
    with precision(BITS):
        e_eps = below(ball(epsilon).exp())
    low, high = ZERO, ONE
    while _keeps(high, e_eps, delta):
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _keeps(middle, e_eps, delta) else (low, middle)
    return Fraction(low * 10**DIGITS // 1, 10**DIGITS)


def _keeps(shift: Fraction, e_eps: Fraction, delta: Fraction) -> bool:
    return GaussianTradeOff(shift**2).delta(max(ONE, e_eps))[1] <= delta


def single(target: Fraction) -> Design:
    """One mechanism that is G_μ for μ = target."""
    return Design((_deviation(target),))


def with_one_more(target: Fraction, each: Fraction) -> Design:
    """Four mechanisms that are G_μ for μ = each, and a fifth that uses up the target; Exceeded if nothing is left."""
    deviations = (_deviation(each),) * DEPLOYED
    left = target**2 - Design(deviations).told.squared
    if left <= 0:
        raise Exceeded(f"four mechanisms tell {float(DEPLOYED * each**2):.4f}, in mu^2, of {float(target**2):.4f}")
    return Design((*deviations, _deviation(root_below(left, DIGITS))))


def with_copula(target: Fraction, each: Fraction) -> Design:
    """Five mechanisms that are G_μ for μ = each, the noises of two joined so that the target is used up.

    Two that are joined tell 2μ²/(1 + ρ'): more than independent ones for ρ' < 0. Raises Exceeded if the other three
    tell more than the target, or even ρ' near 1 does not hide enough.
    """
    deviation = _deviation(each)
    left = target**2 - (DEPLOYED - 1) / deviation**2
    correlation = 2 / (deviation**2 * left) - 1 if left > 0 else ONE
    if correlation >= 1:
        raise Exceeded(f"five mechanisms tell more than {float(target**2):.4f}, in mu^2, whatever joins two of them")
    rounded = round_up(1 + correlation, 64) - 1
    return Design((deviation,) * (DEPLOYED + 1), GaussianCopulaNoise(rounded, (deviation, deviation)))


def _deviation(shift: Fraction) -> Fraction:
    """1/μ, rounded up."""
    return Fraction(-(-(10**DIGITS) // shift), 10**DIGITS)
