"""Noise that is added to a number before it is released, by what is to be known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, log1p, sinh, sqrt
from typing import Protocol

from concomp.impl.mechanisms.noisy import Disturb, Noisy

RATES = range(-64, 65)
"""Tails are bounded at 2^{k/16} times the rate that is best for Gaussian noise."""

ROUNDED = 1 + 1e-9
"""More than what floats lose."""


class SymmetricNoise(Protocol):
    """Noise on the integers that is as often negative as positive."""

    @property
    def variance(self) -> float:
        """Its variance; of a discrete Gaussian its parameter σ², which is hardly more."""

    def disturb(self, noisy: Noisy) -> Disturb:
        """What adds it."""

    def exponent(self, rate: float) -> float:
        """The logarithm of E[e^{rate·z}], or more."""


@dataclass(frozen=True)
class GeometricNoise:
    """Two-sided geometric noise.

    ratio: r, strictly between 0 and 1.
    """

    ratio: Fraction

    @property
    def variance(self) -> float:
        """2r/(1 − r)²."""
        return float(2 * self.ratio / (1 - self.ratio) ** 2)

    def disturb(self, noisy: Noisy) -> Disturb:
        """What adds it."""
        return noisy.geometric(self.ratio)

    def exponent(self, rate: float) -> float:
        """−log(1 − variance·(cosh(rate) − 1)) where that is finite."""
        less = self.variance * 2 * sinh(min(rate, 100) / 2) ** 2
        return -log1p(-less) if less < 1 else inf


@dataclass(frozen=True)
class GaussianNoise:
    """Discrete Gaussian noise.

    square: σ² > 0.
    """

    square: Fraction

    @property
    def variance(self) -> float:
        """σ²."""
        return float(self.square)

    def disturb(self, noisy: Noisy) -> Disturb:
        """What adds it."""
        return noisy.gaussian(self.square)

    def exponent(self, rate: float) -> float:
        """rate²·σ²/2 (Canonne, Kamath, Steinke 2020, Corollary 17)."""
        return rate * rate * self.variance / 2


def variance_of_sum(noises: Mapping[SymmetricNoise, int]) -> float:
    """The variance of the sum of independent noises, so many of each."""
    return sum(count * noise.variance for noise, count in noises.items())


def reach_of_sum(noises: Mapping[SymmetricNoise, int], beta: Fraction) -> float:
    """What their sum reaches in size with a chance of at most β, by Markov's inequality for e^{rate·sum}."""
    # Of a chance of 10^−1000 no float is left, but its logarithm is.
    wanted = log(2) + log(beta.denominator) - log(beta.numerator)
    best = sqrt(2 * wanted / variance_of_sum(noises))
    rates = (best * 2 ** (k / 16) for k in RATES)
    exponents = ((rate, sum(count * noise.exponent(rate) for noise, count in noises.items())) for rate in rates)
    return min((wanted + exponent) / rate for rate, exponent in exponents) * ROUNDED
