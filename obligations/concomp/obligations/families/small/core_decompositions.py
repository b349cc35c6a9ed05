"""Small core decompositions: graphs with names for vertices, the users of a vertex, and what the server sees."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from concomp.model.applications.core_decomposition import (
    Graph,
    Schedule,
    graphs,
    until_stable,
    user_of_vertex,
)
from concomp.model.applications.local_privacy import LocalProtocol, View, server_view
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism

A, B = Fraction(1, 4), Fraction(1, 2)
"""The ratios of τ and ν."""
THRESHOLDS = ((1, 2, 3), (2, 1, 2))
"""Thresholds of three rounds."""
LABELLED = 5
"""All graphs with up to so many vertices are looked at: 1099."""


@cache
def user() -> InteractiveMechanism:
    """M_v, with noise of these ratios."""
    return user_of_vertex(A, B)


@cache
def labelled(most: int = LABELLED) -> tuple[Graph, ...]:
    """All graphs with up to so many vertices."""
    return tuple(graph for vertices in range(1, most + 1) for graph in graphs(vertices))


def stable(graph: Graph) -> Schedule:
    """The schedule that takes a threshold after the other, up to one that nobody passes."""
    return until_stable(max(2, len(graph)))


def views(protocol: LocalProtocol) -> dict[Graph, Law[View]]:
    """What the server sees, on every graph with the vertices of the protocol."""
    return {graph: server_view(protocol, graph) for graph in graphs(len(protocol.users))}
