"""Randomised responses, at once and in two steps."""

from fractions import Fraction as F

from hypothesis import given

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.mechanisms.interaction import deterministic_adversary, view
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.randomised_response import (
    ASK,
    EXPOSED,
    NOISY,
    interactive_randomised_response,
    response,
)
from tests.model.laws.strategies import deltas, e_eps


def test_law_of_a_response() -> None:
    law = response(PrivacyParameters(F(3), F(1, 10)), 0)
    assert dict(law.items()) == {(EXPOSED, 0): F(1, 10), (NOISY, 0): F(27, 40), (NOISY, 1): F(9, 40)}


@given(e_eps, deltas)
def test_a_response_is_exactly_as_private_as_it_says(e: F, delta: F) -> None:
    privacy = PrivacyParameters(e, delta)
    assert distance(response(privacy, 0), response(privacy, 1), e) == delta


@given(e_eps, deltas)
def test_asked_twice_it_shows_the_same_pair_and_then_halts(e: F, delta: F) -> None:
    privacy = PrivacyParameters(e, delta)
    mechanism = interactive_randomised_response(privacy)
    asker = deterministic_adversary(_ask_always(3, mechanism))
    for bit in (0, 1):
        transcript = view(asker, mechanism, bit, 3)
        assert transcript.map(lambda run: (run[2], run[4])) == response(privacy, bit)
        assert {run[6] for run in transcript} == {HALT}


def _ask_always(rounds: int, mechanism: object) -> tuple[object, ...] | None:
    if rounds == 0:
        return None
    deeper = _ask_always(rounds - 1, mechanism)
    return ASK, tuple((answer, deeper) for answer in (EXPOSED, NOISY, 0, 1))
