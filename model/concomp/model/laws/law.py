"""Finite laws.

A law gives finitely many outcomes positive rational weights that sum to one.
Everything random in the model is one of these, so that every probability is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product as cartesian
from typing import Any, Generic, TypeVar

from concomp.model.numbers import NumberError, exact, value_text

X = TypeVar("X", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)

ZERO = Fraction(0)
ONE = Fraction(1)


class Law(Generic[X]):
    """A law with finite support and rational weights; immutable, compared by its weights."""

    __slots__ = ("_hash", "_weights")

    def __init__(self, weights: Mapping[X, Fraction | int]) -> None:
        """Take outcome -> weight; outcomes of weight zero are dropped.

        Raises ValueError if a weight is a float, no number or negative, or the weights do not sum to 1.
        """
        if not isinstance(weights, Mapping):
            raise ValueError(f"the weights are {value_text(weights)}: give a mapping from outcomes to weights")
        every = {outcome: _weight(outcome, weight) for outcome, weight in weights.items()}
        positive = {outcome: weight for outcome, weight in every.items() if weight != 0}
        negative = [outcome for outcome, weight in every.items() if weight < 0]
        if negative:
            raise ValueError(f"weight of {negative[0]!r} is {every[negative[0]]}: weights must not be negative")
        total = sum(positive.values(), ZERO)
        if total != 1:
            raise ValueError(f"weights sum to {total}: they must sum to 1")
        self._weights = positive
        self._hash: int | None = None

    @classmethod
    def point(cls, outcome: X) -> Law[X]:
        """The law that gives `outcome` surely."""
        return _trusted({outcome: ONE})

    @classmethod
    def uniform(cls, outcomes: Iterable[X]) -> Law[X]:
        """The uniform law on distinct `outcomes`; ValueError if there are none or one is repeated."""
        listed = list(outcomes)
        if not listed or len(set(listed)) != len(listed):
            raise ValueError(f"a uniform law needs distinct outcomes, at least one; got {listed!r}")
        return cls({outcome: Fraction(1, len(listed)) for outcome in listed})

    @classmethod
    def coin(cls, heads: Fraction | int, if_heads: X, if_tails: X) -> Law[X]:
        """The law of a coin: `if_heads` with probability `heads`, otherwise `if_tails`."""
        return cls.gather([(if_heads, ZERO + heads), (if_tails, ONE - heads)])

    @classmethod
    def gather(cls, pairs: Iterable[tuple[X, Fraction]]) -> Law[X]:
        """The law that adds up the weights of equal outcomes among (outcome, weight) `pairs`."""
        weights: dict[X, Fraction] = {}
        for outcome, weight in pairs:
            weights[outcome] = weights.get(outcome, ZERO) + weight
        return cls(weights)

    def __getitem__(self, outcome: X) -> Fraction:
        """The probability of `outcome`, zero outside the support."""
        return self._weights.get(outcome, ZERO)

    def items(self) -> Iterable[tuple[X, Fraction]]:
        """The outcomes of the support with their probabilities."""
        return self._weights.items()

    @property
    def support(self) -> frozenset[X]:
        """The outcomes of positive probability."""
        return frozenset(self._weights)

    def probability(self, event: Callable[[X], bool]) -> Fraction:
        """The probability that `event` holds of the outcome."""
        return sum((weight for outcome, weight in self.items() if event(outcome)), ZERO)

    def map(self, function: Callable[[X], Y]) -> Law[Y]:
        """The law of function(outcome)."""
        weights: dict[Y, Fraction] = {}
        for outcome, weight in self.items():
            image = function(outcome)
            weights[image] = weights.get(image, ZERO) + weight
        return _trusted(weights)

    def bind(self, kernel: Callable[[X], Law[Y]]) -> Law[Y]:
        """The law of an outcome of kernel(x), x drawn from this law: randomised post-processing."""
        weights: dict[Y, Fraction] = {}
        for outcome, weight in self.items():
            for image, factor in kernel(outcome).items():
                weights[image] = weights.get(image, ZERO) + weight * factor
        return _trusted(weights)

    def __iter__(self) -> Iterator[X]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and self._weights == other._weights

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._weights.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Law, (self._weights,)

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {weight}" for outcome, weight in self.items())
        return f"Law({{{inside}}})"


def _weight(outcome: object, weight: object) -> Fraction:
    if isinstance(weight, float):
        raise ValueError(
            f"weight of {outcome!r} is {weight!r}, a float, which has been rounded already: give a Fraction"
        )
    try:
        return exact(weight)
    except NumberError as error:
        raise ValueError(f"weight of {outcome!r} is {value_text(weight)}: {error}") from None


def _trusted(weights: dict[Y, Fraction]) -> Law[Y]:
    """A law from weights that sum to one by construction."""
    law: Law[Y] = object.__new__(Law)
    law._weights = weights
    law._hash = None
    return law


def product_law(laws: Iterable[Law[X]]) -> Law[tuple[X, ...]]:
    """The law of independent draws, one from each of `laws`, as a tuple."""
    weights: dict[tuple[X, ...], Fraction] = {}
    for chosen in cartesian(*(law.items() for law in laws)):
        weight = ONE
        for _, factor in chosen:
            weight *= factor
        weights[tuple(outcome for outcome, _ in chosen)] = weight
    return _trusted(weights)
