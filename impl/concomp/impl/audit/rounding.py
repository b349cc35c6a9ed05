"""Rounding of beliefs, so that there are few of them.

What an adversary can gain grows with the weight of every hidden state in the suspected world and falls with that in
the other. Weights rounded up in the one and down in the other thus bound the gain from above, and the other way
round from below.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO

Weights = tuple[tuple[int, int], ...]
"""((state, positive integer weight), …), by state, without a common factor."""
Rounded = tuple[fmpq, Weights]
"""(how much the total weight grew, the weights)."""


@dataclass(frozen=True)
class Rounding:
    """How beliefs are rounded in world 0, the suspected one, and in world 1."""

    world_0: Callable[[Weights], Rounded]
    world_1: Callable[[Weights], Rounded]


def exact(weights: Weights) -> Rounded:
    """The weights as they are."""
    return ONE, weights


EXACT = Rounding(exact, exact)


def upper(bits: int) -> Rounding:
    """Rounding to so many bits that bounds the gain from above."""
    return Rounding(lambda weights: _rounded(weights, bits, 1), lambda weights: _rounded(weights, bits, 0))


def lower(bits: int) -> Rounding:
    """Rounding to so many bits that bounds the gain from below."""
    return Rounding(lambda weights: _rounded(weights, bits, 0), lambda weights: _rounded(weights, bits, 1))


def _rounded(weights: Weights, bits: int, up: int) -> Rounded:
    """The weights in units of the largest divided by 2^bits, rounded up or down."""
    largest = max(weight for _, weight in weights)
    if largest.bit_length() <= bits:
        return ONE, weights
    scaled = [(state, ((weight << bits) + up * (largest - 1)) // largest) for state, weight in weights]
    kept = [(state, weight) for state, weight in scaled if weight]
    common = gcd(*(weight for _, weight in kept))
    if not kept:
        return ZERO, ()
    grown = fmpq(sum(weight for _, weight in kept) * largest, sum(weight for _, weight in weights) << bits)
    return grown, tuple((state, weight // common) for state, weight in kept)
