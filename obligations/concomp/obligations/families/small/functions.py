"""Families of verification functions on pairs of the messages 0 and 1.

The named ones are predicates on whole sequences; between them they are symmetric and asymmetric, first-pair
consistent and not, prefix-closed and not. The exhaustive ones are given by the sequences they accept.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Any

from concomp.model.mechanisms.verification import Pair, Predicate
from concomp.obligations.families.family import Family

PAIRS: tuple[Pair, ...] = ((0, 0), (1, 1), (0, 1), (1, 0))
RISING_PAIRS: tuple[Pair, ...] = ((0, 0), (0, 1))
BOTH_WAYS: tuple[Pair, ...] = ((0, 0), (0, 1), (1, 0))
Sequences = frozenset[tuple[Pair, ...]]


def _differences(sequence: Sequence[Pair]) -> int:
    return sum(left != right for left, right in sequence)


ANY = Predicate(lambda _: True, "any")
AT_MOST_ONE_DIFFERENCE = Predicate(lambda sequence: _differences(sequence) <= 1, "at most one difference")
IDENTICAL_AFTER_FIRST = Predicate(lambda sequence: _differences(sequence[1:]) == 0, "identical after the first")
FIRST_PAIR_CONSISTENT = Predicate(
    lambda sequence: sequence[0][0] != sequence[0][1] or _differences(sequence) == 0, "first-pair consistent"
)
IDENTICAL_FIRST = Predicate(lambda sequence: sequence[0][0] == sequence[0][1], "identical first")
RISING = Predicate(lambda sequence: all(left <= right for left, right in sequence), "rising (0,1) only")
RISING_AFTER_FIRST = Predicate(
    lambda sequence: sequence[0] == (0, 0) and all(left <= right for left, right in sequence[1:]),
    "(0,0), then rising",
)
IDENTICAL = Predicate(lambda sequence: _differences(sequence) == 0, "identical pairs only")
NOTHING_VALID = Predicate(lambda _: False, "nothing")
EVEN_DIFFERENCES = Predicate(lambda sequence: _differences(sequence) % 2 == 0, "an even number of differences")
SINGLE_OR_DIFFERENT = Predicate(
    lambda sequence: len(sequence) != 1 or sequence[0] == (0, 1), "the first pair is (0,1), anything later"
)
ONLY_LENGTH_TWO = Predicate(lambda sequence: len(sequence) == 2, "length two only")


@cache
def named_functions() -> Family[Predicate]:
    """The named verification functions on pairs of bits."""
    return Family(
        "named verification functions on pairs of bits",
        (
            ANY,
            AT_MOST_ONE_DIFFERENCE,
            IDENTICAL_AFTER_FIRST,
            FIRST_PAIR_CONSISTENT,
            IDENTICAL_FIRST,
            RISING,
            RISING_AFTER_FIRST,
            IDENTICAL,
            NOTHING_VALID,
            EVEN_DIFFERENCES,
            SINGLE_OR_DIFFERENT,
            ONLY_LENGTH_TWO,
        ),
    )


def function_accepting(sequences: Collection[tuple[Pair, ...]]) -> Predicate:
    """The function that accepts exactly `sequences`."""
    accepted = frozenset(sequences)
    return Predicate(accepted.__contains__, f"accepts {_text(accepted)}")


@cache
def prefix_closed_functions(pairs: tuple[Pair, ...], length: int) -> Family[Predicate]:
    """Every prefix-closed function on sequences of `pairs` up to `length`; longer ones are rejected."""
    return Family(
        f"all prefix-closed functions on sequences of {_pairs(pairs)} up to length {length}",
        tuple(map(function_accepting, _prefix_closed(pairs, length))),
    )


@cache
def all_functions(pairs: tuple[Pair, ...], length: int) -> Family[Predicate]:
    """Every function on sequences of `pairs` up to `length`; longer ones are rejected."""
    sequences = list(sequences_of(pairs, length))
    subsets = chain.from_iterable(combinations(sequences, size) for size in range(len(sequences) + 1))
    return Family(
        f"all functions on sequences of {_pairs(pairs)} up to length {length}", tuple(map(function_accepting, subsets))
    )


def sequences_of(pairs: Sequence[Pair], length: int) -> list[tuple[Pair, ...]]:
    """Every sequence of 1, 2, …, length pairs."""
    return [sequence for size in range(1, length + 1) for sequence in product(pairs, repeat=size)]


def _prefix_closed(pairs: Sequence[Pair], length: int) -> list[Sequences]:
    """Every prefix-closed set of non-empty sequences: for each first pair nothing, or it and such a set after it."""
    if length == 0:
        return [frozenset()]
    after = _prefix_closed(pairs, length - 1)
    choices = [[frozenset[tuple[Pair, ...]](), *(_begun_with(pair, deeper) for deeper in after)] for pair in pairs]
    return [frozenset(chain.from_iterable(choice)) for choice in product(*choices)]


def _begun_with(pair: Pair, deeper: Sequences) -> Sequences:
    return frozenset({(pair,), *((pair, *rest) for rest in deeper)})


def _pairs(pairs: Sequence[Pair]) -> str:
    return "{" + ", ".join(f"({left},{right})" for left, right in pairs) + "}"


def _text(accepted: Collection[tuple[Any, ...]]) -> str:
    words = ("·".join(f"{left}{right}" for left, right in sequence) for sequence in sorted(accepted))
    return "{" + ", ".join(words) + "}"
