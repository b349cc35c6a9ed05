"""A site takes its place when it is whole; what is no site of ours is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from concomp.site.folder import MARK, Unusable, new_site


def _build(target: Path, text: str) -> None:
    with new_site(target) as folder:
        (folder / "index.html").write_text(text, encoding="utf-8")


def _interrupted(target: Path) -> None:
    with new_site(target) as folder:
        (folder / "index.html").write_text("half", encoding="utf-8")
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


def test_what_is_interrupted_leaves_the_old_site(tmp_path: Path) -> None:
    _build(tmp_path / "site", "first")
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "site")
    assert (tmp_path / "site" / "index.html").read_text(encoding="utf-8") == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
