"""Sequences compared step by step."""

from fractions import Fraction as F

import pytest

from concomp.model.laws.indistinguishability import total_variation
from concomp.model.laws.law import Law
from concomp.model.laws.sequences import (
    common_histories,
    next_law,
    padded,
    step_distance,
    worst_exposure,
    worst_exposure_at_the_end,
)

HALF = F(1, 2)
ZERO = Law({(0, 0, 0): HALF, (1, 0, 0): HALF})
ONE = Law({(0, 0, 0): HALF, (1, 1, 0): HALF})


def test_a_history_that_dies_is_not_seen_at_the_end() -> None:
    assert common_histories(ZERO, ONE, 0) == {()}
    assert common_histories(ZERO, ONE, 2) == {(0, 0)}
    assert step_distance(ZERO, ONE, (1,)) == 1
    assert total_variation(ZERO, ONE) == HALF
    assert worst_exposure_at_the_end(ZERO, ONE, 3) == 0
    assert worst_exposure(ZERO, ONE, 3) == 1


def test_the_next_entry_after_an_impossible_history_is_an_error() -> None:
    assert next_law(ZERO, (1,)) == Law.point(0)
    with pytest.raises(ValueError, match=r"history \(1, 1\) has probability 0"):
        next_law(ZERO, (1, 1))


def test_padding_continues_for_ever() -> None:
    law = Law({(): HALF, (0, 1): HALF})
    assert padded(law, 3) == Law({("$", "$", "$"): HALF, (0, 1, "$"): HALF})
    assert padded(law, 1) == Law({("$",): HALF, (0,): HALF})
    with pytest.raises(ValueError, match="fresh symbol"):
        padded(Law.point(("$",)), 2)
