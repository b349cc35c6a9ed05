"""`concomp site`: what cannot be done is told in a line, and nothing is overwritten."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from concomp.cli import main
from concomp.obligations.runner import standing
from concomp.obligations.runner.store import SpoiledEvidence
from concomp.site import build, folder


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["site", *arguments])


def _is_one_line(ran: Result, *told: str) -> None:
    assert ran.exit_code == 2
    assert ran.stderr.startswith("concomp: ")
    assert ran.stderr.count("\n") == 1
    for each in told:
        assert each in ran.stderr


def test_a_folder_that_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years", encoding="utf-8")
    _is_one_line(_run(str(tmp_path)), str(tmp_path), "no site of concomp", "name another folder")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", encoding="utf-8")
    _is_one_line(_run(str(tmp_path / "file")), "is no folder")
    _is_one_line(_run(str(tmp_path / "file" / "site")), "file")


@pytest.mark.parametrize("label", ["HSV26 Theorem 99.9", "thm", "", "<script>", "E2"])
def test_an_unknown_label(tmp_path: Path, label: str) -> None:
    _is_one_line(_run(str(tmp_path / "site"), label))
    assert list(tmp_path.iterdir()) == []


def test_spoiled_evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stock_of(_: object) -> NoReturn:
        raise SpoiledEvidence("hsv26/lemma-2-4/x.json", "is not UTF-8 text")

    monkeypatch.setattr(standing, "stock_of", stock_of)
    _is_one_line(_run(str(tmp_path / "site")), "hsv26/lemma-2-4/x.json", "--renew")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["/proc/x", "x" * 300, ".", "\0"])
def test_a_place_where_nothing_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    _is_one_line(_run(name, "HSV26 Corollary 3.8"), "name")
    assert list(tmp_path.iterdir()) == []


def test_evidence_that_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stock_of(_: object) -> NoReturn:
        (tmp_path / "x.json").mkdir()
        (tmp_path / "x.json").read_text(encoding="utf-8")
        raise AssertionError

    monkeypatch.setattr(standing, "stock_of", stock_of)
    _is_one_line(_run(str(tmp_path / "site")), "x.json", "Is a directory", "mend it")


def test_no_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / folder.MARK).write_text("old", encoding="utf-8")

    def write_page(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", "page")

    monkeypatch.setattr(build, "write_page", write_page)
    _is_one_line(_run(str(tmp_path / "site"), "HSV26 Corollary 3.8"), "No space left on device", "make room")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    assert [path.name for path in (tmp_path / "site").iterdir()] == [folder.MARK]


def test_without_the_generator_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.cli.site.NEEDED", ("sphinx", "no_such_library"))
    _is_one_line(_run(str(tmp_path / "site")), "no_such_library", 'pip install "concomp[site]"')
