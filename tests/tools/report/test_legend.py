"""Every status has its meaning, and only those that occur are shown."""

from __future__ import annotations

from pathlib import Path

from concomp.model.registry.statuses import STRENGTH
from concomp.report.layout import lines_of
from concomp.report.legend import MEANINGS, legend

ROOT = Path(__file__).resolve().parents[3]


def test_every_status_has_a_meaning() -> None:
    assert set(MEANINGS) == set(STRENGTH)
    page = (ROOT / "docs" / "explanation" / "statuses.md").read_text(encoding="utf-8")
    assert [kind for kind in STRENGTH if f"\n| {kind} | " not in page] == []


def test_only_what_occurs_is_shown_the_strongest_first() -> None:
    assert [line.split()[0] for line in lines_of([legend(["stale", "proved"])])] == [
        "status",
        "rests",
        "truth",
        "proved",
        "stale",
    ]
