"""Named mechanisms as functions: what they are worth, their attackers, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

import concomp
from concomp.model.composition.single import EventLevel
from concomp.model.laws.law import product_law

RELEASE = concomp.two_sided_geometric("2/3", clamp=(-16, 16))
NAMED: list[tuple[Any, str, F]] = [
    (RELEASE, "event level", F(3, 2)),
    (RELEASE, "any", F(27, 8)),
    (concomp.randomised_response(3), "data, then questions", F(3)),
    (concomp.binary_tree(3, "1/2"), "event level", F(4)),
    (concomp.running_counter(F(1, 2), clamp=(0, 9)), "event level", F(8)),
    (concomp.running_sum(concomp.two_sided_geometric(F(2, 3)), clamp=(0, 5)), "event level", F(3, 2)),
    (concomp.running_sum(concomp.randomised_response("3")), "any", F(27)),
]


@pytest.mark.parametrize(("mechanism", "function", "e_eps"), NAMED)
def test_three_rounds_lose_what_their_noise_says(mechanism: Any, function: str, e_eps: F) -> None:
    game = concomp.game(mechanism, rounds=3, function=function)
    least = concomp.audit(game, delta=0).e_eps
    assert least is not None
    assert (least.low, least.high) == (e_eps, e_eps)
    assert str(concomp.audit(game, e_eps=1)).endswith("at most 3 queries>")
    attack = concomp.attack(game, e_eps=1)
    assert attack.delta == concomp.audit(game, e_eps=1).value


def test_those_without_memory_compose() -> None:
    release, response = concomp.two_sided_geometric("1/2", 2), concomp.randomised_response(3, delta="1/10")
    pairs = [(release.answer(0), release.answer(2)), (response.answer(0), response.answer(1))]
    zero, one = (product_law([pair[bit].map(repr) for pair in pairs]) for bit in (0, 1))
    exact = sum(max(zero[answer] - 2 * one[answer], F(0)) for answer in zero)
    bounds = concomp.compose([release, response], e_eps=2).bounds
    assert bounds.low <= exact <= bounds.high < bounds.low + F(1, 10**9)


def test_a_function_in_the_language_is_taken_as_well() -> None:
    tree = concomp.binary_tree(2, "1/2")
    games = [concomp.game(tree, rounds=2, function=each) for each in ("event level", EventLevel())]
    assert concomp.audit(games[0]).vertices == concomp.audit(games[1]).vertices


def test_above_threshold_is_worth_less_than_its_bound() -> None:
    vector = concomp.above_threshold("1/2", "2/3")
    game = concomp.game(vector, rounds=5, function="any")
    assert concomp.audit(game, e_eps=2 * F(9, 4), delta=0)
    assert not concomp.audit(game, e_eps=2, delta=0)


BAD: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: concomp.two_sided_geometric(0.5),
        concomp.ParameterError,
        "ratio is 0.5: a float has been rounded",
    ),
    (lambda: concomp.two_sided_geometric("1/2", clamp=(1, 0)), concomp.ParameterError, "the ends are reversed"),
    (lambda: concomp.two_sided_geometric("1/2", 0), concomp.ParameterError, "sensitivity is 0: give a whole number"),
    (lambda: concomp.running_counter(2), concomp.ParameterError, "ratio is 2: write a ratio strictly between 0 and 1"),
    (lambda: concomp.binary_tree(0, "1/2"), concomp.ParameterError, "leaves is 0: write the number of leaves"),
    (lambda: concomp.above_threshold("1/2", "x"), concomp.ParameterError, "query_ratio is 'x': write a rational"),
    (
        lambda: concomp.game(RELEASE, rounds=2, function="event levl"),
        concomp.MechanismError,
        'function is \'event levl\': give a verification function, or one of "any", "event level"',
    ),
    (lambda: concomp.game(RELEASE, rounds=2), concomp.MechanismError, "has 1 states: give two"),
    (lambda: concomp.game(RELEASE, rounds=10**9, function="any"), concomp.TooLarge, "give at most 10000"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD)
def test_what_is_wrong_is_told(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
