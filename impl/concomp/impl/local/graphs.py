"""Graphs without loops and directions, as users hold them: each vertex knows its neighbours."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from concomp.model.numbers import ParameterError

Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Graph:
    """A graph; its vertices are counted from 0.

    names: of the vertices. starts: where the neighbours of each vertex start in `neighbours`, and where the last end.
    neighbours: of all vertices, one after the other.
    """

    names: tuple[Hashable, ...]
    starts: Indices
    neighbours: Indices

    def __len__(self) -> int:
        return len(self.names)

    @property
    def degrees(self) -> Indices:
        """How many neighbours each vertex has."""
        return np.diff(self.starts)

    @cached_property
    def held(self) -> tuple[frozenset[int], ...]:
        """What each user holds: the neighbours of the vertex."""
        bounds = pairwise(self.starts.tolist())
        return tuple(frozenset(self.neighbours[first:end].tolist()) for first, end in bounds)

    def lost(self, removed: Indices) -> Indices:
        """How many neighbours each vertex loses where these are removed."""
        starts, lengths = self.starts[removed], self.degrees[removed]
        places = np.repeat(starts - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        return np.bincount(self.neighbours[places], minlength=len(self))


def graph_of(edges: Iterable[tuple[Hashable, Hashable]], names: Sequence[Hashable] | None = None) -> Graph:
    """The graph with these edges; one that stands there twice, in whichever order, is one.

    names: of all vertices, those that are in no edge too; those of the edges, in the order in which they come, unless
    given. Raises ParameterError for what is no pair of vertices, a loop, an edge of a vertex without a name, and for a
    name that stands twice.
    """
    listed = [_pair(edge) for edge in edges]
    known = tuple(dict.fromkeys(name for edge in listed for name in edge) if names is None else names)
    place = {name: index for index, name in enumerate(known)}
    if len(place) < len(known):
        twice = next(name for index, name in enumerate(known) if place[name] != index)
        raise ParameterError("names", twice, "each vertex has one name: let it stand once")
    for edge in listed:
        if edge[0] == edge[1]:
            raise ParameterError("edge", edge, "an edge joins two vertices: leave out the loop")
        if not place.keys() >= set(edge):
            raise ParameterError("edge", edge, "name both vertices among the names")
    ends = np.array([[place[one], place[other]] for one, other in listed], np.int64).reshape(-1, 2)
    return _from_ends(known, ends)


def _pair(edge: object) -> tuple[Hashable, Hashable]:
    try:
        hash(edge)
        if isinstance(edge, tuple) and len(edge) == 2:
            return edge
    except TypeError:
        pass
    raise ParameterError("edge", edge, "give tuples of two vertices, such as networkx's graph.edges()")


def _from_ends(names: tuple[Hashable, ...], ends: Indices) -> Graph:
    """The graph whose edges join these indices; an edge may stand there several times."""
    both = np.unique(np.concatenate([ends, ends[:, ::-1]]), axis=0)
    starts = np.searchsorted(both[:, 0], np.arange(len(names) + 1))
    return Graph(names, starts, np.ascontiguousarray(both[:, 1]))


def core_numbers(graph: Graph) -> Indices:
    """The core number of each vertex, by peeling: d rises from 1, and whoever has fewer than d neighbours goes."""
    degrees, found = graph.degrees.copy(), np.zeros(len(graph), np.int64)
    left, threshold = np.arange(len(graph)), 1
    while len(left):
        goes = degrees[left] < threshold
        if not goes.any():
            threshold += 1
            continue
        removed, left = left[goes], left[~goes]
        found[removed] = threshold - 1
        degrees -= graph.lost(removed)
    return found
