"""Numbers with discrete Laplace noise of a rational ratio (Ghosh, Roughgarden, Sundararajan 2009)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.noisy import Clamped, Disturb, Noisy
from concomp.impl.mechanisms.ratios import least_ratio, power, reach
from concomp.impl.mechanisms.released_numbers import ReleasedNumbers
from concomp.impl.mechanisms.specification import Grounds, by_theorem
from concomp.model.numbers import Exact, parameter

RELEASES = "concomp Proposition 7"


@dataclass(frozen=True, init=False, repr=False)
class DiscreteLaplace(ReleasedNumbers):
    """Answers a number with two-sided geometric noise z, drawn with chance (1 − r)/(1 + r)·r^|z|.

    e_eps: E = e^ε > 1, which a number may lose. sensitivity: Δ, how far neighbours are apart at most.
    differing: how many numbers it answers. r is 1/E at Δ = 1, and otherwise a rational just above E^{−1/Δ}.
    Raises ParameterError for a parameter out of its range.
    """

    e_eps: Fraction
    sensitivity: int = 1
    differing: int = 1

    def __init__(self, e_eps: Exact, *, sensitivity: int = 1, differing: int = 1) -> None:
        """Take E, Δ and how many numbers are answered."""
        self._set(
            e_eps=(parameters.e_eps_of_noise, e_eps),
            sensitivity=(parameters.positive, sensitivity),
            differing=(parameters.differing, differing),
        )
        _ = self.ratio

    @property
    def ratio(self) -> Fraction:
        """r, with r^{−Δ} ≤ E."""
        return least_ratio(self.e_eps, self.sensitivity)

    @property
    def loss(self) -> PureDP:
        """E to the number of numbers; it loses r^{−Δ} of each, which is E or just below it."""
        return PureDP(e_eps=power(self.e_eps, self.differing))

    @property
    def grounds(self) -> Grounds:
        """On noise on a stream of numbers."""
        return by_theorem(RELEASES)

    def disturb(self, noisy: Noisy) -> Disturb:
        """By its noise."""
        return noisy.geometric(self.ratio)

    def error(self, beta: Exact) -> int:
        """A k with P(|z| > k) = 2·r^{k+1}/(1 + r) ≤ β, the least or one more."""
        return reach(self.ratio, parameter("beta", parameters.chance, beta))

    @property
    def shown(self) -> Clamped:
        """From 0 to Δ: below and above, the odds of any two numbers are those at the end, so that nothing is lost."""
        return Clamped(0, self.sensitivity)
