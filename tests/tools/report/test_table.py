"""The table of `concomp check`: what a statement rests on, every kind of status of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from concomp.model.registry.statuses import Status
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.standing import Standing, standing
from concomp.report.layout import lines_of
from concomp.report.table import table

KEY = "HSV26 Theorem 5.14"


@pytest.fixture(scope="module")
def known() -> Standing:
    """All that a theorem rests on is proved, but for one exact and one assumed statement."""
    now = standing(this_project())
    first, second, *_ = now.registry.dependencies(KEY)
    proved = dict.fromkeys(now.statuses, Status("proved", "all lengths"))
    statuses = {**proved, first: Status("exact", "few; 12 cases"), second: Status("assumed", "a book")}
    return replace(now, statuses=statuses)


def test_every_kind_of_status_below_is_shown_the_weakest_first(known: Standing) -> None:
    [*_, row] = lines_of(table(known, [KEY], 120))
    assert "proved (all lengths)" in row
    assert "  assumed, exact, proved  " in row


@pytest.mark.parametrize("width", [120, 160])
def test_the_table_fits_its_width(known: Standing, width: int) -> None:
    assert all(len(line) <= width for line in lines_of(table(known, [KEY, "HSV26 Theorem 4.12"], width)))
