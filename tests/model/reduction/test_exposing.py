"""The construction of HSV26 section 10.3 on the mechanism that refutes it, and on a plain randomised response."""

from fractions import Fraction as F

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.linear import solves
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.postprocessing import post_process
from concomp.model.mechanisms.randomised_response import BITS, interactive_randomised_response
from concomp.model.reduction.balanced import NoPair, balanced
from concomp.model.reduction.conditions import (
    below_control,
    depending_on_the_world,
    depending_on_the_world_with_budget,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.control import control
from concomp.model.reduction.dividing import exposing_by_division, lazy_exposing_by_division
from concomp.model.reduction.existence import simulation_from_response
from concomp.model.reduction.exposing import Stuck, exposing, exposing_as_printed, lazy_budget
from concomp.model.reduction.families import late_simulator, next_answer
from concomp.model.reduction.laziness import History, queries_of, same_answers
from concomp.model.reduction.lyu import as_point, noisy_weights, system
from concomp.model.reduction.split import Share
from concomp.model.reduction.waiting import waiting_budget


def _history(*answers: str) -> History:
    return tuple(("ask", answer) for answer in answers)


A, A2 = _history("a"), _history("a'")
TURNS_OUT = {
    (): (F(1), F(1)),
    A: (F(1, 2), F(1, 2)),
    A2: (F(1, 2), F(1, 2)),
    _history("a", "bad"): (F(1, 4), F(0)),
    _history("a", "ok"): (F(1, 4), F(1, 2)),
    _history("a'", "bad"): (F(0), F(1, 4)),
    _history("a'", "ok"): (F(1, 2), F(1, 4)),
}
"""After a world 0, after a' world 1 may turn out bad: (ln 3, 1/4)-DP."""
AT = PrivacyParameters(F(3), F(1, 4))


def test_an_early_answer_takes_from_a_later_one() -> None:
    made = exposing(TURNS_OUT, AT)
    assert (made.balanced[A], made.balanced[A2]) == ((F(1, 4), 0), (0, F(1, 4)))
    assert (made.weights[A], made.weights[A2]) == ((1, 0), (0, 1))
    assert list(depending_on_the_world(made.weights, TURNS_OUT, AT.e_eps)) == [A, A2]


def test_the_other_conditions_are_met() -> None:
    phi = exposing(TURNS_OUT, AT).weights
    assert not list(below_control(phi, TURNS_OUT, AT))
    assert not list(too_far_apart(phi, TURNS_OUT, AT))
    assert not list(inconsistent(phi, TURNS_OUT))
    point = as_point(phi, noisy_weights(phi, TURNS_OUT, AT))
    assert solves(simulation_from_response(TURNS_OUT, AT), point)


def test_as_printed_nothing_is_left() -> None:
    with pytest.raises(Stuck, match=r"the constraints \(phi.1\)-\(phi.3\) leave no pair for answer 0") as caught:
        exposing_as_printed(TURNS_OUT, AT)
    assert caught.value.partial.balanced[A] == caught.value.partial.balanced[A2] == (F(1, 4), F(1, 4))


def test_twice_the_budget_is_enough_for_laziness() -> None:
    twice = PrivacyParameters(AT.e_eps, lazy_budget(TURNS_OUT, AT.e_eps))
    assert twice.delta == waiting_budget(TURNS_OUT, AT.e_eps, same_answers(TURNS_OUT)) == F(1, 2)
    made = exposing(TURNS_OUT, twice)
    assert made.balanced[A] == made.balanced[A2] == (F(1, 4), F(1, 4))
    assert not list(depending_on_the_world_with_budget(made.weights, TURNS_OUT, twice))


@pytest.mark.parametrize("budget", [F(1, 2), F(3, 4), F(1)])
def test_division_is_lazy_with_the_waiting_budget(budget: F) -> None:
    privacy, lazy = PrivacyParameters(AT.e_eps, budget), same_answers(TURNS_OUT)
    phi = lazy_exposing_by_division(TURNS_OUT, privacy, lazy)
    assert all(zero == one for history, (zero, one) in phi.items() if lazy(queries_of(history)))
    assert solves(simulation_from_response(TURNS_OUT, privacy), as_point(phi, noisy_weights(phi, TURNS_OUT, privacy)))


def test_the_simulator_answers_as_the_mechanism() -> None:
    phi = exposing_by_division(TURNS_OUT, AT)
    simulator = late_simulator(phi, noisy_weights(phi, TURNS_OUT, AT))
    composed = post_process(simulator, interactive_randomised_response(AT))
    for bit in BITS:
        world = system({history: pair[bit] for history, pair in TURNS_OUT.items()})
        assert equivalent((composed, (bit, ((), ()))), (world, ()), ("ask",), 2)


def test_without_exposure_the_worlds_share_their_weights() -> None:
    response = {(): (F(1), F(1)), A: (F(3, 4), F(1, 4)), A2: (F(1, 4), F(3, 4))}
    pure = PrivacyParameters(F(3), F(0))
    assert exposing(response, pure).weights == exposing_by_division(response, pure)
    assert noisy_weights(exposing(response, pure).weights, response, pure)[A] == (1, 0)


def test_a_history_without_weight_has_a_fixed_answer() -> None:
    assert next_answer({A: (F(0), F(1)), A2: (F(0), F(1))}, [A, A2], 0)["a"] == 1
    assert next_answer({A: (F(0), F(1)), A2: (F(0), F(1))}, [A, A2], 1)["a"] == F(1, 2)


def test_what_is_not_enough_is_an_error() -> None:
    needed = control(TURNS_OUT, AT.e_eps)
    with pytest.raises(NoPair, match=r"\(xi.1\)-\(xi.4\)"):
        balanced([Share(needed[each], TURNS_OUT[each]) for each in (A, A2)], (F(1, 8), F(1, 8)), AT.e_eps)
