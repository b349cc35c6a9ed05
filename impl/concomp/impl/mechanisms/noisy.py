"""Numbers with noise, as mechanisms release them.

A mechanism draws no noise itself: it asks for a number that is disturbed, where it releases one, and for noise where it
keeps that. So the same code runs with noise as it is drawn in production, and with rational coins and a clamp, where
every tape ends and the law is exact. To clamp what is released is post-processing; what is hidden is never clamped. The
two ways of drawing are compared in the tests of noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from concomp.impl.noise.geometric import two_sided_geometric
from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.magnitudes import GaussianMagnitudes
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.samplers import Noise, gaussian_noise, geometric_noise

Disturb = Callable[[int, Randomness], int]
"""From a number to the number with noise of its own."""
Draw = Callable[[Randomness], int]
"""Noise."""
NARROW = 3
"""The bits of a word where tapes are enumerated, so that few words are to be tried."""


class Noisy(Protocol):
    """How numbers are disturbed before they are released, and what noise is kept."""

    def geometric(self, ratio: Fraction) -> Disturb:
        """By two-sided geometric noise of this ratio."""

    def gaussian(self, variance: Fraction) -> Disturb:
        """By discrete Gaussian noise of this variance."""

    def hidden(self, ratio: Fraction) -> Draw:
        """Two-sided geometric noise that is not released."""


class AsDrawn(Noisy):
    """Noise as it is, whatever number comes of it: what runs in production."""

    def geometric(self, ratio: Fraction) -> Disturb:
        """By two-sided geometric noise; ParameterError for a ratio that cannot be drawn."""
        return _added(geometric_noise(ratio))

    def gaussian(self, variance: Fraction) -> Disturb:
        """By discrete Gaussian noise; ParameterError for a variance that cannot be drawn."""
        return _added(gaussian_noise(variance))

    def hidden(self, ratio: Fraction) -> Draw:
        """Two-sided geometric noise."""
        return geometric_noise(ratio).draw


@dataclass(frozen=True)
class Clamped(Noisy):
    """Noise by few draws, and the number clamped: for the enumeration of tapes.

    low, high: the least and the largest number that is released.
    """

    low: int
    high: int

    def geometric(self, ratio: Fraction) -> Disturb:
        """By rational coins, so few that every tape ends."""

        def disturb(value: int, randomness: Randomness) -> int:
            most = max(abs(self.high - value), abs(self.low - value))
            return self._clamp(value + two_sided_geometric(ratio, randomness, most))

        return disturb

    def gaussian(self, variance: Fraction) -> Disturb:
        """By the algorithm of production, from words of NARROW bits; the tapes that go on are cut off."""
        noise = Inversion(GaussianMagnitudes(variance), NARROW)
        return lambda value, randomness: self._clamp(value + noise.draw(randomness))

    def hidden(self, ratio: Fraction) -> Draw:
        """Two-sided geometric noise by rational coins; the tapes that go on are cut off."""
        return lambda randomness: two_sided_geometric(ratio, randomness)

    def _clamp(self, number: int) -> int:
        return min(max(number, self.low), self.high)


AS_DRAWN = AsDrawn()


def _added(noise: Noise) -> Disturb:
    return lambda value, randomness: value + noise.draw(randomness)
