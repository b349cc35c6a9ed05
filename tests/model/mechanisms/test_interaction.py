"""Interaction, adversaries, views."""

from fractions import Fraction as F

import pytest

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import (
    Adversary,
    deterministic_adversary,
    deterministic_strategies,
    interaction,
    strategy_count,
    view,
)
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, START, InteractiveMechanism

ECHO_TWICE = InteractiveMechanism(
    lambda state, query: Law.point((state - 1, query) if state else (0, HALT)), (2,), ("x", "y"), "echo twice"
)


def test_the_first_mechanism_answers_the_empty_message_and_a_halt_ends_it() -> None:
    asker = deterministic_adversary(("x", (("x", ("y", (("y", None),))),)))
    transcript = interaction((asker.mechanism, START), (ECHO_TWICE, 2), 20)
    assert transcript == Law.point(("x", "x", "y", "y", HALT))


def test_a_mechanism_that_halts_says_so_and_nothing_follows() -> None:
    stubborn = Adversary(Law.point(()), lambda _, answers: "x")
    assert view(stubborn, ECHO_TWICE, 2, 9) == Law.point(((), "x", "x", "x", "x", "x", HALT))


def test_a_query_outside_the_query_space_halts() -> None:
    assert ECHO_TWICE.respond(2, "z") == Law.point((HALT, HALT))
    assert ECHO_TWICE.respond(HALT, "x") == Law.point((HALT, HALT))


def test_a_view_shows_the_coins() -> None:
    tossing = Adversary(Law.uniform(["x", "y"]), lambda coin, answers: HALT if answers else coin)
    assert view(tossing, ECHO_TWICE, 2, 2) == Law({("x", "x", "x", HALT): F(1, 2), ("y", "y", "y", HALT): F(1, 2)})


def test_an_adversary_has_one_initial_state() -> None:
    assert deterministic_adversary(None).mechanism.initial_state is START


def test_a_start_state_must_be_named_where_there_are_several() -> None:
    coin = InteractiveMechanism(lambda state, _: Law.point((state, state)), (0, 1), EVERYTHING, "coin")
    with pytest.raises(ValueError, match="coin has 2 initial states: name the one to start in"):
        _ = coin.initial_state


@pytest.mark.parametrize(("queries", "answers", "rounds"), [(1, 1, 3), (2, 2, 2), (1, 3, 2), (3, 2, 1)])
def test_strategies_are_as_many_as_the_closed_form_says(queries: int, answers: int, rounds: int) -> None:
    listed = list(deterministic_strategies(range(queries), range(answers), rounds))
    assert len(listed) == len(set(listed)) == strategy_count(queries, answers, rounds)
