"""However a building ends, a site stands where one stood; and what a killed one left is cleared by the next."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from concomp.site.folder import new_site
from concomp.site.workshop import CLAIM, HEADING, PREFIX

KILLED = """
import os, sys
from pathlib import Path
from concomp.site.folder import new_site

rename, left = Path.rename, int(sys.argv[2])

def counted(self, target):
    global left
    renamed = rename(self, target)
    left -= 1
    if not left:
        os.kill(os.getpid(), 9)
    return renamed

Path.rename = counted
with new_site(Path(sys.argv[1])) as workshop:
    (workshop.new / "index.html").write_text("second")
"""
"""Builds a site, and is killed after so many renamings: of the claim, of the old site, of the new one."""


def _build(target: Path, text: str) -> None:
    with new_site(target) as workshop:
        (workshop.new / "index.html").write_text(text, encoding="utf-8")


def _text(target: Path) -> str:
    return (target / "index.html").read_text(encoding="utf-8")


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _interrupting(patch: pytest.MonkeyPatch, at: int, *, before: bool) -> None:
    """Interrupt the renaming that comes at this place, before it is done or after."""
    rename, places = Path.rename, iter(range(100))

    def interrupted(self: Path, target: Path) -> Path:
        place = next(places)
        if place == at and before:
            raise KeyboardInterrupt
        renamed = rename(self, target)
        if place == at:
            raise KeyboardInterrupt
        return renamed

    patch.setattr(Path, "rename", interrupted)


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_wherever_it_is_interrupted_a_site_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, before: bool
) -> None:
    site = tmp_path / "site"
    _build(site, "first")
    with monkeypatch.context() as patch:
        _interrupting(patch, at, before=before)
        with pytest.raises(KeyboardInterrupt):
            _build(site, "second")
    assert _text(site) == ("second" if (at, before) == (2, False) else "first")
    assert _names(tmp_path) == ["site"]


def test_an_error_in_the_middle_leaves_the_old_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _build(tmp_path / "site", "first")
    rename = Path.rename

    def refusing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refusing)
    with pytest.raises(OSError, match="Input/output error"):
        _build(tmp_path / "site", "second")
    assert _text(tmp_path / "site") == "first"
    assert _names(tmp_path) == ["site"]


@pytest.mark.parametrize("after", [1, 2, 3])
def test_what_a_killed_one_left_is_cleared_and_brought_back(tmp_path: Path, after: int) -> None:
    site = tmp_path / "site"
    _build(site, "first")
    subprocess.run([sys.executable, "-c", KILLED, str(site), str(after)], check=False)
    assert _names(tmp_path)[0].startswith(PREFIX)
    assert site.exists() == (after != 2)
    with pytest.raises(RuntimeError), new_site(tmp_path / "other"):
        raise RuntimeError
    assert _names(tmp_path) == ["site"]
    assert _text(site) == ("second" if after == 3 else "first")
    _build(site, "third")


@pytest.fixture
def others(tmp_path: Path) -> Iterator[Path]:
    """A folder that is called like a workshop and is none."""
    folder = tmp_path / f"{PREFIX}mine"
    folder.mkdir()
    (folder / "thesis.tex").write_text("years", encoding="utf-8")
    yield folder
    assert (folder / "thesis.tex").read_text(encoding="utf-8") == "years"


def test_what_says_not_whose_it_is_is_left_alone(tmp_path: Path, others: Path) -> None:
    _build(tmp_path / "site", "first")
    (others / CLAIM).write_text("mine\nsite\n", encoding="utf-8")
    _build(tmp_path / "site", "second")
    (others / CLAIM).write_text(f"{HEADING}\n../site\n", encoding="utf-8")
    _build(tmp_path / "site", "third")
    (others / CLAIM).unlink()
    os.mkfifo(others / CLAIM)
    _build(tmp_path / "site", "fourth")


def test_a_workshop_in_which_somebody_builds_is_left_alone(tmp_path: Path) -> None:
    with new_site(tmp_path / "one") as workshop:
        (workshop.new / "index.html").write_text("one", encoding="utf-8")
        _build(tmp_path / "two", "two")
    assert (_text(tmp_path / "one"), _text(tmp_path / "two")) == ("one", "two")
    assert _names(tmp_path) == ["one", "two"]
