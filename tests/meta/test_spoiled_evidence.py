"""Evidence that is no regular file, or that could write other words than it has, is noticed before anybody reads it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from concomp.cli import explain, main
from concomp.cli import list as list_command
from concomp.obligations.runner.index import FILE, SpoiledIndex, text_of
from concomp.obligations.runner.results import Report
from concomp.obligations.runner.running import rebuild
from concomp.obligations.runner.standing import standing
from concomp.obligations.runner.stock import stock_of
from concomp.obligations.runner.store import SpoiledEvidence
from tests.meta.workshop import ALONE, FALSE, NO_CACHE, TRUE, Workshop, edit

Put = Callable[[Path], None]


def a_folder(path: Path) -> None:
    path.mkdir()


def a_loop(path: Path) -> None:
    path.symlink_to(path)


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.with_name("nothing"))


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("put", "why"),
    [
        (a_folder, "a directory"),
        (a_loop, "Too many levels of symbolic links"),
        (a_link_to_nothing, "No such file or directory"),
        (a_pipe, "no regular file"),
    ],
)
def test_what_is_no_file_is_noticed(workshop: Workshop, put: Put, why: str) -> None:
    path = workshop.evidence_file(TRUE)
    path.unlink()
    put(path)
    for look in (workshop.recheck, lambda: stock_of(workshop.project)):
        with pytest.raises(SpoiledEvidence) as caught:
            look()
        assert f"{path.name} cannot be read: {why}: move it away; `git checkout` brings" in str(caught.value)
    if put is a_folder:
        with pytest.raises(SpoiledEvidence, match="is a directory: move it away"):
            workshop.find()
        path.rmdir()
    assert not workshop.find().failures


@pytest.mark.parametrize("put", [a_folder, a_loop, a_link_to_nothing, a_pipe])
def test_an_index_that_is_no_file_is_noticed(workshop: Workshop, put: Put) -> None:
    path = workshop.folder / "evidence" / FILE
    path.unlink()
    put(path)
    with pytest.raises(SpoiledIndex, match=r"evidence\.lock cannot be read: .*: move it away; `git checkout` brings"):
        workshop.recheck()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"scope": "all\nStatus    proved"}, r"outcome.scope has '\n' in it"),
        ({"witness": "\u202egpj"}, r"outcome.witness has '\u202e' in it"),
        ({"notes": ["fine", "\x1b[2J"]}, r"outcome.notes[1] has '\x1b' in it"),
        ({"counterexample": {"a": ["\x07"]}}, r"outcome.counterexample.a[0] has '\x07' in it"),
        ({"counterexample": {"\x07": 1}}, r"outcome.counterexample has '\x07' in it"),
    ],
)
def test_what_cannot_be_printed_is_noticed(workshop: Workshop, changes: dict[str, object], said: str) -> None:
    path = workshop.evidence_file(TRUE)
    outcome = json.loads(path.read_text(encoding="utf-8"))["outcome"]
    edit(path, outcome={**outcome, **changes})
    with pytest.raises(SpoiledEvidence) as caught:
        workshop.recheck()
    assert f"is not evidence: {said}, which cannot be printed; " in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("arguments", [("explain", "HSV26 Definition 2.1"), ("list", "5.4")])
def test_a_command_says_so_in_a_line(
    monkeypatch: pytest.MonkeyPatch, workshop: Workshop, arguments: tuple[str, ...]
) -> None:
    (workshop.folder / "evidence" / FILE).unlink()
    (workshop.folder / "evidence" / FILE).mkdir()
    for module in (explain, list_command):
        monkeypatch.setattr(module, "standing", lambda _: stock_of(workshop.project))
    ran = CliRunner().invoke(main, [*arguments])
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    assert ran.stderr.startswith("concomp: evidence.lock cannot be read: a directory: move it away; ")


def test_an_altered_word_is_not_believed_until_somebody_looks_again(workshop: Workshop) -> None:
    path = workshop.evidence_file(TRUE)
    found = path.read_bytes()
    outcome = json.loads(found)["outcome"]
    edit(path, outcome={**outcome, "scope": "all numbers"})
    assert standing(workshop.project).statuses[TRUE].kind == "stale"
    assert any("comes out otherwise than its evidence says: scope" in line for line in workshop.recheck().failures)
    assert any("comes out otherwise" in line for line in _rebuilt(workshop).failures)
    assert not workshop.find_outdated().failures
    assert (path.read_bytes(), standing(workshop.project).statuses[TRUE].kind) == (found, "exact")


def test_altered_findings_are_judged_before_they_are_believed(workshop: Workshop) -> None:
    path = workshop.evidence_file(FALSE)
    for number, wrong in ((4, False), (3, True)):
        edit(path, findings={"number": number})
        assert standing(workshop.project).statuses[FALSE].kind == "stale"
        report = _rebuilt(workshop)
        assert any("the number that was found is odd" in line for line in report.failures) is wrong
        index = text_of(report.index)
        assert (index == (workshop.folder / "evidence" / FILE).read_text()) is wrong
    edit(path, findings={"number": 4})
    (workshop.folder / "evidence" / FILE).write_text(text_of(_rebuilt(workshop).index))
    assert standing(workshop.project).statuses[FALSE].kind == "repaired"


def test_evidence_written_otherwise_is_the_same_evidence(workshop: Workshop) -> None:
    path = workshop.evidence_file(TRUE)
    path.write_text(json.dumps(json.loads(path.read_bytes()), indent=7))
    assert standing(workshop.project).statuses[TRUE].kind == "exact"


def _rebuilt(workshop: Workshop) -> Report:
    workshop.forget_modules()
    return rebuild(workshop.project, workers=ALONE, cache=NO_CACHE)
