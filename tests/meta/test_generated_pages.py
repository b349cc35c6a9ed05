"""Lock and map are compared with what is computed, and every link of the map leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.store import slug
from concomp.report.map import anchor, paper_map
from tests.meta.workshop import Workshop

INDEX = "evidence/evidence.lock"
WROTE = "wrote statements.lock\nwrote paper_map.md\n"
CURRENT = "".join(f"{name} is up to date\n" for name in (INDEX, "statements.lock", "paper_map.md"))
ROOT = Path(__file__).resolve().parents[2]


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
    assert (written.exit_code, written.output) == (
        0,
        f"{INDEX} is up to date\nwrote statements.lock\nwrote paper_map.md\n",
    )
    current = invoke(workshop, monkeypatch, "map", "--check")
    assert (current.exit_code, current.output) == (
        0,
        "".join(f"{name} is up to date\n" for name in (INDEX, "statements.lock", "paper_map.md")),
    )
    locked = invoke(workshop, monkeypatch, "check", "--locked")
    assert (locked.exit_code, "out of date" in locked.output) == (0, False)

    page = workshop.folder / "paper_map.md"
    text = page.read_text()
    page.write_text(text.replace("exact (small", "proved (small"))
    assert invoke(workshop, monkeypatch, "map", "--check").exit_code == 1
    stale = invoke(workshop, monkeypatch, "check", "--locked")
    assert stale.exit_code == 1
    assert "out of date: -| **Lemma 1.1** title of Lemma 1.1 | proved (small" in stale.output
    page.write_text(text)

    lock = workshop.folder / "statements.lock"
    lock.write_text(lock.read_text().replace("| repaired (refuted as printed) |", "| exact (all) |"))
    stale = invoke(workshop, monkeypatch, "check", "--locked")
    assert stale.exit_code == 1
    assert "out of date: -HSV26 Lemma 1.2 | exact (all) | " in stale.output
    assert "out of date: +HSV26 Lemma 1.2 | repaired (refuted as printed) | " in stale.output
    assert invoke(workshop, monkeypatch, "check").exit_code == 0


def test_finding_again_writes_lock_and_map(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    found = invoke(workshop, monkeypatch, "check", "--full", "--jobs", "1")
    assert found.exit_code == 0
    assert invoke(workshop, monkeypatch, "check", "--locked").exit_code == 0


def test_every_link_of_the_workshop_map_resolves(workshop: Workshop) -> None:
    text = paper_map(workshop.project, standing(workshop.project), workshop.folder)
    assert len(links(text)) == 7
    assert broken(text, workshop.folder) == []
    assert broken("[x](no/such/file.py) [y](#no-such-heading)", workshop.folder) == [
        "no/such/file.py",
        "#no-such-heading",
    ]


def test_every_link_of_the_paper_map_resolves() -> None:
    text = (ROOT / "paper_map.md").read_text(encoding="utf-8")
    assert len(links(text)) > 400
    assert broken(text, ROOT) == []


def test_every_statement_and_erratum_is_on_the_map_and_statements_in_the_lock() -> None:
    registry = this_project().registry
    lock = (ROOT / "statements.lock").read_text(encoding="utf-8").splitlines()
    assert [line.split(" | ")[0] for line in lock if not line.startswith("#")] == list(registry.statements)
    text = (ROOT / "paper_map.md").read_text(encoding="utf-8")
    assert text.count("\n| **") == len(registry.statements)
    assert all(f"\n### {name}\n" in text for name in registry.errata)


def test_no_two_statements_share_a_folder_of_evidence() -> None:
    rows = this_project().registry.statements.values()
    assert len({(row.source, slug(row.label)) for row in rows}) == len(rows)


def links(text: str) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", text)


def broken(text: str, root: Path) -> list[str]:
    anchors = {f"#{anchor(line.lstrip('# '))}" for line in text.splitlines() if line.startswith("#")}
    return [
        link
        for link in dict.fromkeys(links(text))
        if (link not in anchors if link.startswith("#") else not (root / link).is_file())
    ]
