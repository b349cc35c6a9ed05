"""The check that CONTRIBUTING shows is complete: it is found, earns a status, and fails where its statement does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.meta.workshop import Workshop, open_workshop, statement
from tests.pages import ROOT, blocks

(EXAMPLE,) = blocks("python", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A project that knows the statement, and has no check yet."""
    return open_workshop(tmp_path, monkeypatch).with_registry([statement("Lemma 2.4")], [])


def test_it_earns_a_status(empty: Workshop) -> None:
    empty.write("example", EXAMPLE)
    report = empty.find()
    assert report.failures == ()
    assert str(report.standing.statuses["HSV26 Lemma 2.4"]) == "exact (e^ε in 1, 7/2 and δ in quarters; 10 cases)"


def test_it_fails_where_the_statement_does(empty: Workshop) -> None:
    wrong = EXAMPLE.replace("delta == case.delta", "delta < case.delta")
    assert wrong != EXAMPLE
    empty.write("example", wrong)
    (failure,) = empty.find().failures
    assert "needs delta = 0" in failure


def test_it_is_short() -> None:
    assert len(EXAMPLE.splitlines()) <= 30
