"""The searches that are kept: their candidates are judged again, and the efforts are what the page says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from concomp.obligations.search.journal import Entry, read_back
from concomp.obligations.search.objectives import OBJECTIVES
from concomp.obligations.search.pool import search
from concomp.obligations.search.record import page, record

ENTRIES = record()
PAGE = Path(__file__).resolve().parents[3] / "docs" / "searches.md"
TWENTY = 20


def about(name: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.task.objective == name]


@pytest.mark.parametrize("name", list(OBJECTIVES))
def test_the_best_candidates_are_worth_what_was_noted(name: str) -> None:
    objective = OBJECTIVES[name]
    for entry in about(name):
        assert objective.excess(read_back(entry.best, objective.space.shape)) == Fraction(entry.excess)


@pytest.mark.parametrize("name", [name for name, each in OBJECTIVES.items() if each.refutable])
def test_what_is_false_was_found_on_nine_of_ten_fresh_seeds(name: str) -> None:
    assert [entry.task.seed for entry in about(name)] == list(range(100, 110))
    assert sum(entry.violates for entry in about(name)) >= 9


@pytest.mark.parametrize("name", [name for name, each in OBJECTIVES.items() if not each.refutable])
def test_what_is_true_was_searched_twenty_times_as_long(name: str) -> None:
    assert [entry.task.seed for entry in about(name)] == list(range(10))
    assert not any(entry.violates for entry in about(name))
    took = max(entry.evaluations for entry in ENTRIES if OBJECTIVES[entry.task.objective].refutable)
    assert sum(entry.evaluations for entry in about(name)) >= TWENTY * took


def again(name: str) -> None:
    """Make the search that took least of a claim once more."""
    quickest = min(about(name), key=lambda entry: entry.evaluations)
    assert search(quickest.task) == quickest


@pytest.mark.parametrize("name", ["5.4-product", "5.6"])
def test_the_searches_can_be_made_again(name: str) -> None:
    again(name)


@pytest.mark.full
def test_the_longer_searches_can_be_made_again() -> None:
    again("5.4-sum")


def test_the_page_is_what_the_record_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(ENTRIES)


def test_a_page_of_other_searches_reads_otherwise() -> None:
    fewer = [entry for entry in ENTRIES if entry.task != about("5.6")[0].task]
    worse = [replace(entry, excess="1/7") if entry.task.objective == "5.5" else entry for entry in ENTRIES]
    assert "| 9 of 9 |" in page(fewer)
    assert "| 10 of 10 | 6300 |" in page(worse)
    assert "| 1/7 |" in page(worse)
