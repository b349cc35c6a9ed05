"""Families of pairs of laws of sequences."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from concomp.model.laws.law import Law
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import laws, random_law

Sequence = tuple[int, ...]
PairOfSequences = tuple[Law[Sequence], Law[Sequence]]


@cache
def pairs_of_sequences(length: int, symbols: int, denominator: int) -> Family[PairOfSequences]:
    """Every pair of laws of sequences of a length over the symbols 0, 1, …, weights multiples of 1/denominator."""
    sequences = list(product(range(symbols), repeat=length))
    listed = [law.map(sequences.__getitem__) for law in laws(len(sequences), denominator)]
    return Family(
        f"all pairs of laws of {length} of {symbols} symbols with weights k/{denominator}",
        tuple((p, q) for p in listed for q in listed),
    )


@cache
def random_pairs_of_sequences(
    length: int, symbols: int, denominator: int, count: int, seed: int
) -> Family[PairOfSequences]:
    """`count` such pairs, drawn step by step with a fixed seed; after a history, weights k/denominator."""
    random = Random(seed)
    return Family(
        f"{count} random pairs of laws of {length} of {symbols} symbols with weights k/{denominator} (seed {seed})",
        tuple((_grown(random, *shape), _grown(random, *shape)) for shape in [(length, symbols, denominator)] * count),
    )


def _grown(random: Random, length: int, symbols: int, denominator: int) -> Law[Sequence]:
    law: Law[Sequence] = Law.point(())
    for _ in range(length):
        following = {history: random_law(random, range(symbols), denominator) for history in sorted(law)}
        law = Law(
            {
                (*history, symbol): weight * chance
                for history, weight in law.items()
                for symbol, chance in following[history].items()
            }
        )
    return law


def finite_sequences(length: int, symbols: int) -> list[Sequence]:
    """Every sequence of at most a length over the symbols 0, 1, …."""
    return [sequence for size in range(length + 1) for sequence in product(range(symbols), repeat=size)]


@cache
def random_pairs_of_finite_sequences(
    length: int, symbols: int, denominator: int, count: int, seed: int
) -> Family[PairOfSequences]:
    """`count` pairs of laws of sequences of at most a length, drawn with a fixed seed."""
    random = Random(seed)
    listed = finite_sequences(length, symbols)
    return Family(
        f"{count} random pairs of laws of at most {length} of {symbols} symbols with weights k/{denominator} "
        f"(seed {seed})",
        tuple((random_law(random, listed, denominator), random_law(random, listed, denominator)) for _ in range(count)),
    )


def geometric(stop: Fraction, length: int) -> Law[Sequence]:
    """The law of a run of zeros that ends before each with probability `stop`, and after `length` at the latest."""
    weights = {(0,) * size: stop * (1 - stop) ** size for size in range(length)}
    return Law({**weights, (0,) * length: (1 - stop) ** length})
