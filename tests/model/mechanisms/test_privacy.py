"""Privacy by definition and by backward induction."""

import itertools
from fractions import Fraction as F

from hypothesis import given, settings
from hypothesis import strategies as st

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import (
    Game,
    at,
    attack,
    exchange_worlds,
    least_delta,
    least_delta_by_definition,
    profile,
    replay,
    value,
)
from tests.model.laws.strategies import e_eps

STATES, QUERIES, ANSWERS = ("s", "t"), ("q", "r"), ("a", "b")
OUTCOMES = [(state, answer) for state in STATES for answer in ANSWERS]


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of two rounds on a mechanism with two hidden states."""

    def law() -> Law[tuple[State, Message]]:
        odds = draw(st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any))
        return Law({outcome: F(odd, sum(odds)) for outcome, odd in zip(OUTCOMES, odds, strict=True)})

    kernel = {(state, query): law() for state in STATES for query in QUERIES}
    mechanism = InteractiveMechanism(lambda state, query: kernel[state, query], STATES, QUERIES)
    return Game(mechanism, STATES, QUERIES, 2)


@settings(deadline=None, max_examples=60)
@given(games(), e_eps)
def test_backward_induction_agrees_with_the_definition(game: Game, e: F) -> None:
    assert least_delta(game, e) == least_delta_by_definition(game, e)


@settings(deadline=None, max_examples=40)
@given(games())
def test_profile_agrees_with_single_values_at_and_between_its_vertices(game: Game) -> None:
    vertices = profile(game).vertices
    points = [e for e, _ in vertices] + [(a + b) / 2 for (a, _), (b, _) in itertools.pairwise(vertices)]
    assert all(profile(game)(e) == least_delta(game, e) for e in [*points, vertices[-1][0] + 1])


@settings(deadline=None, max_examples=60)
@given(games(), e_eps)
def test_the_attack_reaches_the_value_when_replayed(game: Game, e: F) -> None:
    for direction in (game, exchange_worlds(game)):
        assert replay(direction, attack(direction, e), e) == value(direction, at(e))
