"""What is written takes its place whole, or what stands there stays."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from concomp.model.files.replacing import replace, replace_all


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    replace(tmp_path / "a", b"first")
    replace(str(tmp_path / "a"), b"second")
    assert (tmp_path / "a").read_bytes() == b"second"
    assert [*tmp_path.iterdir()] == [tmp_path / "a"]


def test_without_room_the_old_one_stays(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    with room_for(100), pytest.raises(OSError, match="File too large"):
        replace(tmp_path / "a", b"x" * 1000)
    assert (tmp_path / "a").read_bytes() == b"mine"
    assert [*tmp_path.iterdir()] == [tmp_path / "a"]


def test_of_several_none_is_replaced_unless_all_are_written(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    with room_for(100), pytest.raises(OSError, match="File too large"):
        replace_all({tmp_path / "a": b"short", tmp_path / "b": b"x" * 1000})
    assert (tmp_path / "a").read_bytes() == b"mine"
    assert [*tmp_path.iterdir()] == [tmp_path / "a"]


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace(tmp_path / "a", b"first")
    assert [*tmp_path.iterdir()] == []


def test_a_link_is_followed_and_permissions_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "new").symlink_to("b")
    replace(tmp_path / "link", b"second")
    replace(tmp_path / "new", b"third")
    assert (tmp_path / "link").is_symlink()
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "a").stat().st_mode & 0o777) == (b"second", 0o640)
    assert (tmp_path / "b").read_bytes() == b"third"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("folder", "Is a directory"),
        ("pipe", "is no regular file"),
        ("loop", "Too many levels of symbolic links"),
        ("nowhere/a", "No such file or directory"),
        ("/dev/null", "is no regular file"),
    ],
)
def test_what_is_no_file_is_not_replaced(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(OSError, match=why):
        replace(tmp_path / name, b"whole")
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("length", [200, 255])
def test_a_long_name_is_a_name(tmp_path: Path, length: int) -> None:
    replace(tmp_path / ("x" * length), b"whole")
    replace(tmp_path / ("ε" * (length // 2)), b"whole")


def test_what_may_not_be_written_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError):
        replace(tmp_path / "a", b"second")
    assert (tmp_path / "a").read_bytes() == b"mine"
