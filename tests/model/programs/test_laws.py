"""Exact laws of programs: against closed forms, and against runs over a window of noise with what lies outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction as F
from itertools import product

import pytest

from concomp.model.language.syntax.operations import Abs, ite
from concomp.model.mechanisms.named.above_threshold import AboveThreshold
from concomp.model.programs import comparisons, releases
from concomp.model.programs.laws import Answer, Inputs, Instance
from concomp.model.programs.program import NoisyProgram, message, register, term_of
from concomp.model.programs.vocabulary import ProgramError
from tests.model.programs.truncated import bracket

RATIOS = {"a": F(1, 4), "b": F(1, 3), "c": F(1, 5)}


def instance_of(program: NoisyProgram, parameters: Mapping[str, int] | None = None) -> Instance:
    return Instance(program, {name: RATIOS[name] for name in program.ratios}, parameters or {})


def compared(*values: int) -> list[Inputs]:
    return [{"value": value, "threshold": 1} for value in values]


@pytest.mark.parametrize("values", [(0,), (3,), (-2, 1), (5, -4, 0), (1, 1, 1, 1), (-9, 9)])
@pytest.mark.parametrize(("a", "b"), [(F(1, 4), F(1, 2)), (F(1, 2), F(1, 2)), (F(2, 3), F(1, 7))])
def test_values_stay_below_with_the_chance_in_closed_form(values: tuple[int, ...], a: F, b: F) -> None:
    instance = Instance(comparisons.sparse_vector(), {"a": a, "b": b}, {"N": 1})
    vector = AboveThreshold(a, b)
    assert instance.chance(compared(*values), [(0,)] * len(values)) == vector.all_below(tuple(sorted(values)))


@pytest.mark.parametrize(
    ("program", "parameters", "inputs", "answers", "window"),
    [
        (comparisons.sparse_vector, {"N": 2}, compared(0, 2, 1), [(0,), (1,), (1,)], 6),
        (comparisons.exceeding_sparse_vector, {"N": 2}, compared(1, 2), [(1,), (0,)], 6),
        (comparisons.numeric_sparse_vector, {"N": 1}, compared(0, 2), [(0, 0), (1, 3)], 4),
        (comparisons.gap_sparse_vector, {"N": 1}, compared(0, 2), [(0, 0), (1, 2)], 6),
        (comparisons.renewed_sparse_vector, {"N": 3}, compared(2, 0, 1), [(1,), (0,), (1,)], 4),
        (comparisons.fresh_sparse_vector, {"N": 3}, compared(2, 0), [(1,), (0,)], 4),
        (comparisons.adaptive_sparse_vector, {"N": 2, "sigma": 2}, compared(0, 3), [(1, 0), (2, 3)], 4),
        (comparisons.adaptive_value_shown, {"N": 1, "sigma": 2}, compared(0, 3), [(0, 0), (2, 5)], 4),
        (comparisons.value_shown, {"N": 1}, compared(0, 2), [(0, 0), (1, 1)], 6),
        (comparisons.endless_sparse_vector, {}, compared(0, 2, 1), [(1,), (0,), (1,)], 6),
        (comparisons.noiseless_sparse_vector, {}, compared(0, 2, 1), [(0,), (1,), (1,)], 6),
        (
            releases.partial_sum,
            {},
            [{"value": 2, "last": False}, {"value": 0, "last": True}],
            [(0,), (4,)],
            6,
        ),
        (
            releases.smart_sum,
            {},
            [{"value": 1, "ends": False}, {"value": 0, "ends": True}, {"value": 1, "ends": False}],
            [(2,), (1,), (1,)],
            6,
        ),
    ],
)
def test_the_chance_is_that_of_runs_with_noise(
    program: Callable[[], NoisyProgram],
    parameters: Mapping[str, int],
    inputs: Sequence[Inputs],
    answers: Sequence[Answer],
    window: int,
) -> None:
    instance = instance_of(program(), parameters)
    least, most = bracket(instance, inputs, answers, window)
    assert 0 < least <= instance.chance(inputs, answers) <= most < least + F(1, 10)


@pytest.mark.parametrize("values", [(0,), (1, 0), (0, 1, 1), (2, -1, 0)])
def test_the_place_of_the_largest_value(values: tuple[int, ...]) -> None:
    chances = [releases.chance_of_winner(F(1, 3), values, place) for place in range(len(values))]
    assert sum(chances) == 1
    instance = Instance(releases.noisy_maximum(), {"b": F(1, 3)})
    inputs = [*({"value": value, "last": False} for value in values), {"value": 0, "last": True}]
    for place, chance in enumerate(chances):
        least, most = bracket(instance, inputs, [*[(0,)] * len(values), (place,)], 5)
        assert least <= chance <= most


@pytest.mark.parametrize("largest", [-3, 0, 2])
def test_the_largest_value(largest: int) -> None:
    instance = Instance(releases.largest_value_shown(), {"b": F(1, 3)})
    inputs = [{"value": 1, "last": False}, {"value": 0, "last": False}, {"value": 0, "last": True}]
    least, most = bracket(instance, inputs, [(0,), (0,), (largest,)], 6)
    assert least <= releases.chance_of_largest(F(1, 3), [1, 0], largest) <= most


def test_how_far_noise_is_from_a_guess() -> None:
    """|value + ν| ≥ 2 + τ: the noise of a step is split at two points that move apart."""
    plain = comparisons.endless_sparse_vector()
    far = Abs(message("value") + message("nu")) >= message("threshold") + register("tau")
    instance = Instance(replace(plain, answer=(term_of(ite(far, 1, 0)),)), {name: RATIOS[name] for name in "ab"})
    inputs = [{"value": value, "threshold": 2} for value in (1, -3)]
    assert sum(instance.chance(inputs, each) for each in product([(0,), (1,)], repeat=2)) == 1
    least, most = bracket(instance, inputs, [(1,), (0,)], 6)
    assert 0 < least <= instance.chance(inputs, [(1,), (0,)]) <= most


def test_answers_have_chances_that_add_up_to_one() -> None:
    instance = instance_of(comparisons.renewed_sparse_vector(), {"N": 9})
    transcripts = product([(0,), (1,)], repeat=3)
    assert sum(instance.chance(compared(3, -1, 0), each) for each in transcripts) == 1


def test_a_law_that_is_not_read_off_is_refused() -> None:
    instance = Instance(releases.noisy_maximum(), {"b": F(1, 3)})
    with pytest.raises(ProgramError, match=r"^noisy maximum: best is not drawn at first: its law is not read off$"):
        instance.chance([{"value": 0, "last": False}], [(0,)])


def test_more_answers_than_the_program_gives_are_refused() -> None:
    instance = instance_of(comparisons.sparse_vector(), {"N": 1})
    with pytest.raises(
        ProgramError, match=r"^sparse vector: it has halted before it answers \(0,\); give fewer answers$"
    ):
        instance.chance(compared(0, 0), [(1,), (0,)])


def test_impossible_answers_have_no_ratio() -> None:
    instance = instance_of(comparisons.noiseless_sparse_vector())
    with pytest.raises(ProgramError, match="these answers are impossible"):
        instance.ratio(compared(0, 0), compared(0, 1), [(0,), (1,)])
