"""Lock and map are compared with what is computed, and every link of the map leads somewhere."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import slug
from concomp.report.generated import write
from concomp.report.map.pages import map_pages
from tests.meta.workshop import GOOD, Workshop
from tests.pages import ROOT, broken_links, links

MOST_BYTES = 70_000
SECTION = "docs/map/hsv26-section-2.md"
INDEX = "evidence/evidence.lock"


def invoke(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    workshop.forget_modules()
    for command in ("check", "map"):
        monkeypatch.setattr(f"concomp.cli.{command}.this_project", lambda: workshop.project)
    return CliRunner().invoke(main, list(arguments))


def test_a_map_and_a_lock_that_are_out_of_date_are_noticed(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    first = invoke(workshop, monkeypatch, "map", "--check")
    assert first.exit_code == 1
    assert "+HSV26 Lemma 1.1 | exact (small numbers; 3 cases) | — | as printed | " in first.output
    written = invoke(workshop, monkeypatch, "map")
    files = ("statements.lock", "paper_map.md", SECTION, "docs/map/errata.md")
    assert (written.exit_code, written.output) == (0, "".join(f"wrote {name}\n" for name in files))
    current = invoke(workshop, monkeypatch, "map", "--check")
    assert (current.exit_code, current.output) == (0, "5 files are up to date\n")
    assert invoke(workshop, monkeypatch, "map").output == "5 files are up to date\n"
    locked = invoke(workshop, monkeypatch, "check", "--locked")
    assert (locked.exit_code, "out of date" in locked.output) == (0, False)


@pytest.mark.parametrize(
    ("name", "true", "false", "line"),
    [
        ("paper_map.md", "|exact|", "|proved|", "-|Lemma 1.1|title of Lemma 1.1|proved|"),
        (SECTION, "|exact (small", "|proved (small", "-|**Lemma 1.1** title of Lemma 1.1|proved (small"),
        (
            "statements.lock",
            "| repaired (refuted as printed) |",
            "| exact (all) |",
            "-HSV26 Lemma 1.2 | exact (all) | ",
        ),
    ],
)
def test_a_change_to_a_generated_file_is_noticed(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, name: str, true: str, false: str, line: str
) -> None:
    invoke(workshop, monkeypatch, "map")
    page = workshop.folder / name
    assert true in page.read_text()
    page.write_text(page.read_text().replace(true, false))
    assert invoke(workshop, monkeypatch, "map", "--check").exit_code == 1
    stale = invoke(workshop, monkeypatch, "check", "--locked")
    assert stale.exit_code == 1
    assert f"out of date: {line}" in stale.output
    assert invoke(workshop, monkeypatch, "check").exit_code == 0


def test_a_theorem_that_changes_is_seen(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its formula and hypotheses stand in a text of their own, and their hash in the lock."""
    deriving = GOOD.replace(
        "return exact()", 'return exact(formulas=("2 is even",), hypotheses=("2 ≤ 3  [as supposed]",))'
    )
    workshop.write_checks(deriving)
    workshop.find()
    invoke(workshop, monkeypatch, "map")
    text = workshop.folder / "docs/map/formulas/hsv26/lemma-1-1.txt"
    assert "Derived\n  2 is even\n\nHypotheses\n  2 ≤ 3  [as supposed]\n\nRules\n  none\n" in text.read_text()
    assert not (text.parent / "lemma-1-2.txt").exists()
    text.write_text(text.read_text().replace("even", "odd"))
    forged = invoke(workshop, monkeypatch, "map", "--check")
    assert (forged.exit_code, "-  2 is odd" in forged.output) == (1, True)
    invoke(workshop, monkeypatch, "map")
    before = (workshop.folder / "statements.lock").read_text()
    workshop.write_checks(deriving.replace("2 ≤ 3", "2 ≤ 2"))
    workshop.find()
    changed = invoke(workshop, monkeypatch, "map", "--check")
    assert (changed.exit_code, "+  2 ≤ 2  [as supposed]" in changed.output) == (1, True)
    invoke(workshop, monkeypatch, "map")
    assert (workshop.folder / "statements.lock").read_text() != before


def test_a_page_of_a_section_that_is_gone_is_deleted(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    invoke(workshop, monkeypatch, "map")
    page = workshop.folder / "docs/map/hsv26-section-99.md"
    page.write_text("# HSV26 Section 99\n")
    differs = invoke(workshop, monkeypatch, "map", "--check")
    assert (differs.exit_code, "-# HSV26 Section 99" in differs.output) == (1, True)
    assert invoke(workshop, monkeypatch, "map").output == "wrote docs/map/hsv26-section-99.md\n"
    assert not page.exists()


def test_finding_again_writes_lock_and_map(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    found = invoke(workshop, monkeypatch, "check", "--full", "--jobs", "1")
    assert found.exit_code == 0
    assert invoke(workshop, monkeypatch, "check", "--locked").exit_code == 0


def test_every_link_of_the_workshop_map_resolves(workshop: Workshop) -> None:
    pages = map_pages(workshop.project, standing(workshop.project), workshop.folder)
    write(workshop.folder, pages)
    section = workshop.folder / SECTION
    assert len(links(section.read_text())) == 6
    assert broken_links(section) == []
    assert broken_links(workshop.folder / "docs/map/errata.md") == []
    section.write_text(
        "[x](no/such/file.py) [y](#no-such-heading) [z](errata.md#e2) [a](errata.md#e1) [b](#ours)\n# Ours\n"
    )
    assert broken_links(section) == ["no/such/file.py", "#no-such-heading", "errata.md#e2"]


def test_the_summary_is_short() -> None:
    assert len((ROOT / "paper_map.md").read_bytes()) < MOST_BYTES


def test_every_statement_and_erratum_is_on_the_map_and_statements_in_the_lock() -> None:
    registry = this_project().registry
    lock = (ROOT / "statements.lock").read_text(encoding="utf-8").splitlines()
    assert [line.split(" | ")[0] for line in lock if not line.startswith("#")] == list(registry.statements)
    summary = (ROOT / "paper_map.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in summary if line.startswith("|") and not line.startswith(("|---", "|label|"))]
    assert sorted(line.split("|")[1] for line in rows) == sorted(row.label for row in registry.statements.values())
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "map").glob("*.md")]
    assert sum(page.count("\n|**") for page in pages) == len(registry.statements)
    errata = (ROOT / "docs" / "map" / "errata.md").read_text(encoding="utf-8")
    assert all(f"\n## {name}\n" in errata for name in registry.errata)


def test_the_map_says_no_line_numbers() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "map").glob("*.md")]
    assert not any(".py:1" in text or ".py#L" in text for text in [*texts, (ROOT / "paper_map.md").read_text()])


def test_no_two_statements_share_a_folder_of_evidence() -> None:
    rows = this_project().registry.statements.values()
    assert len({(row.source, slug(row.label)) for row in rows}) == len(rows)
