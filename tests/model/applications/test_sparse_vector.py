"""The sparse vector of continual histograms, as a mechanism."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from concomp.model.applications.sparse_vector import BOT, TOP, sparse_vector_on_histogram
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.named.above_threshold import DONE
from concomp.model.numbers import ParameterError


def test_rows_add_up_until_the_query_exceeds_a_threshold() -> None:
    mechanism = sparse_vector_on_histogram(F(1, 2), max, (0, 1))
    law = mechanism.respond(mechanism.initial_state, ((1, 1), F(3, 2)))
    assert {answer: state for state, answer in law} == {BOT: ((1, 2), (1,)), TOP: DONE}
    assert dict(mechanism.respond(DONE, ((0, 0), F(0))).items()) == {(HALT, HALT): 1}


def test_thresholds_between_integers_are_those_below() -> None:
    mechanism = sparse_vector_on_histogram(F(1, 3), max, (0,))
    answers = [mechanism.respond(mechanism.initial_state, ((1,), F(half, 2))) for half in (2, 3, 4)]
    assert answers[0] == answers[1] != answers[2]


def test_a_ratio_out_of_its_range_is_refused() -> None:
    with pytest.raises(ParameterError, match="ratio"):
        sparse_vector_on_histogram(F(1), max, (0,))


@pytest.mark.parametrize(
    ("message", "named"),
    [
        (((1,), 10**4), "threshold"),
        (((1,), 3.5), "threshold"),
        (((1,), float("inf")), "threshold"),
        (((1,), float("nan")), "threshold"),
        (((0.5,), 3), "row"),
        (((F(1, 2),), 3), "row"),
        (((1, 2), 3), "row"),
        ((1, 3), "row"),
        (5, "message"),
    ],
)
def test_what_is_not_exact_or_too_far_is_refused(message: object, named: str) -> None:
    mechanism = sparse_vector_on_histogram(F(1, 2), max, (0,))
    with pytest.raises(ParameterError, match=f"^{named} is "):
        mechanism.respond(mechanism.initial_state, message)


def test_queries_and_sums_are_integers() -> None:
    mechanism = sparse_vector_on_histogram(F(1, 2), lambda sums: F(sums[0], 2), (0,))  # type: ignore[arg-type,return-value]
    with pytest.raises(ParameterError, match=r"^query is "):
        mechanism.respond(mechanism.initial_state, ((1,), 3))
    with pytest.raises(ParameterError, match=r"^sums is "):
        sparse_vector_on_histogram(F(1, 2), max, (F(1, 2),))  # type: ignore[arg-type]
