"""Interleaved positions against the games that they stand for, valued in other ways."""

import json
from fractions import Fraction as F
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from concomp.model.files import game, interleaving, read
from concomp.model.laws.indistinguishability import distance
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.interleaving import solve
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import least_delta, possible_answers, profile, views
from tests.model.files.documents import compositions, continual_mechanisms, documents, e_values, mechanisms

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def document(data: dict[str, Any]) -> Any:
    return read(json.dumps(data).encode())


def agrees_with_enumeration(data: dict[str, Any], e: F) -> None:
    """The profile at some E and at and between its vertices, against the views of every deterministic adversary."""
    whole = game(document(data))
    found = solve(interleaving(document(data))).curve.profile()
    trees = deterministic_strategies(whole.queries, possible_answers(whole), whole.rounds)
    seen = [views(whole, tree) for tree in trees]
    vertices = [vertex for vertex, _ in found.vertices]
    for point in [e, F(1), F(3, 2), *vertices, *((a + b) / 2 for a, b in pairwise(vertices)), vertices[-1] + 1]:
        assert found(point) == max(distance(zero, one, point) for zero, one in seen)


@settings(UNHURRIED, max_examples=25)
@given(mechanisms(), e_values)
def test_the_value_of_a_mechanism_is_that_of_its_best_adversary(data: dict[str, Any], e: F) -> None:
    agrees_with_enumeration(data, e)


@settings(UNHURRIED, max_examples=25)
@given(continual_mechanisms(), e_values)
def test_the_value_of_a_continual_mechanism_is_that_of_its_best_adversary(data: dict[str, Any], e: F) -> None:
    agrees_with_enumeration(data, e)


@settings(UNHURRIED, max_examples=6)
@given(compositions(rounds=1), e_values)
def test_the_value_of_a_composition_is_that_of_its_best_adversary(data: dict[str, Any], e: F) -> None:
    agrees_with_enumeration(data, e)


@settings(UNHURRIED, max_examples=20)
@given(documents, e_values)
def test_components_kept_apart_are_worth_what_the_whole_game_is(data: dict[str, Any], e: F) -> None:
    curve = solve(interleaving(document(data))).curve
    whole = game(document(data))
    for point in (F(1), e):
        assert max(curve.forward(point), curve.backward(point)) == least_delta(whole, point)


@settings(UNHURRIED, max_examples=15)
@given(mechanisms() | continual_mechanisms())
def test_the_profile_is_that_of_backward_induction_over_profiles(data: dict[str, Any]) -> None:
    assert solve(interleaving(document(data))).curve.profile() == profile(game(document(data)))


def noisy(horizon: int) -> dict[str, Any]:
    row = [["2/3", "s", "low"], ["1/3", "s", "high"]]
    wor = [["1/3", "s", "low"], ["2/3", "s", "high"]]
    return {
        "type": "cm",
        "states": ["s"],
        "messages": ["0", "1"],
        "answers": ["low", "high"],
        "init": "s",
        "kernel": {"s|0": row, "s|1": wor},
        "horizon": horizon,
        "verification": {"kind": "any"},
    }


def test_twenty_rounds_of_noise_compose_to_the_exact_product() -> None:
    curve = solve(interleaving(document(noisy(20)))).curve
    laws = [1]
    for _ in range(20):
        laws = [a + 2 * b for a, b in zip([0, *laws], [*laws, 0], strict=True)]
    probability = [F(weight, 3**20) for weight in laws]
    expected = sum((max(F(0), p - q) for p, q in zip(probability, reversed(probability), strict=True)), F(0))
    assert curve.forward(F(1)) == curve.backward(F(1)) == expected


def test_what_is_too_large_is_refused_before_it_takes_for_ever() -> None:
    with pytest.raises(TooLarge, match="more than 1000 steps: lower the horizon"):
        solve(interleaving(document(noisy(10_000))), steps=1000)


def test_a_long_chain_of_queries_that_tell_little_is_valued_exactly() -> None:
    silent = [["1", "s", "low"]]
    kernel = {f"{state}|{name}": silent for state in "st" for name in "01"}
    kernel |= {f"{state}|1": [["1/100", state, "high"], ["99/100", state, "low"]] for state in "t"}
    data = {
        "type": "mechanism",
        "states": ["s", "t"],
        "queries": ["0", "1"],
        "answers": ["low", "high"],
        "init": ["s", "t"],
        "kernel": {**kernel, "t|0": [["1", "t", "low"]]},
        "horizon": 300,
    }
    assert solve(interleaving(document(data))).curve.backward(F(1)) == 1 - F(99, 100) ** 300


def test_two_copies_of_one_round_are_worth_two_rounds_where_nothing_is_remembered() -> None:
    data = {"type": "composition", "mode": "concurrent", "components": [noisy(1), noisy(1)]}
    two = solve(interleaving(document(data))).curve.profile()
    assert two == solve(interleaving(document(noisy(2)))).curve.profile()
