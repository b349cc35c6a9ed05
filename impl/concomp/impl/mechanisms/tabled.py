"""Clamped Gaussian noise by its law: for files about several rounds, where the tapes of each round would multiply."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from concomp.impl.mechanisms.noisy import NARROW, Clamped, Disturb
from concomp.impl.noise.inversion import Inversion
from concomp.impl.noise.magnitudes import GaussianMagnitudes
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import enumerate_tape

CUT = Fraction(1, 1 << 20)
"""The mass of a number's tapes that are cut off."""


@dataclass(frozen=True)
class Tabled(Clamped):
    """Noise clamped; the law of Gaussian noise is enumerated once, and numbers are drawn from it, a coin an outcome.

    What is cut off counts as the largest number, so that the law of a number is right but for CUT.
    """

    def gaussian(self, variance: Fraction) -> Disturb:
        """By the law of the algorithm of production."""
        noise = _law(variance)

        @cache
        def clamped(value: int) -> tuple[tuple[int, Fraction], ...]:
            masses: dict[int, Fraction] = {}
            for number, mass in noise.items():
                released = self._clamp(value + number)
                masses[released] = masses.get(released, Fraction(0)) + mass
            return tuple(masses.items())

        def disturb(value: int, randomness: Randomness) -> int:
            left = Fraction(1)
            for number, mass in clamped(value):
                if randomness.falls(mass / left):
                    return number
                left -= mass
            return self.high

        return disturb


@cache
def _law(variance: Fraction) -> dict[int, Fraction]:
    return enumerate_tape(Inversion(GaussianMagnitudes(variance), NARROW).draw, CUT).masses
