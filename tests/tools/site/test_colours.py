"""What is written on the site can be read, light and dark."""

from __future__ import annotations

from pathlib import Path

import pytest

import concomp.site
from tests.tools.site.colours import NOT_WRITTEN, faint_arrows, sides, too_faint

pytest.importorskip("furo", reason="the site is an extra")
SHEET = (Path(concomp.site.__file__).parent / "theme" / "static" / "site.css").read_text(encoding="utf-8")


def test_all_that_is_written_can_be_read() -> None:
    assert list(too_faint(SHEET)) == []


def test_arrows_of_graphs_stand_out() -> None:
    assert list(faint_arrows(SHEET)) == []


def test_both_ways_to_the_dark_are_alike_and_have_every_colour() -> None:
    found = sides(SHEET)
    assert found["chosen"] == found["asked"]
    assert found["light"].keys() == found["chosen"].keys() > set(NOT_WRITTEN)
    assert (found["light"]["page"], found["chosen"]["page"]) == ("#ffffff", "#131416")
