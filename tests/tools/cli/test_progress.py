"""Signs of life: what is done, and of how much."""

from __future__ import annotations

import io
import time

import pytest

from concomp.cli import progress as module
from concomp.cli.progress import Count, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_count_is_said_where_it_is_known() -> None:
    count = Count()
    count.step()
    assert str(count) == ""
    count.of = 3
    assert str(count) == ", 1 of 3"


def test_progress_says_done_of_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(module, "QUIET", 0.0)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with progress("working") as count:
        count.of = 2
        count.step()
        end = time.monotonic() + 5
        while "of 2" not in terminal.getvalue() and time.monotonic() < end:
            time.sleep(0.01)
    assert "working, 1 of 2: 0 s" in terminal.getvalue() or "working, 1 of 2: 1 s" in terminal.getvalue()


def test_nothing_is_said_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUIET", 0.0)
    monkeypatch.setattr("sys.stderr", written := io.StringIO())
    with progress("working"):
        time.sleep(0.01)
    assert written.getvalue() == ""


def test_nothing_is_said_where_it_could_not_be_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(module, "QUIET", 0.0)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with progress("working"):
        time.sleep(0.01)
    assert terminal.getvalue() == ""
