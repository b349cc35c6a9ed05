"""Interleaving games on likelihoods, against the model's game and against composed responses."""

from fractions import Fraction as F

import pytest

from concomp.model.composition.catalogue import catalogue, response_creation
from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.composition.parallel import SparseParallel
from concomp.model.composition.single import OnePair
from concomp.model.composition.slots import Parameters
from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.obligations.families.compositions.interleaving import (
    Node,
    interleaved_delta,
    interleaved_value,
    lies_below,
    no_rule,
    unfold,
    within_slots,
)

FIRST, SECOND = PrivacyParameters(F(3), F(1, 10)), PrivacyParameters(F(2), F(1, 4))
PAIRS = ((0, 1), (1, 0), (0, 0))
POINTS = (F(1), F(3, 2), F(2), F(3), F(6))


def response(privacy: PrivacyParameters) -> Node:
    mechanism = response_creation(privacy).mechanism
    return unfold(mechanism, OnePair(), PAIRS, 2)  # type: ignore[arg-type]


@pytest.mark.parametrize("e_eps", POINTS)
def test_interleaved_responses_are_composed_responses(e_eps: F) -> None:
    nodes = [response(FIRST), response(SECOND)]
    assert interleaved_delta(nodes, e_eps, 0, no_rule) == distance(*composed_responses([FIRST, SECOND]), e_eps)


@pytest.mark.parametrize("e_eps", POINTS)
def test_slots_are_those_of_the_composition_in_the_language(e_eps: F) -> None:
    labels = [FIRST, SECOND, FIRST]
    rule = within_slots(labels, [FIRST, SECOND])
    slots = tuple(Parameters(e_eps=slot.e_eps, delta=slot.delta) for slot in (FIRST, SECOND))
    function = catalogue([], 1).bind(SparseParallel, 2, slots=slots)
    menu = [
        *(creation(response_creation(label)) for label in (FIRST, SECOND)),
        *(query_pair(0, 1, i) for i in (1, 2, 3)),
    ]
    game = composition_game(function, tuple(menu), 5)
    value = interleaved_delta([response(label) for label in labels], e_eps, frozenset(), rule)
    assert value == least_delta(game, e_eps) == distance(*composed_responses([FIRST, SECOND]), e_eps)


def test_fewer_rounds_are_worth_less() -> None:
    nodes = [response(FIRST), response(SECOND)]
    values = [interleaved_value(nodes, F(1), 0, no_rule, rounds) for rounds in (0, 1, 2, 3)]
    assert values == sorted(values)
    assert values[0] == 0 < values[1] < values[2] == values[3]


def test_a_rule_may_not_remember_none() -> None:
    with pytest.raises(ValueError, match="memory is None"):
        interleaved_value([response(FIRST)], F(1), None, no_rule)


def test_domination_is_decided_at_the_vertices() -> None:
    bound = [(F(1), F(1, 2)), (F(2), F(0))]
    assert lies_below(lambda e_eps: max(F(0), F(2, 5) - e_eps / 5), bound)
    assert not lies_below(lambda e_eps: F(1, 10), bound)
