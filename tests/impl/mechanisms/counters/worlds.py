"""Two worlds in which the same numbers are released: what the noise has to hide."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from concomp.impl.mechanisms.counters.counter import Counter
from concomp.impl.mechanisms.noisy import Disturb, Draw, Noisy
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness


class Left(Noisy):
    """Notes the numbers, and adds noise of a wide range to them."""

    def __init__(self, seed: int) -> None:
        self.numbers: list[int] = []
        self.released: list[int] = []
        self._random = random.Random(seed)

    def geometric(self, ratio: Fraction) -> Disturb:
        return self._disturb

    def gaussian(self, variance: Fraction) -> Disturb:
        return self._disturb

    def hidden(self, ratio: Fraction) -> Draw:
        raise AssertionError("counters keep no noise")

    def _disturb(self, value: int, randomness: Randomness) -> int:
        self.numbers.append(value)
        self.released.append(value + self._random.randint(-(10**6), 10**6))
        return self.released[-1]


class Right(Left):
    """Notes the numbers, and releases what was released on the left."""

    def __init__(self, left: Left) -> None:
        super().__init__(0)
        self._given = iter(left.released)

    def _disturb(self, value: int, randomness: Randomness) -> int:
        self.numbers.append(value)
        return next(self._given)


def differences(counter: Counter, left: Sequence[int], right: Sequence[int], seed: int = 0) -> list[int]:
    """How far the numbers are apart that are released for two streams, if the same is released for both."""
    here = Left(seed)
    respond = counter.start(here, SeededRandomness(0))
    answers = [respond(item) for item in left]
    there = Right(here)
    respond = counter.start(there, SeededRandomness(0))
    again = [respond(item) for item in right]
    # What is answered is computed from what is released, exactly, and from nothing else.
    assert answers == again
    return [a - b for a, b in zip(here.numbers, there.numbers, strict=True)]
