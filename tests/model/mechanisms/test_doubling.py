"""P²: a post-processing on both sides of a pair."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.doubling import doubled
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing


def step(state: Any, origin: Any, message: Any) -> Law[Any]:
    """Adds up what comes from the left and sends it on; hands back what comes from the right."""
    return Law.point((state + message, RIGHT, state + message) if origin is LEFT else (state, LEFT, message))


ADDING = doubled(InteractivePostProcessing(step, (0,), "adding"))


def test_a_pair_is_handled_side_by_side() -> None:
    assert ADDING.respond((1, 5), LEFT, (2, 3)) == Law.point(((3, 8), RIGHT, (3, 8)))


def test_an_answer_is_for_both() -> None:
    assert ADDING.respond((1, 5), RIGHT, 7) == Law.point(((1, 5), LEFT, 7))


def test_what_is_no_pair_halts() -> None:
    assert ADDING.respond((1, 5), LEFT, 2) == Law.point((HALT, LEFT, HALT))


def test_only_deterministic_ones_are_doubled() -> None:
    random = InteractivePostProcessing(lambda *_: Law.coin(Fraction(1, 2), (0, LEFT, 0), (0, LEFT, 1)), (0,))
    with pytest.raises(ValueError, match="2 outcomes: only a deterministic one"):
        doubled(random).respond((0, 0), LEFT, (0, 0))
