"""Graphs show who rests on whom, in layers, without overlaps, and each box leads to a page."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from concomp.site.graph.cone import MOST, Graph, cone_of, whole_paper
from concomp.site.graph.drawing import drawing
from concomp.site.graph.layout import HEIGHT, WIDTH, layout
from concomp.site.pages.statement import Beside, statement_page_of
from tests.tools.site.situation import whole


@pytest.mark.parametrize("source", ["Lyu22", "concomp"])
def test_boxes_do_not_overlap_and_arrows_lead_to_the_right(source: str) -> None:
    graph = whole_paper(whole(), source)
    laid = layout(graph)
    assert set(laid.places) == set(graph.keys)
    for (x, y), (other_x, other_y) in combinations(laid.places.values(), 2):
        assert abs(x - other_x) >= WIDTH or abs(y - other_y) >= HEIGHT
    for upper, lower in graph.arrows:
        assert laid.places[upper][0] + WIDTH < laid.places[lower][0]
    ends = {(way[0], way[-1]) for way in laid.ways}
    assert ends == {(laid.places[upper], laid.places[lower]) for upper, lower in graph.arrows}


@pytest.mark.parametrize("key", [None, "HSV26 Lemma 4.7", "HSV26 Theorem 5.4", "HSV26 Definition 2.6"])
def test_every_arrow_is_drawn_unless_others_that_are_drawn_imply_it(key: str | None) -> None:
    graph = whole_paper(whole(), "HSV26") if key is None else cone_of(whole(), key)
    statements, shown = whole().registry.statements, set(graph.keys)
    assert len(set(graph.arrows)) == len(graph.arrows)
    for upper in graph.keys:
        for lower in shown & {*statements[upper].depends_on}:
            others = [arrow for arrow in graph.arrows if arrow != (upper, lower)]
            assert ((upper, lower) in graph.arrows) != (lower in _reached(upper, others))


def _reached(start: str, arrows: list[tuple[str, str]]) -> set[str]:
    reached = {start}
    while further := {lower for upper, lower in arrows if upper in reached} - reached:
        reached |= further
    return reached


def test_what_is_not_drawn_is_counted_on_the_page() -> None:
    key = "HSV26 Lemma 4.7"
    registry = whole().registry
    above = {each for each in registry.statements if key in registry.dependencies(each)}
    hidden = len({key, *above, *registry.dependencies(key)}) - len(cone_of(whole(), key).keys)
    [part] = [part for part in statement_page_of(whole(), key, Beside(None, None)).parts if part.name == "dependencies"]
    assert f"The nearest are drawn: {hidden} more, " in part.html


def test_a_cone_has_the_nearest_of_both_sides() -> None:
    graph = cone_of(whole(), "HSV26 Lemma 4.7")
    row = whole().registry.statements["HSV26 Lemma 4.7"]
    assert "HSV26 Lemma 4.7" in graph.keys
    assert set(row.depends_on) <= set(graph.keys)
    assert len(graph.keys) <= MOST
    assert graph.left_out > 0


def test_the_picture_has_a_link_for_each_statement_and_signs_beside_colours() -> None:
    contents = whole()
    graph = cone_of(contents, "HSV26 Theorem 5.4")
    picture = drawing(contents, graph, "hsv26/theorem-5-4/index", "HSV26 Theorem 5.4")
    assert len(re.findall(r'<a href="[^"]*index\.html" class="node', picture)) == len(graph.keys)
    assert 'class="node s-repaired marked"' in picture
    assert "↻ Thm 5.4" in picture


def test_a_statement_alone_has_no_picture() -> None:
    assert drawing(whole(), Graph(["HSV26 Theorem 5.4"], []), "index") == ""
