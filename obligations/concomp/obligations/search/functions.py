"""Verification functions as sets of accepted sequences, and the classes of them that theorems speak about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from random import Random

from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.small.functions import PAIRS, sequences_of

Sequence = tuple[Pair, ...]
Accepted = frozenset[Sequence]
"""A prefix-closed set of sequences."""


@dataclass(frozen=True, eq=False)
class Functions:
    """A class of prefix-closed functions.

    name: what they have in common. universe: the sequences that they may accept.
    orbit: which sequences are accepted together with a given one.
    """

    name: str
    universe: tuple[Sequence, ...]
    orbit: Callable[[Sequence], tuple[Sequence, ...]]

    def toggle(self, accepted: Accepted, sequence: Sequence) -> Accepted:
        """The function that accepts a sequence no longer, or now does, and stays in the class."""
        together = self.orbit(sequence)
        if sequence in accepted:
            return frozenset(each for each in accepted if not any(_begins(each, one) for one in together))
        return accepted | {each[:length] for each in together for length in range(1, len(each) + 1)}

    def draw(self, random: Random) -> Accepted:
        """A function with some of the longest sequences, drawn at random."""
        longest = max(map(len, self.universe))
        whole = [sequence for sequence in self.universe if len(sequence) == longest]
        accepted: Accepted = frozenset()
        for sequence in random.sample(whole, min(len(whole), random.randint(1, 4))):
            if sequence not in accepted:
                accepted = self.toggle(accepted, sequence)
        return accepted


def _begins(sequence: Sequence, start: Sequence) -> bool:
    return sequence[: len(start)] == start


def _alone(sequence: Sequence) -> tuple[Sequence, ...]:
    return (sequence,)


def _with_its_mirror(sequence: Sequence) -> tuple[Sequence, ...]:
    return tuple(dict.fromkeys((sequence, tuple((right, left) for left, right in sequence))))


def _identical(sequence: Sequence) -> bool:
    return all(left == right for left, right in sequence)


ORDERED: tuple[Pair, ...] = ((0, 0), (0, 1), (1, 0))
"""Pairs of bits, the identical pair of ones left out."""


def any_function(rounds: int) -> Functions:
    """Every prefix-closed function on pairs of bits."""
    return Functions("any function", tuple(sequences_of(ORDERED, rounds)), _alone)


def rising_functions(rounds: int) -> Functions:
    """Those that accept no pair but (0,0) and (0,1)."""
    return Functions("any function on (0,0) and (0,1)", tuple(sequences_of(((0, 0), (0, 1)), rounds)), _alone)


def swap_invariant(rounds: int) -> Functions:
    """Those that do not change when the two sides are exchanged."""
    return Functions("any swap-invariant function", tuple(sequences_of(ORDERED, rounds)), _with_its_mirror)


def consistent(rounds: int) -> Functions:
    """Those that are first-pair consistent."""
    universe = [each for each in sequences_of(ORDERED, rounds) if each[0][0] != each[0][1] or _identical(each)]
    return Functions("any first-pair consistent function", tuple(universe), _alone)


def interactive_functions(rounds: int) -> Functions:
    """Those of interactive mechanisms: a pair of initial states, and then identical queries."""
    identical = [pair for pair in PAIRS if pair[0] == pair[1]]
    universe = [
        (first, *rest) for length in range(rounds) for first in PAIRS for rest in product(identical, repeat=length)
    ]
    return Functions("any relation of initial states, identical queries", tuple(universe), _alone)
