"""The checks of HSV26 sections 6, 7 and 8 on small families: each passes, and each notices what is wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.model.applications.d_counter import d_counter
from concomp.model.applications.histogram import ClampedSteps, histogram_mechanism
from concomp.model.mechanisms.interactive import EVERYTHING, InteractiveMechanism
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.applications import (
    continual_histograms,
    local_servers,
    private_histograms,
    seen_columns,
    small_processings,
)
from concomp.obligations.checks.propositions import Proposition, prove
from concomp.obligations.expectation import Violation
from concomp.obligations.families.applications import histogram_by_lines, histogram_variants
from concomp.obligations.verify.properties.copies import maps_validity, sends_a_difference

MODULES = (continual_histograms, local_servers, private_histograms, seen_columns)
SLOW = ("few_rows_lose_less_than_is_claimed",)
CHECKS = [
    pytest.param(made, marks=pytest.mark.full if made.name.endswith(SLOW) else (), id=made.name)
    for module in MODULES
    for made in checks_of(module.__name__)
]


def columns_in_order(counter: InteractiveMechanism, places: tuple[int, ...]) -> InteractiveMechanism:
    """Wrong: a d-counter of some coordinates only, or in another order."""
    right = d_counter(counter, len(places))

    def step(states: Any, vector: Any) -> Any:
        return right.respond(states, tuple(vector[place] for place in places))

    return InteractiveMechanism(step, right.initial_states, EVERYTHING)


BREAKAGES: dict[str, tuple[Any, str, Any, str]] = {
    "the_histogram_mechanism_is_the_algorithm": (
        histogram_by_lines.Algorithm,
        "ask",
        lambda algorithm, *message: algorithm.parts(message),
        "HSS does not do",
    ),
    "exact_parts_solve_the_problem_exactly": (
        continual_histograms,
        "HistogramSteps",
        histogram_variants.NeverCleared,
        "is shown",
    ),
    "the_axiom_says_that_near_sums_have_near_values": (
        continual_histograms,
        "_satisfies_axiom",
        lambda table: True,
        "the axiom and the definition",
    ),
    "a_relation_on_streams_is_a_verification_function": (
        continual_histograms,
        "_alike_but_once",
        lambda left, right: left == right,
        "differs from ~_H",
    ),
    "each_coordinate_has_a_counter_of_its_own": (
        private_histograms,
        "d_counter",
        lambda counter, dimension: columns_in_order(counter, (1, 0)),
        "have not the chance",
    ),
    "counters_side_by_side_lose_the_sum": (
        private_histograms,
        "d_counter",
        lambda counter, dimension: columns_in_order(counter, (0,)),
        "two counters lose",
    ),
    "whichever_coordinate_sees_it_it_is_the_d_counter": (
        seen_columns,
        "Counting",
        seen_columns.OneForAll,
        "counts otherwise",
    ),
    "what_all_coordinates_see_near_is_near": (seen_columns, "SEEN", lambda updates: True, "it is otherwise"),
    "few_rows_lose_less_than_is_claimed": (
        private_histograms,
        "AboveThreshold",
        lambda threshold, query: AboveThreshold(threshold**4, query**4),
        "is claimed",
    ),
    "the_server_creates_hands_out_and_plays": (
        local_servers,
        "Server",
        local_servers.HandsOut,
        "the post-processing sends",
    ),
}


@pytest.mark.parametrize("made", CHECKS)
def test_it_passes(made: Check) -> None:
    outcome = made.recheck(None)
    assert outcome.verdict == "exact"
    assert outcome.witness
    assert outcome.control


@pytest.mark.parametrize("made", CHECKS)
def test_it_notices_what_is_wrong(made: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, instead, message = BREAKAGES[made.name.rpartition(".")[2]]
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


@pytest.mark.full
@pytest.mark.parametrize("rows", [2, 3])
def test_two_columns_lose_less_than_is_claimed(rows: int) -> None:
    least = private_histograms.least_loss(2, rows)
    assert 5 < least < private_histograms.CLAIMED


@pytest.mark.full
def test_a_clamped_histogram_of_eight_columns_maps_validity() -> None:
    clamped = histogram_mechanism(8, ClampedSteps)
    validity, given = histogram_variants.rows_to_parts(8), histogram_variants.sensitive(8)
    maps = Proposition(
        (maps_validity(clamped, validity, given),), sends_a_difference(clamped, validity, given), {}, "in 8 dimensions"
    )
    assert prove(maps)
