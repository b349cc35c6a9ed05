"""The histogram mechanism does what Algorithm 4 says, line by line, whatever its parts answer."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any

import pytest

from concomp.model.applications.histogram import (
    ClampedSteps,
    HistogramSteps,
    NewCounter,
    NewNoise,
    histogram_mechanism,
    messages,
)
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT
from concomp.obligations.families.applications.histogram_by_lines import (
    Choices,
    Parts,
    Sums,
    Told,
    by_lines,
    by_messages,
)


def gamma(time: int, interval: int) -> Fraction:
    return Fraction(7 * time + 3, interval + 1)


def xi(time: int, interval: int) -> Fraction:
    return Fraction(time + interval, 2)


def query(sums: Sums) -> int:
    return max(sums)


def answers(random: Random, dimension: int) -> Parts:
    """Parts that answer at random."""

    def parts(told: Told) -> Any:
        match told[0]:
            case "look":
                return random.random() < 0.5
            case "disturb":
                return random.randrange(-5, 30)
            case "count":
                return tuple(random.randrange(-3, 9) for _ in range(dimension))
        return None

    return parts


@pytest.mark.parametrize("dimension", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_algorithm_4_whatever_the_parts_answer(dimension: int, seed: int) -> None:
    random = Random(seed)
    rows = [tuple(random.random() < 0.5 for _ in range(dimension)) for _ in range(30)]
    expected = by_lines(dimension, Choices(gamma, xi, query), rows, answers(Random(seed + 100), dimension))
    machine = histogram_mechanism(dimension).with_values(gamma=gamma, xi=xi, query=query)
    assert by_messages(machine, rows, answers(Random(seed + 100), dimension)) == expected
    assert sum(told[0] == "count" for told in expected[1]) > 4


def test_each_message_goes_to_the_part_that_was_created_for_it() -> None:
    machine = histogram_mechanism(1).with_values(gamma=gamma, xi=xi, query=query)
    kinds = messages(1)
    above = kinds.answer(above=True, noisy=0, sums=(4,))
    state, side, message = machine.respond(machine.initial, LEFT, (True,))
    sent = [message]
    while side is RIGHT:
        state, side, message = machine.respond(state, RIGHT, above)
        sent.append(message)
    created = [type(each) for each in sent if not hasattr(each, "index")]
    assert created[:4] == [NewCounter, kinds.new_test, NewNoise, kinds.new_test]
    assert [each.index for each in sent if hasattr(each, "index")] == [2, 3, 1]
    assert message == query((4,))


def test_a_clamped_estimate_keeps_the_query_to_natural_numbers() -> None:
    """E62: one row, the test passes and the counter answers −1; ⌊√q⌋ of natural numbers has no value there."""

    def root(sums: Sums) -> int:
        return isqrt(sums[0])

    printed, clamped = (
        histogram_mechanism(1, steps).with_values(gamma=gamma, xi=xi, query=root)
        for steps in (HistogramSteps, ClampedSteps)
    )
    with pytest.raises(ValueError, match="nonnegative"):
        by_messages(printed, [(True,)], answered_below_zero)
    assert by_messages(clamped, [(True,)], answered_below_zero)[0] == [0]


def answered_below_zero(told: Told) -> Any:
    return {"look": True, "disturb": 0, "count": (-1,)}.get(told[0])
