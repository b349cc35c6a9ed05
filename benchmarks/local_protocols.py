"""Local protocols: a core decomposition of a large graph, with noise of the operating system's generator."""

from __future__ import annotations

import random
from collections.abc import Iterator

from benchmarks.figures import Figure
from benchmarks.timing import in_turns
from concomp.impl.local.core_decomposition import by_alignment, estimate_cores
from concomp.impl.local.graphs import Graph, graph_of
from concomp.model.applications.core_decomposition import listed

VERTICES, EDGES, ROUNDS = 10**4, 10**5, 100
E_EPS = 55
"""e^4."""


def figures() -> Iterator[Figure]:
    """All rounds; where d rises at the end only, so that few are removed, and where it rises throughout."""
    graph, noise = large_graph(), by_alignment(E_EPS)
    for name, thresholds in (
        ("d rises at the end", (*(1,) * (ROUNDS - 1), 2)),
        ("d rises from 1 to 25", tuple(1 + round_ // 4 for round_ in range(ROUNDS))),
    ):
        schedule = listed(thresholds)
        taken = min(in_turns({name: lambda schedule=schedule: estimate_cores(graph, noise, schedule)})[name].cpu)
        yield Figure(f"{VERTICES} vertices, {EDGES} edges, {ROUNDS} rounds, {name}", taken, 5.0, "s")


def large_graph() -> Graph:
    """A graph of so many edges, each drawn among all pairs."""
    numbers, edges = random.Random(19), set[tuple[int, int]]()
    while len(edges) < EDGES:
        one, other = numbers.randrange(VERTICES), numbers.randrange(VERTICES)
        if one < other:
            edges.add((one, other))
    return graph_of(sorted(edges), range(VERTICES))
