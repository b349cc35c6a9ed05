"""Discrete Gaussian noise of a rational variance (Canonne, Kamath, Steinke 2020)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import arb, ctx

from concomp.model.laws.balls import ball


@dataclass(frozen=True)
class DiscreteGaussian:
    """The law on all integers z with P(z) proportional to e^{−z²/(2σ²)}.

    variance: the parameter σ² > 0; the variance of the law itself is a little smaller.
    """

    variance: Fraction

    def mass(self, z: int) -> arb:
        """P(z), at the present precision."""
        return self._weight(z) / self._whole()

    def _weight(self, z: int) -> arb:
        return ball(Fraction(-z * z) / (2 * self.variance)).exp()

    def _whole(self) -> arb:
        """The sum of all weights: those up to `last`, and a ball for the rest.

        Beyond `last`, each weight is at most e^{−last/σ²} of the one before, or 1/2 if that is less than 1/2.
        """
        last = isqrt(int(2 * self.variance * ctx.prec)) + int(2 * self.variance) + 2
        inner = self._weight(0) + 2 * sum((self._weight(z) for z in range(1, last + 1)), arb(0))
        return inner + arb(0, 1) * (4 * self._weight(last + 1))
