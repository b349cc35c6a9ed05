"""Noise that is added to a number before it is released, by what is to be known of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, log, log1p, sinh, sqrt
from typing import Protocol

from concomp.impl.mechanisms.noisy import Disturb, Noisy

TRIALS = range(-64, 129)
"""Tails are bounded at rates about 2^{k/16} times one that is near the best."""

ROUNDED = 1 + 1e-9
"""More than what floats lose."""


class SymmetricNoise(Protocol):
    """Noise on the integers that is as often negative as positive."""

    @property
    def variance(self) -> float:
        """Its variance; of a discrete Gaussian its parameter σ², which is hardly more."""

    def disturb(self, noisy: Noisy) -> Disturb:
        """What adds it."""

    @property
    def limit(self) -> float:
        """Below which rates E[e^{rate·z}] is finite."""

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

    @property
    def limit(self) -> float:
        """−log r."""
        return -log(self.ratio)

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

    @property
    def limit(self) -> float:
        """None: its tails are lighter than any e^{−rate·z}."""
        return inf

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
    limit = min(noise.limit for noise in noises)
    rates = _rates(sqrt(2 * wanted / variance_of_sum(noises)), limit)
    exponents = ((rate, sum(count * noise.exponent(rate) for noise, count in noises.items())) for rate in rates)
    return min((wanted + exponent) / rate for rate, exponent in exponents) * ROUNDED


def _rates(best: float, limit: float) -> list[float]:
    """Rates around the one that is best for Gaussian noise, all below the limit and the last ones close to it."""
    middle = min(best, limit)
    return [1 / (1 / (middle * 2 ** (k / 16)) + 1 / limit) for k in TRIALS]
