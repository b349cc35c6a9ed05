"""Named mechanisms that are wrong are noticed: a clamp on hidden noise, a tail that is dropped, a point left out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from concomp.door import mechanisms
from concomp.model.files import parts, read
from concomp.model.laws.law import Law
from concomp.model.mechanisms.named import above_threshold, play, streams
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.mechanisms.named.geometric import TwoSidedGeometric
from concomp.model.mechanisms.named.overshoot import Overshoot, at_zero
from concomp.model.mechanisms.named.sums import RunningSum
from concomp.obligations.processes import child
from concomp.sweeps import kept, sweep
from tests.model.files import test_named_kernels as kernels
from tests.model.mechanisms.named import test_noise as noise
from tests.model.mechanisms.named import test_overshoot as overshoot
from tests.model.mechanisms.named import test_plays as plays
from tests.tools.cli import test_limits as limits
from tests.tools.door import test_bad_input as bad_input
from tests.tools.door import test_hidden_sums as hidden_sums
from tests.tools.sweeps import test_sweep as sweeps

Patch = pytest.MonkeyPatch


def clamp_on_the_hidden_sum(monkeypatch: Patch) -> None:
    def of_bits(self: RunningSum, of: Any) -> Any:
        def step(total: int, bit: int) -> Law[Any]:
            return of.answer(bit).map(lambda answer: (self._clamped(total + answer[1]),) * 2)

        return step

    monkeypatch.setattr(RunningSum, "_of_bits", of_bits)


def hidden_sum_at_the_end_of_the_clamp(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Overshoot, "scaled", lambda self: at_zero(self.ratio))


def hidden_sum_bounded_by_what_is_clamped_more(monkeypatch: Patch) -> None:
    monkeypatch.setattr(
        mechanisms,
        "without_clamps",
        lambda document: read(json.dumps(hidden_sums.hidden_sum(3, clamp=(0, 1))).encode()),
    )


def tail_dropped(monkeypatch: Patch) -> None:
    monkeypatch.setattr(above_threshold, "_high_tail", lambda *arguments: ())


def mass_beyond_the_clamp_dropped(monkeypatch: Patch) -> None:
    monkeypatch.setattr(TwoSidedGeometric, "at_least", TwoSidedGeometric.mass)


def threshold_noise_clamped(monkeypatch: Patch) -> None:
    monkeypatch.setattr(above_threshold, "_low_tail", lambda *arguments: 0)


def point_left_out(monkeypatch: Patch) -> None:
    points = sweep.points
    monkeypatch.setattr(sweep, "points", lambda grid: points(grid)[:-1])


def one_direction_only(monkeypatch: Patch) -> None:
    monkeypatch.setattr(streams, "either_way", lambda pair, laws: (pair,))


def bits_that_stay_outside_the_clamp(monkeypatch: Patch) -> None:
    monkeypatch.setattr(streams, "_bits_into", lambda clamp, sent: [0] * sent)


def one_pair_for_above_threshold(monkeypatch: Patch) -> None:
    def short(self: AboveThreshold, kind: str, rounds: int) -> play.Play:
        return play.Play(self.mechanism, (((0, 1),),) * rounds, everywhere=False)

    monkeypatch.setattr(AboveThreshold, "play", short)


def choices_beside_others_left_out(monkeypatch: Patch) -> None:
    monkeypatch.setattr(parts, "_time_for_all", lambda document, found: True)


def limit_raised(monkeypatch: Patch) -> None:
    monkeypatch.setattr(child, "within_own_limit", lambda memory: memory)
    monkeypatch.setattr("concomp.cli.children.apart.within_own_limit", lambda memory: memory)


def first_row_only(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sweep, "about", lambda task: "the same for all")


def pairs_believed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(mechanisms, "_pairs", lambda mechanism, pairs: tuple(pairs))


def rows_believed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(kept, "_answers", lambda row, task: True)


def refuse_pairs() -> None:
    """The checks of all pairs that are none of the mechanism's."""
    for call, error, message in bad_input.BAD:
        if message.startswith("pairs["):
            bad_input.test_bad_input_is_named_with_its_remedy(call, error, message)


def refuse_rows() -> None:
    """The checks of all rows that say something else than what is asked."""
    for row, said in sweeps.DAMAGED:
        with TemporaryDirectory() as folder:
            sweeps.test_a_row_that_is_damaged_is_named_and_not_believed(Path(folder), row, said)


RELEASE = [kernels.named(kernels.GEOMETRIC)]
BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (clamp_on_the_hidden_sum, lambda: plays.test_a_clamp_leaves_the_hidden_sum_as_it_is((1, 2))),
    (hidden_sum_at_the_end_of_the_clamp, overshoot.test_answers_are_those_of_sums_that_go_on_beyond_the_clamp),
    (hidden_sum_bounded_by_what_is_clamped_more, lambda: hidden_sums.test_bounds_enclose_what_is_exact("any")),
    (tail_dropped, lambda: noise.test_closed_forms_lie_within_what_a_window_leaves_open(1, (0, 1))),
    (threshold_noise_clamped, lambda: noise.test_closed_forms_lie_within_what_a_window_leaves_open(1, (0, 1))),
    (mass_beyond_the_clamp_dropped, lambda: noise.test_what_lies_beyond_an_end_is_released_as_the_end(-4, 4)),
    (one_direction_only, lambda: plays.test_the_first_bit_differs_and_the_others_bring_sums_into_the_clamp((5, 9))),
    (
        bits_that_stay_outside_the_clamp,
        lambda: plays.test_the_first_bit_differs_and_the_others_bring_sums_into_the_clamp((2, 5)),
    ),
    (one_pair_for_above_threshold, plays.test_two_pairs_are_enough_for_above_threshold),
    (
        choices_beside_others_left_out,
        lambda: kernels.test_what_leaves_no_choice_goes_first_and_nothing_is_lost(
            [kernels.named(kernels.GEOMETRIC)], 3
        ),
    ),
    (point_left_out, sweeps.test_every_point_has_its_row_and_each_is_the_audit_of_its_point),
    (first_row_only, sweeps.test_every_point_has_its_row_and_each_is_the_audit_of_its_point),
    (pairs_believed, refuse_pairs),
    (rows_believed, refuse_rows),
    (limit_raised, limits.test_a_limit_of_ones_own_is_never_raised),
]


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=[breakage.__name__ for breakage, _ in BREAKAGES])
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)):
        check()
