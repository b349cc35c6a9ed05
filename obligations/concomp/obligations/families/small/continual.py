"""Families of small continual mechanisms on the messages 0 and 1.

Their answers are 0 and 1, and they halt after their last round. *Trees* remember every message and answer;
*two-stage* mechanisms draw a first answer that does not depend on the message, and then a second one that depends on
the first answer and on the second message; *machines* keep one hidden bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import random_law
from concomp.obligations.families.small.mechanisms import BITS, MOVES, chances, histories, machine, tree_rows
from concomp.obligations.families.small.tables import mechanism_of_table


@cache
def one_round(denominator: int) -> Family[InteractiveMechanism]:
    """Every one-round continual mechanism: a coin for each message."""
    nodes = list(histories(2, 1))
    return Family(
        f"all one-round continual mechanisms with messages and answers 0 and 1 and weights k/{denominator}",
        tuple(continual_tree(nodes, coins) for coins in product(chances(denominator), repeat=2)),
    )


@cache
def two_stage(denominator: int) -> Family[InteractiveMechanism]:
    """Every two-round mechanism whose first answer ignores the message: a coin, then one for each (answer, message)."""
    return Family(
        "all two-round continual mechanisms with messages and answers 0 and 1, the first answer independent of the "
        f"first message, weights k/{denominator}",
        tuple(two_stage_mechanism(first, second) for first, *second in product(chances(denominator), repeat=5)),
    )


@cache
def random_continual_trees(rounds: int, denominator: int, count: int, seed: int) -> Family[InteractiveMechanism]:
    """`count` trees of `rounds` rounds, a coin for each history and message, drawn with a fixed seed."""
    random = Random(seed)
    nodes = list(histories(2, rounds))
    return Family(
        f"{count} random {rounds}-round continual mechanisms with messages and answers 0 and 1 "
        f"and weights k/{denominator} (seed {seed})",
        tuple(continual_tree(nodes, [random.choice(chances(denominator)) for _ in nodes]) for _ in range(count)),
    )


@cache
def random_continual_machines(denominator: int, count: int, seed: int) -> Family[InteractiveMechanism]:
    """`count` machines on one hidden bit, started at 0, drawn with a fixed seed; they never halt."""
    random = Random(seed)
    return Family(
        f"{count} random continual mechanisms with one hidden bit, messages and answers 0 and 1 "
        f"and weights k/{denominator} (seed {seed})",
        tuple(machine([random_law(random, MOVES, denominator) for _ in range(4)], 2, (0,)) for _ in range(count)),
    )


def two_stage_mechanism(first: Fraction, second: Sequence[Fraction]) -> InteractiveMechanism:
    """Answer 1 with chance `first`; then answer 1 with the chance listed for (first answer, second message)."""
    nodes = list(histories(2, 2))
    by_node = dict(zip(product(BITS, BITS), second, strict=True))
    coins = [first if len(node) == 1 else by_node[node[1], node[2]] for node in nodes]
    return continual_tree(nodes, coins)


def continual_tree(nodes: Sequence[tuple[Any, ...]], coins: Iterable[Fraction]) -> InteractiveMechanism:
    """The continual mechanism that answers 1 with the chance listed at each node (message, answer, …, message)."""
    listed = list(coins)
    return mechanism_of_table(tree_rows(nodes, listed), ((),), BITS, f"continual tree {' '.join(map(str, listed))}")
