"""Interactive mechanisms whose two worlds answer alike for some rounds, and then no longer."""

from __future__ import annotations

from functools import cache
from random import Random

from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.mechanisms import BITS, chances, histories, tree


@cache
def agreeing_trees(
    queries: int, rounds: int, common: int, denominator: int, count: int, seed: int
) -> Family[InteractiveMechanism]:
    """`count` trees with a fixed seed, in which the coins of the first `common` rounds do not depend on the start."""
    random = Random(seed)
    pasts = list(histories(queries, rounds))
    nodes = [(start, *past) for start in BITS for past in pasts]

    def drawn(number: int) -> InteractiveMechanism:
        first = [random.choice(chances(denominator)) for _ in pasts]
        second = [
            coin if len(past) < 2 * common else random.choice(chances(denominator))
            for past, coin in zip(pasts, first, strict=True)
        ]
        return tree(nodes, (*first, *second), queries, f"agreeing tree {number}")

    return Family(
        f"{count} random {rounds}-round mechanisms with {queries} queries, answers 0 and 1 and weights k/{denominator},"
        f" whose worlds agree in the first {common} rounds (seed {seed})",
        tuple(drawn(number) for number in range(count)),
    )
