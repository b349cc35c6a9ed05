"""The checks of HSV26 sections 6, 7 and 8 on small families: each passes, and each notices what is wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.applications import continual_histograms, local_servers, small_processings
from concomp.obligations.expectation import Violation
from concomp.obligations.families.applications import histogram_by_lines, histogram_variants

CHECKS = [made for module in (continual_histograms, local_servers) for made in checks_of(module.__name__)]
BREAKAGES: dict[str, tuple[Any, str, Any, str]] = {
    "HSV26 Algorithm 4": (
        histogram_by_lines.Algorithm,
        "ask",
        lambda algorithm, *message: algorithm.parts(message),
        "HSS does not do",
    ),
    "HSV26 Definition 7.2": (continual_histograms, "HistogramSteps", histogram_variants.NeverCleared, "is shown"),
    "HSV26 Definition 7.3": (
        continual_histograms,
        "_satisfies_axiom",
        lambda table: True,
        "the axiom and the definition",
    ),
    "HSV26 Remark 7.1": (
        continual_histograms,
        "_alike_but_once",
        lambda left, right: left == right,
        "differs from ~_H",
    ),
    "HSV26 Section 8: M_P and S_P": (local_servers, "Server", local_servers.HandsOut, "the post-processing sends"),
}


@pytest.mark.parametrize("made", CHECKS, ids=lambda made: made.name)
def test_it_passes(made: Check) -> None:
    outcome = made.recheck(None)
    assert outcome.verdict == "exact"
    assert outcome.witness
    assert outcome.control


@pytest.mark.parametrize("made", CHECKS, ids=lambda made: made.name)
def test_it_notices_what_is_wrong(made: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, instead, message = BREAKAGES[made.statement]
    monkeypatch.setattr(place, name, instead)
    with pytest.raises(Violation, match=message):
        made.recheck(None)


def test_a_control_that_passes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(continual_histograms, "NeverCleared", continual_histograms.HistogramSteps)
    with pytest.raises(Violation, match="HistogramSteps is the algorithm too"):
        continual_histograms.the_histogram_mechanism_is_the_algorithm[0].recheck(None)


def test_thresholds_are_looked_at() -> None:
    """Two runs of the algorithm with other thresholds differ, so that the comparison sees them."""
    rows = ((True,), (False,))
    parts = continual_histograms.exact_parts
    other = histogram_by_lines.Choices(lambda time, interval: Fraction(0), lambda time, interval: Fraction(0), max)
    assert histogram_by_lines.by_lines(1, continual_histograms.CHOICES, rows, parts()) != histogram_by_lines.by_lines(
        1, other, rows, parts()
    )


def test_two_copies_are_compared_with_all_pairs_of_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    first, *_ = small_processings.two_copies_are_all_pairs_of_runs
    assert first.recheck(None).verdict == "exact"
    small_processings._compared.cache_clear()
    monkeypatch.setattr(small_processings, "_differences", lambda one, other, side: 0)
    with pytest.raises(Violation, match="two copies violate"):
        first.recheck(None)
    small_processings._compared.cache_clear()


def test_a_table_says_what_a_machine_does() -> None:
    table = small_processings.tables()[0]
    made = small_processings.machine(table)
    state = made.initial
    for origin, message in [(small_processings.LEFT, True), (small_processings.RIGHT, False)]:
        after, side, sent = table[state[0], origin, message]
        assert made.respond(state, origin, message, {}) == ((after,), side, sent)
