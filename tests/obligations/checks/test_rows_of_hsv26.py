"""No statement that is always shown is left without a check."""

from __future__ import annotations

import pytest

from concomp.cli.check import SECTIONS, is_listed, lies_in
from concomp.model.registry.registry import load
from concomp.obligations.checks.check import all_checks

CHECKED = {made.statement for made in all_checks()}
LISTED = [row for row in load().statements.values() if is_listed(row) and row.not_encoded is None]


@pytest.mark.parametrize("section", SECTIONS)
def test_every_row_of_a_section_has_a_check(section: str) -> None:
    rows = {row.key for row in LISTED if lies_in(row, section)}
    assert rows
    assert not rows - CHECKED


def test_the_statements_of_the_introduction_have_checks() -> None:
    introduced = {row.key for row in load().statements.values() if row.source == "HSV26" and lies_in(row, "1")}
    assert introduced - CHECKED == {"HSV26 Table 1"}
