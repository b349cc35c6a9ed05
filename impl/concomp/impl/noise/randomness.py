"""Randomness: uniform integers, from which everything random is drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from concomp.model.laws.law import Law

X = TypeVar("X", bound=Hashable)
Numbers = NDArray[np.uint64]


class Randomness(Protocol):
    """A source of randomness; whoever derives from it has `below_many` from `below`."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound − 1; bound is at least 1."""

    def below_many(self, bound: int, size: int) -> Numbers:
        """So many of them, each independent of the others; bound is at most 2^64."""
        return np.fromiter((self.below(bound) for _ in range(size)), np.uint64, size)


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
