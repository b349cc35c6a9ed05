"""What tests the suite itself notices mute targets that pass, covers with gaps, long ways round, idle mutators."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from flint import arb

from concomp.conformance.experiments import filter_game
from concomp.conformance.statistics import mixture
from concomp.obligations import sequences
from tests.conformance import test_cover as of_cover
from tests.conformance.experiments import test_kills as of_kills
from tests.conformance.mutation import operators, survivors
from tests.conformance.mutation import test_operators as of_operators
from tests.conformance.mutation import test_survivors as of_survivors
from tests.conformance.statistics import test_false_alarms as of_alarms
from tests.obligations.families import test_sequences_of_vectors as of_sequences

Patch = pytest.MonkeyPatch


def hears_nothing(patch: Patch) -> None:
    """Whatever a granted response answers is well."""
    patch.setattr(filter_game, "_demand_answer", lambda mechanism, reply: None)


def covers_once(patch: Patch) -> None:
    """A cover that is content when each target is failed once."""
    right = of_cover.cover
    patch.setattr(of_cover, "cover", lambda kills, times: right(kills, min(times, 1)))


def goes_a_long_way(patch: Patch) -> None:
    """Sequences that go on after the difference."""
    right = sequences.shortest
    patch.setattr(
        of_sequences, "shortest", lambda subject, mutant: ((*word, word[-1]) for word in right(subject, mutant))
    )


def finds_each_twice(patch: Patch) -> None:
    """A pair that was found may be found again."""
    patch.setattr(sequences, "_without", lambda system, definition, pair: system)


def moves_no_comparison(patch: Patch) -> None:
    """Comparisons are turned round, but stay at their bounds."""
    patch.setattr(operators, "OPPOSITE", {})


def makes_texts(patch: Patch) -> None:
    """What is imported is no mistake to make, but is made."""
    patch.setattr(operators, "_is_silent", lambda node: False)


def ends_the_program(patch: Patch) -> None:
    """Mistakes that all but surely end the program are made in wrong targets, too."""
    patch.setattr(of_operators, "subtle", operators.every)


def allows_anything(patch: Patch) -> None:
    """A reason for a place is a reason for whatever is replied there."""
    patch.setattr(survivors, "_is_allowed", lambda reason, fate: True)


def likeliest_law(patch: Patch) -> None:
    """The likeliest law, chosen by the draws, instead of a mixture of laws."""

    def log_mixture(counts: Sequence[int]) -> arb:
        return sum((n * (arb(n) / sum(counts)).log() for n in counts if n), arb(0))

    patch.setattr(mixture, "log_mixture", log_mixture)


def of_line(line: str) -> Callable[[], None]:
    """The test of the mistakes in one line."""
    return lambda: of_operators.test_the_mistakes_that_can_be_made_in_a_line(line)


def of_subtle_line() -> None:
    """The test of subtle mistakes in one line."""
    of_operators.test_a_subtle_mistake_is_one_after_which_the_program_goes_on("a = b")


def of_few_sequences() -> None:
    """The test that further sequences are others."""
    of_sequences.test_further_sequences_are_others(sequences.Subject(sequences.Falling(), ""))


BREAKAGES: tuple[tuple[Callable[[Patch], None], Callable[[], object]], ...] = (
    (hears_nothing, of_kills.test_a_filter_whose_mechanisms_do_not_answer_is_failed),
    (covers_once, of_cover.test_the_largest_is_chosen_first),
    (goes_a_long_way, lambda: of_sequences.demand_shortest("Falling")),
    (finds_each_twice, of_few_sequences),
    (moves_no_comparison, of_line("return a < b")),
    (makes_texts, of_line("import json")),
    (ends_the_program, of_subtle_line),
    (allows_anything, of_survivors.test_a_reason_allows_what_it_says_and_no_more),
    (likeliest_law, of_alarms.test_a_few_runs_of_right_noise_are_failed_no_more_often_than_the_bound_says),
)


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], object], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check()
