"""Certificates about two arbitrary indices are written and rechecked as others are."""

from __future__ import annotations

from pathlib import Path

from tests.obligations.verify import keyed
from tests.tools.cli.verifying import verify

MARKS, MANY = (f"{keyed.__file__}:{name}" for name in ("TwoMarks", "ManyMarks"))
ASKED = ("--property", "first-pair consistent")


def test_certificates_about_two_indices_are_rechecked(tmp_path: Path) -> None:
    assert verify(MARKS, *ASKED, "--certificate", str(tmp_path)).exit_code == 0
    assert verify(MARKS, *ASKED, "--recheck", str(tmp_path)).exit_code == 0
    assert verify(MANY, *ASKED, "--recheck", str(tmp_path)).exit_code != 0
