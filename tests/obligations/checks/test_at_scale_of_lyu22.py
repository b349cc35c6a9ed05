"""Lyu22 at scale: each check passes; its members are what they are said to be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.privacy import least_delta
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.lyu22 import at_scale, certified
from concomp.obligations.checks.lyu22.at_scale import HEAVY, LIGHT, OF_RESPONSES, Group, Names, points
from concomp.obligations.families.compositions.bounds import accountant_delta, response_profile
from concomp.obligations.families.compositions.engine_games import curve_of, delta_at, free, own_delta, side_by_side
from concomp.obligations.families.scaled.two_worlds import RESPONSES, in_both_starts, members
from concomp.obligations.families.small.mechanisms import random_trees
from tests.obligations.checks.establishing import assert_establishes, found

CHECKS = [made for module in (at_scale, certified) for made in checks_of(module.__name__)]


@pytest.mark.full
@pytest.mark.parametrize("made", CHECKS, ids=[f"{made.statement} {made.path}" for made in CHECKS])
def test_a_check_establishes_its_statement(made: Check) -> None:
    assert_establishes(made, found(made))


@pytest.mark.parametrize("name", RESPONSES)
def test_a_late_response_is_a_response(name: str) -> None:
    label = RESPONSES[name]
    for e_eps, delta in response_profile((label,)).vertices:
        assert own_delta(members()[name], e_eps) == delta


@pytest.mark.parametrize("names", [LIGHT[1], HEAVY[-1], OF_RESPONSES[-1]], ids=" | ".join)
def test_the_accountant_and_the_model_promise_the_same(names: Names) -> None:
    for labels in Group(names).labels:
        profile = response_profile(labels)
        assert {e_eps for e_eps, _ in profile.vertices} <= set(points(labels))
        assert [accountant_delta(labels, e_eps) for e_eps in points(labels)] == [
            profile(e_eps) for e_eps in points(labels)
        ]


def test_games_side_by_side_run_as_they_are_played() -> None:
    """By backward induction on what runs, and by the engine; trees halt after their last round by themselves."""
    trees = [in_both_starts(each, 2) for each in random_trees(1, 2, 3, 2, seed=9)]
    together, curve = side_by_side(trees), curve_of(free(trees))
    for e_eps in (Fraction(1), Fraction(3, 2), Fraction(3)):
        assert delta_at(curve, e_eps) == least_delta(together, e_eps)


def test_a_component_side_by_side_is_the_component() -> None:
    game = members()["hidden 1, 3"]
    together = side_by_side([game])
    for start, state in zip(together.states, game.states, strict=True):
        answered = together.mechanism.respond(start, (0, 0))
        assert answered.map(lambda sent: (sent[0][0], sent[1])) == game.mechanism.respond(state, 0)
    assert not equivalent(
        (together.mechanism, together.states[0]), (together.mechanism, together.states[1]), together.queries, 3
    )
