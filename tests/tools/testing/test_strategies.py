"""Strategies for those who test their own mechanisms and verification functions."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from concomp import audit
from concomp.model import Game, InteractiveMechanism, Law, Predicate, is_valid, least_delta
from concomp.testing.strategies import accepted_pairs, games, laws, mechanisms, pairs_rejected_at_last
from tests.model.language import monitors as m

VISITS = [m.Item(user=user, value=value) for user in (1, 2) for value in "ab"]
ODD = Predicate(lambda pairs: sum(left != right for left, right in pairs) <= 1)
FUNCTIONS = st.sampled_from([(m.OneUser(), VISITS), (m.AtMostK(k=1), "ab"), (ODD, "ab")])


@given(st.data())
def test_accepted_pairs_are_accepted_with_their_prefixes(data: st.DataObject) -> None:
    function, messages = data.draw(FUNCTIONS)
    pairs = data.draw(accepted_pairs(function, messages, max_size=4))
    assert len(pairs) <= 4
    assert all(is_valid(function, pairs[:length]) for length in range(len(pairs) + 1))


@given(st.data())
def test_pairs_are_rejected_at_the_last(data: st.DataObject) -> None:
    function, messages = data.draw(FUNCTIONS)
    pairs = data.draw(pairs_rejected_at_last(function, messages, max_size=4))
    assert 1 <= len(pairs) <= 4
    assert is_valid(function, pairs[:-1])
    assert not is_valid(function, pairs)


def test_sequences_shrink_to_the_shortest() -> None:
    assert find(pairs_rejected_at_last(m.AtMostK(k=1), "ab"), lambda pairs: True) == [("a", "b"), ("a", "b")]
    assert find(accepted_pairs(ODD, "ab"), lambda pairs: len(pairs) > 1) == [("a", "a"), ("a", "a")]


def test_a_function_that_rejects_nothing_has_no_example() -> None:
    with pytest.raises(Unsatisfiable):
        find(pairs_rejected_at_last(Predicate(lambda pairs: True), "ab"), lambda pairs: True)


@given(laws(["x", "y", "z"]))
def test_laws_are_on_the_outcomes_with_small_odds(law: Law[str]) -> None:
    assert law.support <= {"x", "y", "z"}
    assert all((weight * 18).denominator <= 18 for _, weight in law.items())


@given(mechanisms(queries=("q",), answers=(0, 1, 2), states=3, initial_states=1))
def test_mechanisms_answer_what_they_may(mechanism: InteractiveMechanism) -> None:
    assert mechanism.initial_states == (0,)
    assert all(state in range(3) and answer in range(3) for state, answer in mechanism.respond(0, "q"))


@settings(max_examples=20, deadline=None)
@given(games(), st.fractions(min_value=1, max_value=4, max_denominator=4))
def test_games_are_what_an_audit_takes(game: Game, e_eps: F) -> None:
    assert audit(game, e_eps=e_eps).value == least_delta(game, e_eps)
