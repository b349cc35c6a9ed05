"""G_μ, the trade-off function of two normal laws of variance 1 whose means are μ apart.

Its values are irrational and are enclosed: Φ is a ball, and Φ⁻¹ is found between two rationals. Independent pairs have
means apart by the root of the sum of the squares, so μ² is what is kept, and adds up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.law import ONE, ZERO

BITS = 192
"""The precision of the balls."""
HALVINGS = 80
"""How often the interval of Φ⁻¹ is halved."""


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
            low, high = _quantile_below(1 - alpha), -_quantile_below(alpha)
            mu = ball(self.squared).sqrt()
            return max(ZERO, below(_phi(ball(low) - mu))), min(1 - alpha, above(_phi(ball(high) - mu)))

    def delta(self, e_eps: Fraction) -> tuple[Fraction, Fraction]:
        """Numbers that the least δ at e_eps ≥ 1 lies between: Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), for μ > 0."""
        with precision(BITS):
            mu = ball(self.squared).sqrt()
            shift = ball(e_eps).log() / mu
            found = _phi(mu / 2 - shift) - ball(e_eps) * _phi(-mu / 2 - shift)
            return max(ZERO, below(found)), above(found)


def tensor(functions: Iterable[GaussianTradeOff]) -> GaussianTradeOff:
    """G_{μ_1} ⊗ … ⊗ G_{μ_k}, with μ² = μ_1² + … + μ_k²."""
    return GaussianTradeOff(sum((function.squared for function in functions), ZERO))


def _phi(x: arb) -> arb:
    """The distribution function of the standard normal law."""
    return (-x / arb(2).sqrt()).erfc() / 2


def _quantile_below(level: Fraction) -> Fraction:
    """A number just below Φ⁻¹(level), for a level between 0 and 1."""
    low, high = -ONE, ONE
    while not _phi(ball(low)) <= ball(level):
        low *= 2
    while _phi(ball(high)) <= ball(level):
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _phi(ball(middle)) <= ball(level) else (low, middle)
    return low
