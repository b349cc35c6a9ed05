"""Randomness: uniform integers, from which everything random is drawn."""

from __future__ import annotations

import random
import secrets
from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeVar

from concomp.model.laws.law import Law

X = TypeVar("X", bound=Hashable)


class Randomness(Protocol):
    """A source of randomness."""

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound − 1; bound is at least 1."""


class SystemRandomness:
    """The operating system's generator."""

    __slots__ = ()

    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound − 1."""
        return secrets.randbelow(bound)


class SeededRandomness:
    """Reproducible numbers, which protect nobody: whoever knows the seed knows them all. For tests."""

    __slots__ = ("_numbers",)

    def __init__(self, seed: int) -> None:
        """Take the seed."""
        self._numbers = random.Random(seed)

    def below(self, bound: int) -> int:
        """An integer from 0 to bound − 1."""
        return self._numbers.randrange(bound)


def draw(law: Law[X], randomness: Randomness) -> X:
    """An outcome of a finite law, with exactly its probabilities."""
    weights = list(law.items())
    common = lcm(*(weight.denominator for _, weight in weights))
    place = Fraction(randomness.below(common), common)
    for outcome, weight in weights:
        if place < weight:
            return outcome
        place -= weight
    raise AssertionError("the weights of a law sum to 1")
