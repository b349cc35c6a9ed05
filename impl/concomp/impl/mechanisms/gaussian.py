"""Numbers with discrete Gaussian noise (Canonne, Kamath, Steinke 2020)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.guarantees import ZCDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.noisy import Disturb, Noisy
from concomp.impl.mechanisms.ratios import gaussian_reach
from concomp.impl.mechanisms.released_numbers import ReleasedNumbers
from concomp.impl.mechanisms.specification import Grounds, by_theorem
from concomp.impl.mechanisms.tabled import Tabled
from concomp.model.numbers import Exact, parameter

RELEASES = "concomp Proposition 8"
SHOWN = 3
"""How many sensitivities beyond the numbers the answers are shown in an audit."""


@dataclass(frozen=True, init=False, repr=False)
class DiscreteGaussian(ReleasedNumbers):
    """Answers a number with discrete Gaussian noise z, drawn with a chance proportional to e^{−z²/(2σ²)}.

    rho: what a number may lose under zCDP; (ε, δ) follows by `ZCDP.at_delta`. sensitivity: Δ, how far neighbours are
    apart at most. differing: how many numbers it answers. σ² is Δ²/(2ρ).
    Raises ParameterError for a parameter out of its range.
    """

    rho: Fraction
    sensitivity: int = 1
    differing: int = 1

    def __init__(self, rho: Exact, *, sensitivity: int = 1, differing: int = 1) -> None:
        """Take ρ, Δ and how many numbers are answered."""
        self._set(
            rho=(parameters.rho, rho),
            sensitivity=(parameters.positive, sensitivity),
            differing=(parameters.differing, differing),
        )
        parameter("the variance", parameters.variance, self.variance)

    @property
    def variance(self) -> Fraction:
        """σ²."""
        return self.sensitivity**2 / (2 * self.rho)

    @property
    def loss(self) -> ZCDP:
        """ρ for each number."""
        return ZCDP(self.rho * self.differing)

    @property
    def grounds(self) -> Grounds:
        """On noise on a stream of numbers, which is cited."""
        return by_theorem(RELEASES)

    def disturb(self, noisy: Noisy) -> Disturb:
        """By its noise."""
        return noisy.gaussian(self.variance)

    def error(self, beta: Exact) -> int:
        """A k with P(|z| > k) ≤ 2·e^{−k²/(2σ²)} ≤ β, for the noise is no wider than a Gaussian of σ²."""
        return gaussian_reach(self.variance, parameter("beta", parameters.chance, beta))

    @property
    def cut(self) -> Fraction:
        """No tape is cut off, for a number is drawn from its law."""
        return Fraction(0)

    @property
    def shown(self) -> Tabled:
        """From some below 0 to some above Δ; by its law, since the tapes of several rounds would multiply."""
        return Tabled(-SHOWN * self.sensitivity, (SHOWN + 1) * self.sensitivity)
