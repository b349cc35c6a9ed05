"""Graphs and edge lists: core numbers as networkx has them, and files with what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import networkx
import pytest

from concomp.impl.local.edge_lists import EdgeListError, read_edge_list
from concomp.impl.local.graphs import Graph, core_numbers, graph_of
from concomp.model.applications.core_decomposition import core_numbers as by_definition
from concomp.model.applications.core_decomposition import graphs
from concomp.model.numbers import ParameterError


def drawn(graph: networkx.Graph) -> Graph:
    return graph_of(graph.edges, list(graph.nodes))


def oracle(graph: networkx.Graph) -> list[int]:
    found = networkx.core_number(graph)
    return [found[vertex] for vertex in graph.nodes]


def test_core_numbers_of_all_small_graphs_are_those_of_networkx() -> None:
    atlas = [graph for graph in networkx.graph_atlas_g() if len(graph)]
    assert len(atlas) == 1252
    for graph in atlas:
        assert core_numbers(drawn(graph)).tolist() == oracle(graph)


@pytest.mark.parametrize(
    "graph",
    [
        networkx.karate_club_graph(),
        networkx.les_miserables_graph(),
        networkx.davis_southern_women_graph(),
        networkx.florentine_families_graph(),
        networkx.gnp_random_graph(200, 0.1, seed=7),
    ],
    ids=["karate", "les misérables", "Davis women", "Florentine families", "random"],
)
def test_core_numbers_of_known_graphs_are_those_of_networkx(graph: networkx.Graph) -> None:
    assert core_numbers(drawn(graph)).tolist() == oracle(graph)


def test_core_numbers_by_definition_are_those_of_networkx() -> None:
    for graph in graphs(4):
        ours = networkx.Graph((one, other) for one, held in enumerate(graph) for other in held)
        ours.add_nodes_from(range(4))
        assert list(by_definition(graph)) == [networkx.core_number(ours)[vertex] for vertex in range(4)]


def test_a_graph_says_what_users_hold() -> None:
    graph = graph_of([("a", "b"), ("c", "b"), ("b", "a")], "abcd")
    assert graph.held == (frozenset({1}), frozenset({0, 2}), frozenset({1}), frozenset())
    assert graph.degrees.tolist() == [1, 2, 1, 0]
    assert graph.lost(graph.neighbours[:1]).tolist() == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("edges", "names", "message"),
    [
        ([(1, 1)], None, r"^edge is \(1, 1\): an edge joins two vertices: leave out the loop$"),
        ([(1, 2)], [1, 3], r"^edge is \(1, 2\): name both vertices among the names$"),
        ([1, 2], None, r"^edge is 1: give tuples of two vertices, such as networkx's graph.edges\(\)$"),
        ([(1, 2, 0)], None, r"^edge is \(1, 2, 0\): give tuples of two vertices"),
        ([({}, 2)], None, r"^edge is \(\{\}, 2\): give tuples of two vertices"),
        ([(1, 2)], [1, 2, 1], r"^names is 1: each vertex has one name: let it stand once$"),
    ],
)
def test_what_is_no_graph_is_refused(edges: list[tuple[int, int]], names: list[int] | None, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        graph_of(edges, names)


def written(folder: Path, text: str) -> Path:
    path = folder / "edges.txt"
    path.write_text(text, "utf-8")
    return path


def test_an_edge_list_of_snap_is_read(tmp_path: Path) -> None:
    text = "# Directed graph\n# Nodes: 4 Edges: 5\n# FromNodeId\tToNodeId\n7\t3\n3\t7\n\n3 12\n12\t100\n"
    graph = read_edge_list(written(tmp_path, text))
    assert graph.names == (3, 7, 12, 100)
    assert graph.held == (frozenset({1, 2}), frozenset({0}), frozenset({0, 3}), frozenset({2}))


def test_comments_hold_what_they_like_and_lines_end_as_elsewhere(tmp_path: Path) -> None:
    graph = read_edge_list(written(tmp_path, "\ufeff# c \u2028 5 6\x0b7 8\r\n0 \t 1\r\n"))
    assert graph.names == (0, 1)


def test_nobody_is_a_user_of_a_graph_without_vertices() -> None:
    assert graph_of([], []).held == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\u00a02\n", "line 1, '1\\xa02': write two vertices, integers of at least 0, a tab or space between"),
        ("1 2\n1 2 3\n", "line 2, '1 2 3': write two vertices, integers of at least 0, a tab or space between"),
        ("1 2\nx 2\n", "line 2, 'x 2': write two vertices, integers of at least 0, a tab or space between"),
        ("1 2\n1.5 2\n", "line 2, '1.5 2': write two vertices, integers of at least 0, a tab or space between"),
        ("# Nodes\n4 4\n", "line 2, '4 4': it is a loop: leave it out"),
        ("1 -2\n", "line 1, '1 -2': a vertex is negative: number vertices from 0"),
        (
            "1 2\n5\n",
            "line 2, '5': the vertex is in no edge: write two vertices, integers of at least 0, a tab or space between",
        ),
        (
            "# Nodes: 3 Edges: 1\n1 2\n",
            "line 1, '# Nodes: 3 Edges: 1': 2 vertices are in an edge: leave out the others, or correct the comment",
        ),
    ],
)
def test_a_line_that_is_wrong_is_named(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(EdgeListError) as caught:
        read_edge_list(path)
    assert str(caught.value) == f"{path}, {message}"


def test_a_file_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(EdgeListError, match=r"missing\.txt: cannot be read as text \(FileNotFoundError\): name an"):
        read_edge_list(tmp_path / "missing.txt")
    with pytest.raises(EdgeListError, match="there is no edge: write two vertices"):
        read_edge_list(written(tmp_path, "# nothing\n"))
