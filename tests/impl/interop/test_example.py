"""The example of borrowed mechanisms runs, and its ledger verifies."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from concomp.impl.session.ledger.ledger import Ledger

pytest.importorskip("opendp", reason="OpenDP comes with the extra `peers`")
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "borrowed_mechanisms.py"


def test_it_interleaves_what_opendp_refuses_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger = tmp_path / "budget.db"
    monkeypatch.setattr(sys, "argv", ["borrowed_mechanisms.py", str(ledger)])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    shown = capsys.readouterr().out
    assert "OpenDP by itself: Adaptive compositor has received a new query." in shown
    assert shown.count(" answers ") == 5
    assert shown.count(" again ") == 2
    (state,) = Ledger(ledger).states()
    assert (state.number, state.unanswered) == (3, 0)
    assert Ledger(ledger).verify()[0].problem is None
