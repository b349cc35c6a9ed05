"""What mechanisms have in common that answer a number with noise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Container

from concomp.impl.mechanisms.functions import Numbers, numbers
from concomp.impl.mechanisms.noisy import Clamped, Disturb, Noisy
from concomp.impl.mechanisms.specification import Integers, Specification
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond


class ReleasedNumbers(Specification):
    """Answers so many numbers, each at most Δ apart, with noise of its own.

    Those who derive from it have `sensitivity`, Δ, and `differing`, how many numbers are answered.
    """

    sensitivity: int
    differing: int

    @abstractmethod
    def disturb(self, noisy: Noisy) -> Disturb:
        """What adds the noise."""

    @property
    @abstractmethod
    def shown(self) -> Clamped:
        """Between which numbers answers are shown in an audit, where numbers are from 0 to Δ."""

    @property
    def function(self) -> Numbers:
        """So many numbers, each at most Δ apart."""
        return numbers(self.differing, self.sensitivity)

    @property
    def rounds(self) -> int:
        """As many as may differ."""
        return self.differing

    @property
    def answers(self) -> Container[int]:
        """All integers."""
        return Integers()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        disturb = self.disturb(noisy)
        return lambda number: disturb(number, randomness)

    def instance(self, rounds: int) -> Instance:
        """It on the numbers 0 to Δ, its answers clamped to those that are shown."""
        ends = self.shown
        return Instance(lambda source: self.start(ends, source), self.function, range(self.sensitivity + 1), rounds)
