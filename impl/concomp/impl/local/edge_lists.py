"""Edge lists as text, such as those of SNAP (snap.stanford.edu): two vertices a line, comments after #.

Directed lists are taken without directions: an edge may stand there in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from concomp.impl.local.graphs import Graph, graph_of
from concomp.model.numbers import ParameterError, value_text

NODES = re.compile(r"#\s*Nodes:\s*([0-9]+)\b")
"""Where a comment of SNAP says how many vertices there are."""
BLANKS = " \t"
LONGEST = 18
"""The most digits of a vertex."""
TWO = "write two vertices, integers of at least 0, a tab or space between"


class EdgeListError(ValueError):
    """Thrown for a file that is no edge list; the message names the file, the line and its text, and the remedy."""


def read_edge_list(path: str | Path) -> Graph:
    """The graph of an edge list; its vertices are those that are in an edge, in order of their numbers.

    Raises EdgeListError for a file that cannot be read, a line that is no edge, a loop, a negative vertex, for a vertex
    that is in no edge, and where there is no edge at all.
    """
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise EdgeListError(f"{path}: cannot be read as text ({type(error).__name__}): name an edge list") from None
    # A comment may hold what other lines end with elsewhere, such as U+2028.
    lines = [line.strip(BLANKS) for line in text.split("\n")]
    edges = list(_edges(str(path), lines))
    vertices = sorted({vertex for edge in edges for vertex in edge})
    if not edges:
        raise EdgeListError(f"{path}: there is no edge: {TWO}")
    _demand_all(str(path), lines, len(vertices))
    return graph_of(edges, vertices)


def _edges(path: str, lines: Iterable[str]) -> Iterator[tuple[int, int]]:
    for number, line in enumerate(lines, 1):
        if line and not line.startswith("#"):
            try:
                yield _edge(re.split(f"[{BLANKS}]+", line))
            except ParameterError as error:
                raise EdgeListError(f"{path}, line {number}, {value_text(line)}: {error.remedy}") from None


def _edge(words: list[str]) -> tuple[int, int]:
    if len(words) == 1 and _is_vertex(words[0]):
        raise ParameterError("edge", words, f"the vertex is in no edge: {TWO}")
    if len(words) == 2 and any(word.startswith("-") and _is_vertex(word[1:]) for word in words):
        raise ParameterError("edge", words, "a vertex is negative: number vertices from 0")
    if len(words) != 2 or not all(map(_is_vertex, words)):
        raise ParameterError("edge", words, TWO)
    one, other = map(int, words)
    if one == other:
        raise ParameterError("edge", words, "it is a loop: leave it out")
    return one, other


def _is_vertex(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST


def _demand_all(path: str, lines: Iterable[str], found: int) -> None:
    """Where a comment says how many vertices there are, each must be in an edge."""
    for number, line in enumerate(lines, 1):
        said = NODES.match(line)
        if said and int(said[1][:LONGEST]) != found:
            remedy = f"{found} vertices are in an edge: leave out the others, or correct the comment"
            raise EdgeListError(f"{path}, line {number}, {value_text(line)}: {remedy}")
