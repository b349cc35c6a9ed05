"""What an item may lose, and the noise that loses no more, if the item is counted in so many numbers."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.guarantees import ZCDP, PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.symmetric_noise import GaussianNoise, GeometricNoise
from concomp.impl.mechanisms.ratios import least_ratio, power
from concomp.impl.mechanisms.specification import Grounds, by_theorem
from concomp.impl.noise.samplers import LARGEST, SMALLEST
from concomp.model.numbers import Exact, ParameterError, parameter, rational_text

REMEDY = "give a rho for which it is from 1e-30 to 1e30"


@dataclass(frozen=True)
class PureBudget:
    """A factor E = e^ε > 1."""

    e_eps: Fraction

    def noise(self, numbers: int) -> GeometricNoise:
        """Noise of a ratio r with r^{−numbers} ≤ E."""
        return GeometricNoise(least_ratio(self.e_eps, numbers))

    def loss(self, differing: int) -> PureDP:
        """E for each of the items that differ."""
        return PureDP(e_eps=power(self.e_eps, differing))

    @property
    def grounds(self) -> Grounds:
        """On geometric noise on a stream of numbers: by r for each 1 that they are apart, in all."""
        return by_theorem("concomp Proposition 7")

    def __repr__(self) -> str:
        return f"PureBudget(e_eps={rational_text(self.e_eps)})"


@dataclass(frozen=True)
class ConcentratedBudget:
    """A ρ > 0 of zero-concentrated differential privacy."""

    rho: Fraction

    def noise(self, numbers: int) -> GaussianNoise:
        """Noise of variance numbers/(2ρ); numbers may be any sum of squares."""
        square = numbers / (2 * self.rho)
        if not SMALLEST <= square <= LARGEST:
            raise ParameterError("rho", self.rho, f"noise would have the variance {float(square):.0e}: {REMEDY}")
        return GaussianNoise(square)

    def loss(self, differing: int) -> ZCDP:
        """As squares add up, and items may be counted in the same numbers: ρ times the square of how many differ."""
        return ZCDP(self.rho * differing**2)

    @property
    def grounds(self) -> Grounds:
        """On Gaussian noise on a stream of numbers: by the squares of how far they are apart, in all."""
        return by_theorem("concomp Proposition 8")

    def __repr__(self) -> str:
        return f"ConcentratedBudget(rho={rational_text(self.rho)})"


Budget = PureBudget | ConcentratedBudget


def one_budget(e_eps: Exact | None, rho: Exact | None) -> Budget:
    """The budget that is given; ParameterError unless it is exactly one, and in its range."""
    if e_eps is None:
        return concentrated(rho)
    if rho is not None:
        raise ParameterError("rho", rho, "e_eps is given, too: give one of them, what an item may lose")
    return PureBudget(parameter("e_eps", parameters.e_eps_of_noise, e_eps))


def concentrated(rho: Exact | None) -> ConcentratedBudget:
    """The budget ρ; ParameterError unless it is a rational above 0 of moderate length."""
    if rho is None:
        raise ParameterError("rho", rho, "nothing says what an item may lose: give e_eps or rho")
    return ConcentratedBudget(parameter("rho", parameters.rho, rho))
