"""No statement of HSV26's body that can be encoded is left without a check."""

from __future__ import annotations

import pytest

from concomp.cli.check import lies_in
from concomp.model.registry.registry import load
from concomp.obligations.checks.check import all_checks

SECTIONS = ("2", "3", "4", "5", "6", "10", "11", "12", "B")
CHECKED = {made.statement for made in all_checks()}
ROWS = [row for row in load().statements.values() if row.source == "HSV26"]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_row_of_a_section_has_a_check(section: str) -> None:
    rows = {row.key for row in ROWS if lies_in(row, section) and row.not_encoded is None}
    assert rows
    assert not rows - CHECKED


def test_the_statements_of_the_introduction_have_checks() -> None:
    introduced = {row.key for row in ROWS if lies_in(row, "1")}
    assert introduced
    assert not introduced - CHECKED
