"""G_μ, the trade-off function of two normal laws of variance 1 whose means are μ apart.

Its values are irrational and are enclosed: Φ is a ball, and Φ⁻¹ is found between two rationals. Independent pairs have
means apart by the root of the sum of the squares, so μ² is what is kept, and adds up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.law import ZERO
from concomp.model.laws.normal import distribution, quantile

BITS = 192
"""The precision of the balls."""


@dataclass(frozen=True)
class GaussianTradeOff:
    """G_μ; squared: μ² ≥ 0."""

    squared: Fraction

    def __call__(self, alpha: Fraction) -> tuple[Fraction, Fraction]:
        """Numbers that G_μ(α) = Φ(Φ⁻¹(1 − α) − μ) lies between; ValueError for an α outside [0, 1]."""
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha is {alpha}: a trade-off function is defined from 0 to 1")
        if alpha in (0, 1):
            return 1 - alpha, 1 - alpha
        with precision(BITS):
            low, high = quantile(1 - alpha)
            mu = ball(self.squared).sqrt()
            return max(ZERO, below(distribution(ball(low) - mu))), min(1 - alpha, above(distribution(ball(high) - mu)))

    def delta(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """Numbers that the least δ at e_eps ≥ 1 lies between: Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), for μ > 0."""
        with precision(BITS):
            mu = ball(self.squared).sqrt()
            shift = ball(e_eps).log() / mu
            found = distribution(mu / 2 - shift) - ball(e_eps) * distribution(-mu / 2 - shift)
            return max(ZERO, below(found)), above(found)


def tensor(functions: Iterable[GaussianTradeOff]) -> GaussianTradeOff:
    """G_{μ_1} ⊗ … ⊗ G_{μ_k}, with μ² = μ_1² + … + μ_k²."""
    return GaussianTradeOff(sum((function.squared for function in functions), ZERO))
