"""The page on alignments is what the runs say."""

from __future__ import annotations

from concomp.obligations.alignments.page import page
from tests.pages import ROOT


def test_the_page_is_computed() -> None:
    assert (ROOT / "docs" / "alignments.md").read_text(encoding="utf-8") == page()
