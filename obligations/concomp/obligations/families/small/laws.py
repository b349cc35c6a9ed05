"""Families of laws and of pairs of laws on few points."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import TypeVar

from concomp.model.laws.law import Law
from concomp.obligations.families.family import Family

X = TypeVar("X", bound=Hashable)
PairOfLaws = tuple[Law[int], Law[int]]
ODDS = (Fraction(1), Fraction(3, 2), Fraction(3))
"""The values of e^ε at which the members of a family are compared."""


@cache
def laws(points: int, denominator: int) -> Family[Law[int]]:
    """Every law on the points 0, 1, …, points − 1 whose weights are multiples of 1/denominator."""
    return Family(
        f"all laws on {points} points with weights k/{denominator}",
        tuple(_law(counts) for counts in counts_of(points, denominator)),
    )


@cache
def pairs_of_laws(points: int, denominator: int) -> Family[PairOfLaws]:
    """Every ordered pair of such laws."""
    return Family(
        f"all pairs of laws on {points} points with weights k/{denominator}",
        tuple((p, q) for p in laws(points, denominator) for q in laws(points, denominator)),
    )


@cache
def random_pairs_of_laws(points: int, denominator: int, count: int, seed: int) -> Family[PairOfLaws]:
    """`count` ordered pairs of such laws, drawn with a fixed seed."""
    random = Random(seed)
    return Family(
        f"{count} random pairs of laws on {points} points with weights k/{denominator} (seed {seed})",
        tuple(
            (random_law(random, range(points), denominator), random_law(random, range(points), denominator))
            for _ in range(count)
        ),
    )


def counts_of(points: int, total: int) -> Iterator[tuple[int, ...]]:
    """Every way to write `total` as an ordered sum of `points` integers ≥ 0."""
    if points == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in counts_of(points - 1, total - first):
            yield (first, *rest)


def _law(counts: tuple[int, ...]) -> Law[int]:
    return Law({point: Fraction(count, sum(counts)) for point, count in enumerate(counts)})


def random_law(random: Random, outcomes: Sequence[X], denominator: int) -> Law[X]:
    """A law on `outcomes` made of `denominator` independent draws of weight 1/denominator."""
    return Law.gather((random.choice(outcomes), Fraction(1, denominator)) for _ in range(denominator))
