"""Clamped Gaussian noise by its law: for files about several rounds, where the tapes of each round would multiply."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.mechanisms.noisy import Clamped, Disturb
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import enumerate_tape

CUT = Fraction(1, 1 << 20)
"""The mass of a number's tapes that are cut off."""


@dataclass(frozen=True)
class Tabled(Clamped):
    """Noise clamped; Gaussian noise is enumerated once, and then drawn from its law, a coin an outcome.

    What is cut off counts as the largest number, so that the law of a number is right but for CUT.
    """

    def gaussian(self, variance: Fraction) -> Disturb:
        """By the law of a number that is clamped only after noise that nobody sees beyond the clamp."""
        span = self.high - self.low
        sample = Clamped(-span, span).gaussian(variance)
        noise = enumerate_tape(lambda tape: sample(0, tape), CUT).masses

        def disturb(value: int, randomness: Randomness) -> int:
            left = Fraction(1)
            for number, chance in noise.items():
                if randomness.falls(chance / left):
                    return self._clamp(value + number)
                left -= chance
            return self.high

        return disturb
