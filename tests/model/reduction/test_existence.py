"""The post-processing of one randomised response, as a system and as something that runs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, solves
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.noninteractive import RUN, as_interactive
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, post_process
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.randomised_response import BITS, NOISY, noisy_bit, randomised_response
from concomp.model.mechanisms.universality import RESPONSES
from concomp.model.reduction.existence import simulation_from_response, simulator_from_response
from concomp.model.reduction.laziness import likelihoods

THREE = Fraction(3)
PRIVACY = PrivacyParameters(THREE, ZERO)


def _noisy_once() -> InteractiveMechanism:
    """The noisy bit of its initial state, and then a halt."""

    def step(state: Any, _: Any) -> Law[Any]:
        return Law.point((HALT, HALT)) if state == "done" else noisy_bit(THREE, state).map(lambda bit: ("done", bit))

    return InteractiveMechanism(step, BITS, ("ask",))


GAME = Game(_noisy_once(), (0, 1), ("ask",), 2)
CHANCES = likelihoods(GAME)


def _handing_on() -> Point:
    """The post-processing that answers the bit of its response."""
    return {
        (shown, history): ONE if not history or history[0][1] == shown[1] else ZERO
        for shown in RESPONSES
        for history in CHANCES
    }


def test_handing_on_the_response_solves_the_system() -> None:
    assert solves(simulation_from_response(CHANCES, PRIVACY), _handing_on())


def test_the_system_of_other_parameters_is_not_solved_by_it() -> None:
    assert not solves(simulation_from_response(CHANCES, PrivacyParameters(Fraction(2), ZERO)), _handing_on())
    assert not solves(simulation_from_response(CHANCES, PrivacyParameters(THREE, Fraction(1, 4))), _handing_on())


def test_weights_that_are_no_law_do_not_solve_it() -> None:
    doubled = {unknown: 2 * weight for unknown, weight in _handing_on().items()}
    assert not solves(simulation_from_response(CHANCES, PRIVACY), doubled)


def test_the_solution_runs_and_answers_as_the_mechanism() -> None:
    response = as_interactive(randomised_response(PRIVACY))
    simulated = post_process(simulator_from_response(_handing_on(), CHANCES), response)
    for bit in BITS:
        answered = simulated.respond((bit, ()), "ask").map(lambda sent: sent[1])
        assert answered == noisy_bit(THREE, bit)


def test_it_asks_at_the_first_query_and_never_again() -> None:
    simulator = simulator_from_response(_handing_on(), CHANCES)
    ((waiting, side, message),) = simulator.respond((), LEFT, "ask")
    assert (side, message) == (RIGHT, RUN)
    ((playing, side, message),) = simulator.respond(waiting, RIGHT, (NOISY, 1))
    assert (side, message) == (LEFT, 1)
    ((_, side, _),) = simulator.respond(playing, LEFT, "ask")
    assert side is LEFT


def test_it_halts_on_what_both_worlds_refuse() -> None:
    simulator = simulator_from_response(_handing_on(), CHANCES)
    ((waiting, _, _),) = simulator.respond((), LEFT, "another query")
    assert simulator.respond(waiting, RIGHT, (NOISY, 1)) == Law.point((HALT, LEFT, HALT))
