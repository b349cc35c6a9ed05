"""Graphs show who rests on whom, in layers, without overlaps, and each box leads to a page."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from concomp.site.graph.cone import MOST, Graph, cone_of, whole_paper
from concomp.site.graph.drawing import drawing
from concomp.site.graph.layout import HEIGHT, WIDTH, layout
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


def test_an_arrow_that_others_imply_is_left_out() -> None:
    arrows = whole_paper(whole(), "HSV26").arrows
    registry = whole().registry
    for upper, lower in arrows:
        others = [each for each in registry.statements[upper].depends_on if each != lower]
        assert not any(lower in registry.dependencies(each) for each in others if each.startswith("HSV26"))


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
