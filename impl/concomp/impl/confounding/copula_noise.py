"""Gaussian noise that a copula makes dependent, for experiments: two answers get noises that are correlated.

What both tell of a secret is one shift of a normal law. Answers that move the same way gain by correlation, for their
difference is known better and tells nothing; answers that move opposite ways lose by it.

The noise is drawn in floating point. Its law is that of the model but for rounding, which is not accounted for: no
session launches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from concomp.impl.noise.randomness import Randomness, whole
from concomp.impl.session.mechanism import ForExperiments
from concomp.model.confounding.copula_noise import root_below, squared_correlation
from concomp.model.confounding.gaussian import Matrix, gaussian_composition, gaussian_product
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.numbers import NumberError, ParameterError, exact

Floats = NDArray[np.float64]
BITS = 53
"""Of a uniform number in floating point."""
DIGITS = 12
"""Of a correlation that is the root of a rational."""


@dataclass(frozen=True)
class GaussianCopulaNoise(ForExperiments):
    """Two normal noises of mean 0 that a Gaussian copula joins.

    correlation: ρ' of the two, between −1 and 1. deviations: the standard deviation of each, in the answers' unit.
    Raises ParameterError for a correlation or a deviation that is out of range, or no exact number.
    """

    correlation: Fraction
    deviations: tuple[Fraction, Fraction]

    def __post_init__(self) -> None:
        """Take exact numbers only."""
        correlation = _exact("correlation", self.correlation)
        if abs(correlation) >= 1:
            raise ParameterError("correlation", self.correlation, "give a number between -1 and 1")
        if len(self.deviations) != 2:
            raise ParameterError("deviations", self.deviations, "give two, one for each answer")
        first, second = (_exact("deviation", each) for each in self.deviations)
        for deviation in (first, second):
            if deviation <= 0:
                raise ParameterError("deviation", deviation, "give a positive number")
        object.__setattr__(self, "correlation", correlation)
        object.__setattr__(self, "deviations", (first, second))

    @classmethod
    def of_latent(
        cls, correlation: Fraction, latent_deviation: Fraction, deviations: tuple[Fraction, Fraction]
    ) -> GaussianCopulaNoise:
        """The noise that Zhang24's latent variables make, of the printed ρ and σ_1; its ρ' has twelve digits.

        Raises ParameterError for |ρ| ≥ 1, or a deviation that is not positive.
        """
        if latent_deviation <= 0:
            raise ParameterError("latent deviation", latent_deviation, "give a positive number")
        if abs(correlation) >= 1:
            raise ParameterError("correlation", correlation, "give a number between -1 and 1")
        root = root_below(squared_correlation(correlation, latent_deviation**2), DIGITS)
        return cls(root if correlation >= 0 else -root, deviations)

    @property
    def covariance(self) -> Matrix:
        """The covariance of the two noises."""
        first, second = self.deviations
        joined = self.correlation * first * second
        return (first**2, joined), (joined, second**2)

    def privacy(self, shifts: Sequence[Fraction]) -> GaussianTradeOff:
        """What both answers tell of neighbouring secrets, between which they move by these shifts: G_μ."""
        return gaussian_composition(shifts, self.covariance)

    def independent(self, shifts: Sequence[Fraction]) -> GaussianTradeOff:
        """What they would tell with independent noises of the same variances."""
        return gaussian_product(shifts, self.covariance)

    def delta(self, shifts: Sequence[Fraction], e_eps: Fraction) -> float:
        """The least δ of both answers at e_eps, rounded up."""
        told = self.privacy(shifts)
        if not told.squared:
            return 0.0
        return min(1.0, float(np.nextafter(float(told.delta(e_eps)[1]), np.inf)))

    def draw(self, randomness: Randomness) -> tuple[float, float]:
        """The two noises, once."""
        first, second = self.draw_many(1, randomness)[0].tolist()
        return first, second

    def draw_many(self, size: int, randomness: Randomness) -> Floats:
        """So many pairs of noises, as rows of two."""
        scores = normals(2 * whole("size", size, 0), randomness).reshape(-1, 2)
        rho = float(self.correlation)
        joined = rho * scores[:, 0] + np.sqrt(1 - rho**2) * scores[:, 1]
        noises: Floats = np.column_stack([scores[:, 0], joined]) * np.array([float(each) for each in self.deviations])
        return noises


def normals(size: int, randomness: Randomness) -> Floats:
    """So many standard normal numbers, two at a time from two uniform ones (Box and Muller)."""
    half = -(-size // 2)
    # A uniform number is never 0, whose logarithm is infinite.
    radii = np.sqrt(-2 * np.log(_uniform(half, randomness)))
    turns = 2 * np.pi * _uniform(half, randomness)
    return np.concatenate([radii * np.cos(turns), radii * np.sin(turns)])[:size]


def _uniform(size: int, randomness: Randomness) -> Floats:
    return (randomness.below_many(1 << BITS, size).astype(np.float64) + 0.5) / (1 << BITS)


def _exact(name: str, value: object) -> Fraction:
    try:
        return exact(value)
    except NumberError as error:
        raise ParameterError(name, value, str(error)) from None
