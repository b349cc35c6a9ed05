"""Two branches that each add a check with its evidence merge in a fresh clone, and come out right."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.obligations.runner.store import Store
from tests.meta.workshop import FALSE, HEADING, REPAIRED, TRUE, Workshop

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("evidence/evidence.lock", "statements.lock", "paper_map.md")

ADDED = '''
@check_of_findings("{statement}", find=lambda: {{"number": {number}}})
def {name}(findings):
    """What was found is looked at."""
    if findings["number"] != {number}:
        raise Violation("something else was found")
    return exact(scope="{name}")
'''


def git(folder: Path, *arguments: str) -> str:
    """Run git without any configuration but that of the repository."""
    identity = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    command = ["git", "-C", str(folder), *arguments]
    ran = subprocess.run(command, env=os.environ | identity | nobody, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", message)


def concomp(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Result:
    workshop.forget_modules()
    for command in ("check", "map"):
        monkeypatch.setattr(f"concomp.cli.{command}.this_project", lambda: workshop.project)
    return CliRunner().invoke(main, [*arguments])


def a_clone(workshop: Workshop, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """Commit the workshop, and clone it into another folder."""
    attributes = (ROOT / ".gitattributes").read_text(encoding="utf-8")
    (workshop.folder / ".gitattributes").write_text(attributes, encoding="utf-8")
    (workshop.folder / ".gitignore").write_text(".concomp_cache/\n", encoding="utf-8")
    git(workshop.folder, "init", "-qb", "main")
    commit(workshop.folder, "start")
    git(workshop.folder, "clone", "-q", str(workshop.folder), str(folder))
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", [str(folder), *(entry for entry in sys.path if entry != str(workshop.folder))])
    return Workshop(folder, replace(workshop.project, store=Store(folder / "evidence"), clone=folder))


def add_check(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, branch: str, statement: str, number: int) -> None:
    """Add a check on a branch as a contributor does: write it, have its evidence found, commit."""
    git(workshop.folder, "switch", "-qc", branch, "main")
    text = ADDED.format(statement=statement, number=number, name=f"{branch}_is_so")
    (workshop.folder / workshop.project.checks / f"{branch}.py").write_text(HEADING + text, encoding="utf-8")
    renewed = concomp(workshop, monkeypatch, "check", "--renew", "--jobs", "1")
    assert renewed.exit_code == 0, renewed.output
    commit(workshop.folder, branch)


@pytest.mark.parametrize("statements", [(TRUE, REPAIRED), (TRUE, TRUE)])
def test_two_branches_that_add_a_check_merge_in_a_fresh_clone(
    workshop: Workshop,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    statements: tuple[str, str],
) -> None:
    assert concomp(workshop, monkeypatch, "map").exit_code == 0
    clone = a_clone(workshop, tmp_path_factory.mktemp("clones") / "clone", monkeypatch)
    for branch, statement, number in zip(("added", "another"), statements, (1, 2), strict=True):
        add_check(clone, monkeypatch, branch, statement, number)
    git(clone.folder, "merge", "-q", "--no-edit", "added")
    assert "<<<<" not in "".join((clone.folder / name).read_text(encoding="utf-8") for name in GENERATED)

    rebuilt = concomp(clone, monkeypatch, "map")
    assert rebuilt.exit_code == 0, rebuilt.output
    locked = concomp(clone, monkeypatch, "check", "--locked", "--jobs", "1")
    assert locked.exit_code == 0, locked.output
    index = (clone.folder / "evidence/evidence.lock").read_text(encoding="utf-8").splitlines()[2:]
    assert index == sorted(set(index))
    assert len(index) == 5
    lock = (clone.folder / "statements.lock").read_text(encoding="utf-8").splitlines()[2:]
    assert [line.split(" | ")[0] for line in lock] == [TRUE, FALSE, REPAIRED]
    pages = "".join(page.read_text(encoding="utf-8") for page in (clone.folder / "docs/map").glob("*.md"))
    assert "added_is_so" in pages
    assert "another_is_so" in pages


def test_what_was_found_on_both_branches_keeps_the_line_that_is_current(workshop: Workshop) -> None:
    path = workshop.folder / "evidence/evidence.lock"
    lines = path.read_text(encoding="utf-8").splitlines()
    older = [line.replace(line.split(" | ")[3], "0" * 16) for line in lines[2:]]
    for text in ([*lines, *older], [*lines[:2], *older, *lines[2:]]):
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
        report = workshop.recheck()
        assert report.failures == ()
        assert {entry.sources for entry in report.index.values()} == {lines[2].split(" | ")[3]}


def test_a_line_that_is_none_is_named(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    path = workshop.folder / "evidence/evidence.lock"
    path.write_text(path.read_text(encoding="utf-8") + "<<<<<<< HEAD\n", encoding="utf-8")
    ran = concomp(workshop, monkeypatch, "map")
    said = (
        "evidence.lock, line 6: '<<<<<<< HEAD' is no line of the index; "
        "`git checkout` brings it back, or delete it and run `concomp map`"
    )
    assert (ran.exit_code, ran.stderr) == (2, f"concomp: {said}\n")


def test_a_line_about_a_statement_that_is_gone_is_dropped(workshop: Workshop) -> None:
    path = workshop.folder / "evidence/evidence.lock"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + text.splitlines()[2].replace("HSV26 Lemma 1.", "HSV26 Lemma 9.", 1) + "\n", encoding="utf-8")
    for report in (workshop.recheck(), workshop.find_outdated()):
        assert report.failures == ()
        assert {statement for _, statement in report.index} == {TRUE, FALSE, REPAIRED}
