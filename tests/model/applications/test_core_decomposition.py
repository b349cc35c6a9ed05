"""Core decomposition as a local protocol: schedules, users, and the mechanism of the protocol."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

import pytest

from concomp.model.applications.core_decomposition import (
    Question,
    Round,
    core_numbers,
    core_protocol,
    graph_of,
    graphs,
    listed,
    noiseless,
    passed,
    until_stable,
    user_of_vertex,
)
from concomp.model.applications.local_privacy import server_view
from concomp.model.applications.protocol_mechanism import mechanism_of_protocol
from concomp.model.applications.sparse_vector import BOT, TOP
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import ParameterError

USER = user_of_vertex(F(1, 4), F(1, 2))
TRIANGLE_AND_TAIL = graph_of(4, [(0, 1), (1, 2), (0, 2), (2, 3)])


def test_core_numbers_are_those_of_the_definition() -> None:
    assert core_numbers(TRIANGLE_AND_TAIL) == (2, 2, 2, 1)
    assert [len(graphs(vertices)) for vertices in range(1, 6)] == [1, 2, 8, 64, 1024]


def test_a_schedule_until_stable_stays_where_somebody_is_removed() -> None:
    course = noiseless(TRIANGLE_AND_TAIL, until_stable(3))
    assert course.history == (Round(1, 0), Round(2, 1), Round(2, 0), Round(3, 3))
    assert course.removed == {0: 3, 1: 3, 2: 3, 3: 2}


@pytest.mark.parametrize(
    ("history", "threshold"),
    [
        ((), 0),
        ((Round(1, 0),), 1),
        ((Round(1, 2),), 0),
        ((Round(1, 2), Round(2, 1), Round(2, 1)), 1),
        ((Round(3, 1), Round(2, 0)), 2),
    ],
)
def test_what_remains_has_passed_what_was_tested_until_stable(history: tuple[Round, ...], threshold: int) -> None:
    assert passed(history) == threshold


def test_a_user_answers_with_noise_and_halts_after_top() -> None:
    law = USER.respond(frozenset({1}), Question(frozenset({0, 1}), 1))
    [(after, top)] = [(state, chance) for (state, answer), chance in law.items() if answer == TOP]
    assert 0 < top < F(1, 2)
    assert {answer for _, answer in law} == {TOP, BOT}
    assert dict(USER.respond(after, Question(frozenset({0, 1}), 1)).items()) == {(HALT, HALT): 1}


def test_the_mechanism_of_the_protocol_answers_the_view() -> None:
    some = [frozenset(chosen) for chosen in ((), (0,), (1,), (0, 1))]
    asked = tuple(Question(active, threshold) for active in some for threshold in (1, 2))
    protocol = core_protocol(replace(USER, initial_states=tuple(some), queries=asked), 2, listed((1, 2)))
    mechanism = mechanism_of_protocol(protocol)
    for graph in graphs(2):
        answered: Any = mechanism.respond(mechanism.initial_state, graph).map(lambda sent: sent[1])
        assert answered == server_view(protocol, graph)


@pytest.mark.parametrize(
    ("ratios", "message"),
    [
        ((F(1), F(1, 2)), r"^threshold_ratio is 1: write a ratio strictly between 0 and 1"),
        ((F(1, 2), 0.5), r"^query_ratio is 0\.5: a float has been rounded already"),
    ],
)
def test_ratios_out_of_range_are_refused(ratios: tuple[Any, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        user_of_vertex(*ratios)
