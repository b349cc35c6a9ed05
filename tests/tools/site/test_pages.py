"""What pages say is what is computed: each statement has its page, and other evidence changes it."""

from __future__ import annotations

from dataclasses import replace

from concomp.model.registry.rows import Statement
from concomp.obligations.runner.standing import standing_of
from concomp.obligations.runner.stock import stock_of
from concomp.report.explain import story
from concomp.site.build import pages
from concomp.site.contents import contents_of
from concomp.site.page import Page
from concomp.site.pages.derivation import derivations
from concomp.site.pages.home import home_page
from concomp.site.pages.statement import Beside, statement_page_of
from tests.tools.site.situation import part, project, spoiled, whole

ALONE = Beside(None, None)


def _text(page: Page) -> str:
    return page.lead + "".join(each.html for each in page.parts)


def test_a_site_of_one_statement_has_the_pages_of_all_that_it_rests_on() -> None:
    contents = part("HSV26 Corollary 3.8")
    names = {page.name for page in pages(contents)}
    rows = contents.registry
    for key in ("HSV26 Corollary 3.8", *rows.dependencies("HSV26 Corollary 3.8")):
        assert contents.pages[key] in names
    assert {"index", "hsv26/index", "hsv26/graph/index", "errata/index"} <= names
    assert len(contents.keys) < 60


def test_every_statement_has_its_page_and_the_order_is_that_of_the_paper() -> None:
    contents = whole()
    assert set(contents.keys) == set(contents.registry.statements)
    assert set(contents.pages) == {*contents.registry.statements, *contents.registry.errata}
    assert contents.keys.index("HSV26 Theorem 5.4 (repaired)") == contents.keys.index("HSV26 Theorem 5.4") + 1


def test_a_page_tells_what_is_known() -> None:
    page = statement_page_of(whole(), "HSV26 Theorem 5.4", Beside("HSV26 Definition 5.3", None))
    text = _text(page)
    assert page.title == "HSV26 Theorem 5.4 — Parallel composition of approximate-DP CMs with delta budget"
    for told in ("false as printed", "23/32", "3/4", "HSV26 Corollary 5.7", "concomp check", "20 kinds of mechanisms"):
        assert told in text
    assert [each.name for each in page.parts][:4] == ["statement", "standing", "counterexample", "errata"]
    assert page.previous == "hsv26/definition-5-3/index"
    assert set(page.words) == {"HSV26 Theorem 5.4", "Theorem 5.4", "5.4"}


def test_another_outcome_changes_the_page() -> None:
    key = "HSV26 Definition 4.1"
    before = _text(statement_page_of(part(key), key, ALONE))
    after = _text(statement_page_of(spoiled(key, witness=None), key, ALONE))
    assert "vacuous" not in before
    assert "vacuous" in after
    assert "another scope" in _text(statement_page_of(spoiled(key, scope="another scope"), key, ALONE))


def test_a_statement_that_falls_is_seen_by_what_rests_on_it() -> None:
    contents = spoiled("HSV26 Definition 2.3", verdict="refuted", counterexample={"exact": "<b>1</b>"})
    text = _text(statement_page_of(contents, "HSV26 Definition 2.3", ALONE))
    assert "✗" in text
    assert "<b>1</b>" not in text
    assert "refuted" in _text(home_page(contents))


def test_without_any_evidence_pages_say_that_it_is_missing() -> None:
    key = "HSV26 Theorem 5.4"
    bare = standing_of(project(), replace(stock_of(project()), evidence={}), lambda _: "current")
    text = _text(statement_page_of(contents_of(project(), bare, [key]), key, ALONE))
    assert "missing" in text
    assert "it has a check, whose evidence file is not there" in text


def test_a_long_derivation_has_a_page_of_its_own() -> None:
    contents = whole()
    key = "HSV26 Condition (IV) (repaired)"
    found = list(derivations(contents, key))
    assert [page.name for page in found] == ["hsv26/condition-iv-repaired/derivation-2/index"]
    lines = sum(len(each.outcome.derivation) for each in contents.standing.evidence[key])
    html = found[0].parts[0].html
    assert html.count("<p><b>") + html.count("<summary") == lines
    assert "derivation-2/index.html" in _text(statement_page_of(contents, key, ALONE))


def test_texts_of_rows_are_escaped() -> None:
    contents = part("HSV26 Definition 2.3")
    row: Statement = contents.registry.statements["HSV26 Definition 2.3"]
    strange = row.model_copy(update={"title": "<script>1</script>", "text": "<img src=x> & <b>"})
    rows = {**contents.registry.statements, row.key: strange}
    object.__setattr__(contents.standing.registry, "statements", rows)
    try:
        text = _text(statement_page_of(contents, row.key, ALONE))
    finally:
        object.__setattr__(contents.standing.registry, "statements", {**rows, row.key: row})
    assert "<img" not in text
    assert "<script>1" not in text


def test_evidence_that_contradicts_the_registry_is_said_to() -> None:
    key = "HSV26 Definition 2.1"
    contents = spoiled(key, verdict="refuted", counterexample={"eps": "1"})
    said = "no erratum says that it is false, yet its evidence refutes it"
    lead = statement_page_of(contents, key, ALONE).lead
    assert said in lead
    assert "true as printed" not in lead
    [line] = [each for each in story(contents.standing, key) if each.startswith("Truth ")]
    assert line == f'Truth     unknown: {said}: concomp check "{key}"'
    assert said not in statement_page_of(part(key), key, ALONE).lead
