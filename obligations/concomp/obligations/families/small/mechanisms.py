"""Families of small interactive mechanisms.

Each mechanism has the two initial states 0 and 1, answers 0 and 1, and queries 0, 1, …. In a *tree* the state is
the initial state together with all that was asked and answered, so nothing is hidden but the initial state. In a
*machine* a state of two is kept that the answers need not show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import laws, random_law
from concomp.obligations.families.small.tables import mechanism_of_table

BITS = (0, 1)
MOVES: tuple[tuple[int, int], ...] = tuple(product(BITS, BITS))
"""The outcomes (new state, answer) of a machine."""


@cache
def trees(rounds: int, denominator: int) -> Family[InteractiveMechanism]:
    """Every tree with one query: a coin k/denominator for each initial state and each history of answers."""
    nodes = [(start, *history) for start in BITS for history in histories(1, rounds)]
    return Family(
        f"all {rounds}-round mechanisms with one query, answers 0 and 1 and weights k/{denominator}",
        tuple(
            tree(nodes, coins, 1, f"tree {_listing(coins)}")
            for coins in product(chances(denominator), repeat=len(nodes))
        ),
    )


@cache
def random_trees(queries: int, rounds: int, denominator: int, count: int, seed: int) -> Family[InteractiveMechanism]:
    """`count` trees with several queries, coins k/denominator drawn with a fixed seed."""
    random = Random(seed)
    nodes = [(start, *history) for start in BITS for history in histories(queries, rounds)]
    drawn = [[random.choice(chances(denominator)) for _ in nodes] for _ in range(count)]
    return Family(
        f"{count} random {rounds}-round mechanisms with {queries} queries, answers 0 and 1 "
        f"and weights k/{denominator} (seed {seed})",
        tuple(tree(nodes, coins, queries, f"tree {_listing(coins)}") for coins in drawn),
    )


@cache
def machines(denominator: int) -> Family[InteractiveMechanism]:
    """Every machine on two hidden states with one query: a law on (new state, answer) for each state."""
    rows = [law.map(MOVES.__getitem__) for law in laws(len(MOVES), denominator)]
    return Family(
        f"all mechanisms on two hidden states with one query, answers 0 and 1 and weights k/{denominator}",
        tuple(machine(choice, 1, BITS) for choice in product(rows, repeat=2)),
    )


@cache
def random_machines(queries: int, denominator: int, count: int, seed: int) -> Family[InteractiveMechanism]:
    """`count` machines on two hidden states with several queries, drawn with a fixed seed."""
    random = Random(seed)
    return Family(
        f"{count} random mechanisms on two hidden states with {queries} queries, answers 0 and 1 "
        f"and weights k/{denominator} (seed {seed})",
        tuple(
            machine([random_law(random, MOVES, denominator) for _ in range(2 * queries)], queries, BITS)
            for _ in range(count)
        ),
    )


def machine(rows: Sequence[Law[tuple[int, int]]], queries: int, initial_states: Sequence[int]) -> InteractiveMechanism:
    """The machine whose rows are listed by state, then by query."""
    table = dict(zip(product(BITS, range(queries)), rows, strict=True))
    return mechanism_of_table(table, initial_states, range(queries), f"machine {' | '.join(map(_moves, rows))}")


def tree(nodes: Sequence[tuple[Any, ...]], coins: Iterable[Fraction], queries: int, name: str) -> InteractiveMechanism:
    """The tree that answers 1 with the chance listed at each node (initial state, query, answer, query, …, query)."""
    return mechanism_of_table(tree_rows(nodes, coins), ((0,), (1,)), range(queries), name)


def tree_rows(nodes: Sequence[tuple[Any, ...]], coins: Iterable[Fraction]) -> dict[Any, Law[Any]]:
    """The rows of a tree: in the state that is the past, a coin for the answer, which joins the past."""
    return {
        (node[:-1], node[-1]): Law({((*node, 1), 1): coin, ((*node, 0), 0): 1 - coin})
        for node, coin in zip(nodes, coins, strict=True)
    }


def histories(queries: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Every (query, answer, query, …, query) with at most `rounds` queries."""
    for length in range(rounds):
        for past in product(product(range(queries), BITS), repeat=length):
            for query in range(queries):
                yield (*(item for round_ in past for item in round_), query)


def chances(denominator: int) -> tuple[Fraction, ...]:
    """The probabilities 0, 1/denominator, …, 1."""
    return tuple(Fraction(k, denominator) for k in range(denominator + 1))


def _listing(coins: Iterable[Fraction]) -> str:
    return " ".join(map(str, coins))


def _moves(row: Law[tuple[int, int]]) -> str:
    return " ".join(f"{weight}:{state}{answer}" for (state, answer), weight in row.items())
