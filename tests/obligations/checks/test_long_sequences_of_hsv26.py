"""HSV26 section 11 at scale: each check passes, and sequences are apart as they are told to be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.laws.indistinguishability import total_variation
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.composition import many_responses
from concomp.obligations.checks.hsv26.reduction import long_sequences
from concomp.obligations.families.compositions.engine_games import own_delta
from concomp.obligations.families.compositions.exposures import Sequences
from concomp.obligations.families.scaled.two_worlds import betrayal, in_turn, members
from tests.obligations.checks.establishing import assert_establishes, found

ONE, HALF = Fraction(1), Fraction(1, 2)
CHECKS = [*checks_of(long_sequences.__name__), *checks_of(many_responses.__name__)]


@pytest.mark.parametrize("made", CHECKS, ids=[f"{made.statement} {made.path}" for made in CHECKS])
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))


def test_a_betrayal_leaves_nothing_in_common_at_the_end() -> None:
    for rounds in (3, 5, 20):
        game = betrayal(rounds, HALF)
        sequences = Sequences(game)
        told = 1 - HALF ** (rounds - 2)
        assert own_delta(game, ONE) == told
        assert (sequences.exposure_at_the_end, sequences.exposure) == (0, 1)


def test_sequences_in_turn_are_apart_as_their_parts_together() -> None:
    """Where only one world gives an answer now and then, nothing is lost by a fixed order."""
    stream = members()["lopsided, 6"]
    alone, both = own_delta(stream, ONE), own_delta(in_turn([stream, stream]), ONE)
    assert 1 - both == (1 - alone) ** 2


def test_a_step_says_how_the_answers_are_apart() -> None:
    [step] = Sequences(members()["lopsided, 6"]).steps(next(Sequences(members()["lopsided, 6"]).layers()).popitem()[0])
    assert 1 - step.together == total_variation(*step.laws) == Fraction(1, 100)
    assert {answer for answer, _ in step.following} == {0, 1}
