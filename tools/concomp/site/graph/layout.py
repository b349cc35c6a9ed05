"""Where statements and arrows lie: in layers, from what rests on others to what these rest on; grandalf's layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grandalf.graphs import Edge, Vertex, graph_core
from grandalf.graphs import Graph as Drawn
from grandalf.layouts import SugiyamaLayout

from concomp.site.graph.cone import Graph

WIDTH, HEIGHT = 116, 26
"""The size of a box."""
ACROSS, BETWEEN, BEND = 46, 8, 4
"""The distance between layers, between boxes of a layer, and the room of an arrow that passes a layer, in pixels."""
ROUNDS = 3

Point = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """The middles of boxes by statement, the ways of arrows, and the size of the whole."""

    places: dict[str, Point]
    ways: Sequence[Sequence[Point]]
    width: int
    height: int


@dataclass
class _Box:
    """A box as the library sees it: its layers lie below one another, ours beside one another."""

    w: float = HEIGHT
    h: float = WIDTH
    xy: tuple[float, float] = (0.0, 0.0)


def layout(graph: Graph) -> Layout:
    """The layers of a graph; what is not joined lies one below the other."""
    vertices = {key: Vertex(key) for key in graph.keys}
    for vertex in vertices.values():
        vertex.view = _Box()
    drawn = Drawn(list(vertices.values()), [Edge(vertices[upper], vertices[lower]) for upper, lower in graph.arrows])
    places: dict[str, Point] = {}
    ways: list[list[Point]] = []
    top = 0
    for core in sorted(drawn.C, key=lambda core: -core.order()):
        laid = _laid(core)
        own = {vertex.data: vertex.view.xy for vertex in core.sV}
        bends = list(_bends(core, laid))
        points = [*own.values(), *(point for way in bends for point in way)]
        least = min(y for y, _ in points), min(x for _, x in points)
        places |= {key: _place(point, least, top) for key, point in own.items()}
        ways += [[_place(point, least, top) for point in way] for way in bends]
        top += round(max(y for y, _ in points) - least[0]) + HEIGHT + 2 * BETWEEN
    right = max((x for x, _ in places.values()), default=0)
    return Layout(places, ways, right + WIDTH // 2, max(0, top - 2 * BETWEEN))


def _laid(core: graph_core) -> SugiyamaLayout:
    found = SugiyamaLayout(core)
    found.xspace, found.yspace, found.dw, found.dh = BETWEEN, ACROSS, BEND, WIDTH
    found.init_all(roots=[vertex for vertex in core.sV if not vertex.e_in()])
    found.draw(ROUNDS)
    return found


def _bends(core: graph_core, laid: SugiyamaLayout) -> Iterator[list[tuple[float, float]]]:
    """The points through which each arrow goes: its ends, and its place in each layer that it passes."""
    for edge in core.sE:
        upper, lower = edge.v
        passed = laid.ctrls.get(edge) or {0: upper, 1: lower}
        yield [passed[rank].view.xy for rank in sorted(passed)]


def _place(point: tuple[float, float], least: tuple[float, float], top: int) -> Point:
    """The library's point as ours."""
    across, down = point
    return round(down - least[1]) + WIDTH // 2, round(across - least[0]) + top + HEIGHT // 2
