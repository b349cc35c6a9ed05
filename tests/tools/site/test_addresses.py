"""Addresses follow from labels, belong to one page each, and stay what they are."""

from __future__ import annotations

from collections import Counter

import pytest

from concomp.site.addresses import (
    chapter_page,
    earlier_page,
    erratum_page,
    graph_page,
    link,
    paper_page,
    statement_page,
)
from concomp.site.renumbering import earlier_numbers
from tests.tools.site.situation import now, whole

FIXED = {
    "HSV26 Theorem 5.4": "hsv26/theorem-5-4/index",
    "HSV26 Theorem 5.4 (repaired)": "hsv26/theorem-5-4-repaired/index",
    "HSV26 Constraint (xi.2)": "hsv26/constraint-xi-2/index",
    "Zhang24 Section IV: Pi[tau,0]": "zhang24/section-iv-pi-tau-0/index",
}


@pytest.mark.parametrize(("key", "address"), FIXED.items())
def test_an_address_never_changes(key: str, address: str) -> None:
    assert statement_page(now().registry.statements[key]) == address


def test_no_two_pages_have_one_address() -> None:
    contents = whole()
    earlier = [earlier_page(key.partition(" ")[0], old) for key, all_ in contents.earlier.items() for old in all_]
    sections = [chapter_page(chapter.paper, chapter.title) for chapter in contents.chapters]
    papers = [page(source) for source in contents.sources() for page in (paper_page, graph_page)]
    errata = [erratum_page(erratum) for erratum in contents.registry.errata]
    counted = Counter([*contents.pages.values(), *earlier, *sections, *papers])
    assert [address for address, count in counted.items() if count > 1] == []
    assert len(set(errata)) == len(errata)


@pytest.mark.parametrize(
    ("target", "origin", "fragment", "address"),
    [
        ("errata/e1/index", "hsv26/theorem-5-4/index", "", "../../errata/e1/index.html"),
        ("hsv26/index", "index", "contents", "hsv26/index.html#contents"),
        ("index", "index", "", "index.html"),
    ],
)
def test_links_are_relative_and_end_in_a_file(target: str, origin: str, fragment: str, address: str) -> None:
    assert link(target, origin, fragment) == address


def test_numbers_of_the_earlier_version_lead_to_what_they_are_now() -> None:
    found = earlier_numbers(now().registry)
    assert found["HSV26 Theorem 5.14"] == ["Theorem 5.5"]
    assert found["HSV26 Lemma 10.14"] == ["Lemma A.15"]
    assert found["HSV26 Corollary 1.7"] == ["Theorem 1.5"]
    assert "HSV26 Lemma 5.6" not in found  # It is Lemma 4.7 of the earlier version only where δ is 0.
