"""Equivalence of interactive mechanisms."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism

HALF = Fraction(1, 2)


def _early(state: Any, _: object) -> Law[Any]:
    """Draw a bit at once, keep it, and show it in the second round."""
    return Law.uniform([(0, "ok"), (1, "ok")]) if state is None else Law.point((state, state))


def _late(state: Any, _: object) -> Law[Any]:
    """Draw the bit when it is asked for, and keep it."""
    if state is None:
        return Law.point(("asked", "ok"))
    return Law.uniform([(0, 0), (1, 1)]) if state == "asked" else Law.point((state, state))


def _forgetful(state: Any, _: object) -> Law[Any]:
    """Draw a new bit each time."""
    return Law.point(("asked", "ok")) if state is None else Law.uniform([("asked", 0), ("asked", 1)])


def _started(step: Any) -> tuple[InteractiveMechanism, None]:
    return InteractiveMechanism(step, (None,), ("ask",)), None


def test_when_a_hidden_bit_is_drawn_cannot_be_seen() -> None:
    assert equivalent(_started(_early), _started(_late), ("ask",), 4)


def test_a_difference_shows_only_from_the_third_round_on() -> None:
    assert equivalent(_started(_early), _started(_forgetful), ("ask",), 2)
    assert not equivalent(_started(_early), _started(_forgetful), ("ask",), 3)


def test_a_halt_is_an_answer_too() -> None:
    halting = _started(lambda state, _: Law.coin(HALF, (None, "ok"), (HALT, HALT)))
    going_on = _started(lambda state, _: Law.coin(HALF, (None, "ok"), (None, "bye")))
    assert equivalent(halting, halting, ("ask",), 3)
    assert not equivalent(halting, going_on, ("ask",), 1)


def test_queries_that_are_not_asked_do_not_count() -> None:
    by_query = InteractiveMechanism(lambda state, query: Law.point((None, query)), (None,), ("a", "b"))
    constant = InteractiveMechanism(lambda state, query: Law.point((None, "a")), (None,), ("a", "b"))
    assert equivalent((by_query, None), (constant, None), ("a",), 2)
    assert not equivalent((by_query, None), (constant, None), ("a", "b"), 1)
