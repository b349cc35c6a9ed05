"""The cache of what was confirmed: it is never needed, and never in the way."""

from __future__ import annotations

from pathlib import Path

from concomp.model.registry.registry import load
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.store import packaged


def test_what_is_remembered_is_known_and_only_that(tmp_path: Path) -> None:
    one, other, *_ = packaged().read(load())
    cache = Cache(tmp_path / "cache")
    assert not cache.knows(one)
    cache.remember(one)
    assert cache.knows(one)
    assert not cache.knows(other)
    assert not Cache(None).knows(one)


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    [one, *_] = packaged().read(load())
    (tmp_path / "file").touch()
    cache = Cache(tmp_path / "file" / "cache")
    cache.remember(one)
    assert not cache.knows(one)
