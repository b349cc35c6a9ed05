"""Lazy simulation: the linear system, the waiting budget, and the simulators that solutions stand for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.linear import solves
from concomp.model.laws.optimum import lower_bound
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta
from concomp.model.mechanisms.randomised_response import interactive_randomised_response
from concomp.model.reduction.laziness import (
    BUDGET,
    identical_pairs,
    likelihoods,
    never,
    same_answers,
    simulation_system,
    simulator,
    with_budget,
)
from concomp.model.reduction.waiting import waiting_budget
from concomp.obligations.families.small.leaking import THEN_RISING, opposed_kinds
from concomp.obligations.solvers.linear import Feasible, Infeasible, settle
from concomp.obligations.solvers.optimum import minimise

ODDS = Fraction(3)


def _game(x: str = "1/2") -> Game:
    return continual_game(THEN_RISING, opposed_kinds(Fraction(x)), ((0, 0), (0, 1)), 2)


def test_likelihoods_of_each_length_sum_to_one_in_both_worlds() -> None:
    chances = likelihoods(_game())
    second = [weights for history, weights in chances.items() if [query for query, _ in history] == [(0, 0), (0, 1)]]
    assert sum(zero for zero, _ in second) == 1
    assert sum(one for _, one in second) == 1


def test_messages_that_are_refused_have_no_history() -> None:
    assert all(history[0][0] == (0, 0) for history in likelihoods(_game()) if history)


def test_queries_are_lazy_until_the_laws_differ() -> None:
    lazy = same_answers(likelihoods(_game()))
    assert lazy(((0, 0),))
    assert lazy(((0, 0), (0, 0)))
    assert not lazy(((0, 0), (0, 1)))


@pytest.mark.parametrize("x", ["1/2", "2/3", "1/10"])
def test_laziness_costs_twice_the_delta(x: str) -> None:
    game = _game(x)
    chances, delta = likelihoods(game), least_delta(game, ODDS)
    system = simulation_system(chances, ODDS, identical_pairs)
    assert isinstance(settle(with_budget(system, delta)), Infeasible)
    assert isinstance(settle(with_budget(system, 2 * delta)), Feasible)
    assert isinstance(settle(with_budget(simulation_system(chances, ODDS, never), delta)), Feasible)
    assert minimise(system, BUDGET).point[BUDGET] == waiting_budget(chances, ODDS, identical_pairs) == 2 * delta


def test_a_solution_becomes_an_equivalent_simulator() -> None:
    game = _game()
    chances = likelihoods(game)
    minimum = minimise(simulation_system(chances, ODDS, identical_pairs), BUDGET)
    processing = simulator(minimum.point, chances, identical_pairs)
    source = interactive_randomised_response(PrivacyParameters(ODDS, minimum.point[BUDGET]))
    imitation = post_process(processing, source)
    for bit in (0, 1):
        assert equivalent((imitation, (bit, ())), (game.mechanism, game.states[bit]), game.queries, 2)
    assert not equivalent((imitation, (0, ())), (game.mechanism, game.states[1]), game.queries, 2)


def test_a_smaller_budget_solves_nothing_and_multipliers_say_so() -> None:
    chances = likelihoods(_game())
    system = simulation_system(chances, ODDS, identical_pairs)
    minimum = minimise(system, BUDGET)
    assert solves(system, minimum.point)
    assert lower_bound(system, BUDGET, minimum.multipliers) == minimum.point[BUDGET]


def test_multipliers_that_prove_too_much_are_refused() -> None:
    system = simulation_system(likelihoods(_game()), ODDS, identical_pairs)
    minimum = minimise(system, BUDGET)
    doubled = [2 * multiplier for multiplier in minimum.multipliers]
    with pytest.raises(ValueError, match="at most"):
        lower_bound(system, BUDGET, doubled)
    with pytest.raises(ValueError, match="one a row"):
        lower_bound(system, BUDGET, doubled[1:])
