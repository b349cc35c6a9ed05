"""The cache of what was confirmed: it is never needed, and never in the way."""

from __future__ import annotations

from pathlib import Path

from concomp.obligations.runner.cache import Cache
from tests.model.registry.rows import evidence, statement


def test_what_is_remembered_is_known_and_only_that(tmp_path: Path) -> None:
    one, other = evidence(statement("Lemma 1.1"), "proved"), evidence(statement("Lemma 1.2"), "proved")
    cache = Cache(tmp_path / "cache")
    assert not cache.knows(one, "sources")
    cache.remember(one, "sources")
    assert cache.knows(one, "sources")
    assert not cache.knows(one, "other sources")
    assert not cache.knows(other, "sources")
    assert not Cache(None).knows(one, "sources")


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    one = evidence(statement("Lemma 1.1"), "proved")
    (tmp_path / "file").touch()
    cache = Cache(tmp_path / "file" / "cache")
    cache.remember(one, "sources")
    assert not cache.knows(one, "sources")
