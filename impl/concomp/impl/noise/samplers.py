"""Noise on the integers, ready to be drawn: one number, or many at once, with exactly its law.

A law of few likely outcomes is drawn by lazy inversion; one of very many by rejection, from rational coins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

import numpy as np

from concomp.impl.noise.gaussian import discrete_gaussian
from concomp.impl.noise.inversion import Integers, Inversion
from concomp.impl.noise.laplace import discrete_laplace
from concomp.impl.noise.magnitudes import GaussianMagnitudes, GeometricMagnitudes, LaplaceMagnitudes
from concomp.impl.noise.parameters import exact_moderate_ratio
from concomp.impl.noise.randomness import Randomness, whole
from concomp.model.numbers import Exact, NumberError, exact, parameter

SMALLEST, LARGEST = Fraction(1, 10**30), Fraction(10**30)
"""The limits of scales and variances."""
LISTED_SCALE, LISTED_VARIANCE = 2000, 10**8
"""Up to these, a law has at most 100,000 outcomes of a chance above 2^−64."""
KEPT = 64
"""How many laws are kept ready."""


class Noise(Protocol):
    """Noise that can be drawn."""

    def draw(self, randomness: Randomness) -> int:
        """One number."""

    def draw_many(self, size: int, randomness: Randomness) -> Integers:
        """So many numbers, independent of each other."""


@dataclass(frozen=True)
class ByRejection:
    """Noise by an algorithm that draws one number."""

    algorithm: Callable[[Fraction, Randomness], int]
    argument: Fraction

    def draw(self, randomness: Randomness) -> int:
        """One number."""
        return self.algorithm(self.argument, randomness)

    def draw_many(self, size: int, randomness: Randomness) -> Integers:
        """So many numbers, as Python's integers, for they may be of any length."""
        return np.fromiter((self.draw(randomness) for _ in range(whole("size", size, 0))), object)


def geometric_noise(ratio: Exact) -> Noise:
    """Two-sided geometric noise: z with chance (1 − r)/(1 + r)·r^|z|.

    ratio: r, from 1e-9 to 1 − 1e-9. Raises ParameterError for another.
    """
    return _geometric(parameter("ratio", exact_moderate_ratio, ratio))


def laplace_noise(scale: Exact) -> Noise:
    """Discrete Laplace noise: z with a chance proportional to e^{−|z|/b}.

    scale: b, from 1e-30 to 1e30. Raises ParameterError for another.
    """
    return _laplace(parameter("scale", _positive, scale))


def gaussian_noise(variance: Exact) -> Noise:
    """Discrete Gaussian noise: z with a chance proportional to e^{−z²/(2σ²)}.

    variance: σ², from 1e-30 to 1e30. Raises ParameterError for another.
    """
    return _gaussian(parameter("variance", _positive, variance))


@lru_cache(maxsize=KEPT)
def _geometric(ratio: Fraction) -> Noise:
    return Inversion(GeometricMagnitudes(ratio))


@lru_cache(maxsize=KEPT)
def _laplace(scale: Fraction) -> Noise:
    return Inversion(LaplaceMagnitudes(scale)) if scale <= LISTED_SCALE else ByRejection(discrete_laplace, scale)


@lru_cache(maxsize=KEPT)
def _gaussian(variance: Fraction) -> Noise:
    if variance <= LISTED_VARIANCE:
        return Inversion(GaussianMagnitudes(variance))
    return ByRejection(discrete_gaussian, variance)


def _positive(value: object) -> Fraction:
    number = exact(value)
    if not SMALLEST <= number <= LARGEST:
        raise NumberError("write a number from 1e-30 to 1e30")
    return number
