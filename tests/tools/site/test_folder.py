"""A site takes its place when it is whole; what is no site of ours is left alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from concomp.site.folder import MARK, Unusable, new_site


def _build(target: Path, text: str) -> None:
    with new_site(target) as workshop:
        (workshop.new / "index.html").write_text(text, encoding="utf-8")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _interrupted(target: Path) -> None:
    with new_site(target) as workshop:
        (workshop.new / "index.html").write_text("half", encoding="utf-8")
        raise KeyboardInterrupt


def test_a_site_is_made_and_replaced(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "site"
    _build(target, "first")
    _build(target, "second")
    assert (target / "index.html").read_text(encoding="utf-8") == "second"
    assert (target / MARK).is_file()
    assert [path.name for path in target.parent.iterdir()] == ["site"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    (tmp_path / "empty").mkdir()
    _build(tmp_path / "empty", "first")
    assert (tmp_path / "empty" / MARK).is_file()


def test_what_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("years", encoding="utf-8")
    (tmp_path / "file").write_text("text", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "thesis")
    for name in ("thesis", "file", "link"):
        with pytest.raises(Unusable):
            _build(tmp_path / name, "site")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "thesis"]
    assert [path.name for path in (tmp_path / "thesis").iterdir()] == ["chapter.tex"]


@pytest.mark.parametrize("name", ["notes.txt", ".git/HEAD", "hsv26/mine.html", "empty/", "link"])
def test_what_the_site_did_not_write_is_never_replaced(tmp_path: Path, name: str) -> None:
    target, other = tmp_path / "site", tmp_path / "site" / name
    _build(target, "first")
    if name == "link":
        other.symlink_to(tmp_path)
    elif name.endswith("/"):
        other.mkdir()
    else:
        other.parent.mkdir(exist_ok=True)
        other.write_text("years", encoding="utf-8")
    before = sorted(target.rglob("*"))
    with pytest.raises(Unusable, match=f"{name.strip('/')} is no file of the site"):
        _build(target, "second")
    assert sorted(target.rglob("*")) == before
    assert (target / "index.html").read_text(encoding="utf-8") == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_words_in_a_page_of_the_site_are_somebodys(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    (tmp_path / "site" / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(Unusable, match=r"index\.html was changed since the site was built: move it away"):
        _build(tmp_path / "site", "second")
    assert (tmp_path / "site" / "index.html").read_text(encoding="utf-8") == "mine"
    (tmp_path / "site" / "index.html").unlink()
    _build(tmp_path / "site", "second")


def test_a_link_in_place_of_a_page_is_somebodys(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    (tmp_path / "site" / "index.html").rename(tmp_path / "page")
    (tmp_path / "site" / "index.html").symlink_to(tmp_path / "page")
    with pytest.raises(Unusable, match=r"index\.html was changed"):
        _build(tmp_path / "site", "second")


@pytest.mark.parametrize("mode", [0o700, 0o2750, 0o777])
def test_a_site_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    _build(tmp_path / "site", "first")
    (tmp_path / "site").chmod(mode)
    _build(tmp_path / "site", "second")
    assert _mode(tmp_path / "site") == mode


@pytest.mark.parametrize(("mask", "modes"), [(0o022, (0o755, 0o644)), (0o077, (0o700, 0o600)), (0o002, (0o775, 0o664))])
def test_folders_and_files_have_the_permissions_of_the_user(tmp_path: Path, mask: int, modes: tuple[int, int]) -> None:
    before = os.umask(mask)
    try:
        _build(tmp_path / "site", "first")
    finally:
        os.umask(before)
    assert (_mode(tmp_path / "site"), _mode(tmp_path / "site" / "index.html")) == modes
    assert _mode(tmp_path / "site" / MARK) == modes[1]


def test_what_comes_while_a_site_is_built_is_not_replaced(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    with pytest.raises(Unusable, match="notes"), new_site(tmp_path / "site"):
        (tmp_path / "site" / "notes").write_text("years", encoding="utf-8")
    assert (tmp_path / "site" / "notes").read_text(encoding="utf-8") == "years"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_mark_without_a_list_owns_nothing(tmp_path: Path) -> None:
    (tmp_path / MARK).write_text("concomp 1.0\n", encoding="utf-8")
    (tmp_path / "index.html").write_text("first", encoding="utf-8")
    with pytest.raises(Unusable, match=r"index\.html"):
        _build(tmp_path, "second")


def test_the_folder_that_one_is_in_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in" / "it").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "in" / "it")
    for name in (".", "..", "not-there/..", str(tmp_path)):
        with pytest.raises(Unusable, match="run in"):
            _build(Path(name), "site")
    _build(Path("site"), "first")
    assert (tmp_path / "in" / "it" / "site" / "index.html").is_file()


@pytest.mark.parametrize("name", ["/dev/shm", "/proc/x", "x" * 300, "\0"])
def test_what_cannot_be_made_or_replaced_is_told_before_anything_is_built(tmp_path: Path, name: str) -> None:
    with pytest.raises(Unusable, match="name"):
        _build(tmp_path / name, "site")
    assert list(tmp_path.iterdir()) == []


def test_a_long_name_is_a_name(tmp_path: Path) -> None:
    _build(tmp_path / ("x" * 255), "first")
    _build(tmp_path / ("x" * 255), "second")


def test_what_is_interrupted_leaves_the_old_site(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "site")
    assert (tmp_path / "site" / "index.html").read_text(encoding="utf-8") == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
