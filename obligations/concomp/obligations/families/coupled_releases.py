"""A mechanism in two worlds in which the same numbers are released: what its noise has to hide, and nothing else.

Noise is anything here; what is released on the right is what was released on the left. So what is computed from what
was released is the same, and how far the numbers are apart before noise is what a theorem on noise asks for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from concomp.impl.mechanisms.noisy import Disturb, Draw, Noisy
from concomp.impl.mechanisms.specification import Specification
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness
from concomp.obligations.expectation import expect

WIDEST = 10**6
"""The largest noise."""


class Releases(Noisy):
    """Notes each number and what is released of it."""

    def __init__(self, released: Iterator[int] | None, seed: int) -> None:
        """Take what is to be released; None for the number with noise from a seed."""
        self.numbers, self.released = list[int](), list[int]()
        self._given, self._noise = released, random.Random(seed)

    def geometric(self, ratio: Fraction) -> Disturb:
        """What notes."""
        return self._disturb

    def gaussian(self, variance: Fraction) -> Disturb:
        """What notes."""
        return self._disturb

    def hidden(self, ratio: Fraction) -> Draw:
        """Noise that is kept is nothing that can be the same in both worlds."""
        raise AssertionError("a mechanism that keeps noise is not told by what it releases")

    def _disturb(self, value: int, randomness: Randomness) -> int:
        self.numbers.append(value)
        noisy = value + self._noise.randint(-WIDEST, WIDEST)
        self.released.append(noisy if self._given is None else next(self._given))
        return self.released[-1]


def differences(mechanism: Specification, left: Sequence[int], right: Sequence[int], seed: int = 0) -> list[int]:
    """How far apart the numbers are, right minus left, if the same is released; Violation if answers differ then."""
    here = Releases(None, seed)
    answers = _run(mechanism, here, left)
    there = Releases(iter(here.released), seed)
    expect(_run(mechanism, there, right) == answers, f"{mechanism!r} answers by more than what it releases")
    return [one - zero for zero, one in zip(here.numbers, there.numbers, strict=True)]


def _run(mechanism: Specification, noisy: Noisy, messages: Sequence[int]) -> list[object]:
    respond = mechanism.start(noisy, SeededRandomness(0))
    return [respond(message) for message in messages]
