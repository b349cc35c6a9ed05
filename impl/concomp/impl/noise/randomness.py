"""Randomness: uniform integers, from which everything random is drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from fractions import Fraction
from math import lcm
from operator import index
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from concomp.model.laws.law import Law
from concomp.model.numbers import ParameterError

X = TypeVar("X", bound=Hashable)
Numbers = NDArray[np.uint64]


class Randomness(Protocol):
    """A source of randomness; whoever derives from it has the other methods from `below`."""

    @abstractmethod
    def below(self, bound: int) -> int:
        """A uniform integer from 0 to bound − 1; bound is at least 1."""

    def below_many(self, bound: int, size: int) -> Numbers:
        """So many of them, each independent of the others; bound is at most 2^64."""
        wanted = whole("size", size, 0)
        return np.fromiter((self.below(bound) for _ in range(wanted)), np.uint64, wanted)

    def falls(self, chance: Fraction) -> bool:
        """Whether a coin falls that does so with this rational chance, from 0 to 1."""
        return self.below(chance.denominator) < chance.numerator


def whole(name: str, value: object, least: int) -> int:
    """The integer that a value is, of Python or numpy; ParameterError if it is none, or below `least`."""
    try:
        number = index(value) if not isinstance(value, bool) else None  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least:
        raise ParameterError(name, value, f"give an integer of at least {least}")
    return number


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
