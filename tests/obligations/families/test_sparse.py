"""The fast valuation of sparse compositions against interleaving, and the families that go with it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from concomp.model.laws.indistinguishability import PrivacyParameters, distance
from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.privacy import continual_game, least_delta
from concomp.model.mechanisms.randomised_response import composed_responses
from concomp.model.mechanisms.verification import Predicate
from concomp.obligations.families.compositions.adaptive_creation import NOTHING_TOUCHED, created_within
from concomp.obligations.families.compositions.bounds import (
    chance_of_no_exposure,
    pure_profile,
    response_profile,
    with_exposure,
    with_sum,
)
from concomp.obligations.families.compositions.interleaving import interleaved_delta, unfold, within_slots
from concomp.obligations.families.compositions.shapes import distinct, standard
from concomp.obligations.families.compositions.small_games import SHORT
from concomp.obligations.families.compositions.sparse import Sparse, copies, single_delta
from concomp.obligations.families.small.continual import random_continual_trees, two_stage
from concomp.obligations.families.small.functions import ANY, AT_MOST_ONE_DIFFERENCE, FIRST_PAIR_CONSISTENT, RISING
from concomp.obligations.families.small.leaking import (
    THEN_EITHER,
    THEN_RISING,
    announcing_response,
    leaking_mechanism,
    opposed_kinds,
    opposed_or_noisy_mechanisms,
    two_kinds,
)

PAIRS = ((0, 0), (0, 1), (1, 0))
TWO, THREE = Fraction(2), Fraction(3)


@pytest.mark.parametrize(
    "function", [AT_MOST_ONE_DIFFERENCE, RISING, FIRST_PAIR_CONSISTENT, ANY, THEN_RISING], ids=repr
)
@pytest.mark.parametrize("slots", [(TWO,), (TWO, THREE), (TWO, TWO)], ids=str)
def test_the_fast_valuation_agrees_with_interleaving(function: Predicate, slots: tuple[Fraction, ...]) -> None:
    random = Random(repr(function))
    mechanisms = random.sample(random_continual_trees(2, 3, 20, 1).members, 3)
    nodes = tuple(unfold(mechanism, function, PAIRS, 2) for mechanism in mechanisms)
    labels = (TWO, TWO, THREE)
    for e_eps in (ONE, Fraction(3, 2)):
        expected = interleaved_delta(nodes, e_eps, frozenset[int](), within_slots(labels, slots))
        assert Sparse(nodes, labels, slots).delta(e_eps) == expected


def test_standard_forms_keep_the_least_delta() -> None:
    for mechanism in two_stage(2).members[::20]:
        game = continual_game(THEN_EITHER, mechanism, PAIRS, 2)
        assert single_delta(standard(unfold(mechanism, THEN_EITHER, PAIRS, 2)), TWO) == least_delta(game, TWO)


def test_few_kinds_are_really_different() -> None:
    assert len(distinct(unfold(mechanism, THEN_RISING, PAIRS[:2], 2) for mechanism in two_stage(2))) == 20
    assert len(distinct(unfold(mechanism, THEN_RISING, PAIRS[:2], 2) for mechanism in two_kinds(2))) == 20


def test_families_have_the_stated_sizes() -> None:
    assert len(two_kinds(1)) == 32
    assert len(two_kinds(2)) == 243
    assert len(opposed_or_noisy_mechanisms(9)) == 910
    assert [e_eps > 1 for _, e_eps in opposed_or_noisy_mechanisms(9)] == [True] * 910


def test_a_leaking_mechanism_leaks_with_its_probability() -> None:
    for delta in (Fraction(1, 4), Fraction(1, 2)):
        assert least_delta(continual_game(SHORT, leaking_mechanism(delta), PAIRS, 2), ONE) == delta


def test_an_announcing_mechanism_is_a_randomised_response() -> None:
    privacy = PrivacyParameters(THREE, Fraction(1, 5))
    node = standard(unfold(announcing_response(privacy), THEN_EITHER, PAIRS, 2))
    for e_eps in (ONE, TWO, THREE):
        assert single_delta(node, e_eps) == response_profile((privacy,))(e_eps)


def test_the_profile_of_responses_is_their_distance() -> None:
    parameters = (PrivacyParameters(TWO, Fraction(1, 4)), PrivacyParameters(THREE, ZERO))
    laws = composed_responses(parameters)
    for e_eps in (ONE, Fraction(3, 2), TWO, Fraction(6)):
        assert response_profile(parameters)(e_eps) == distance(*laws, e_eps)


def test_bounds_add_or_multiply_the_exposure() -> None:
    profile = pure_profile((TWO,))
    assert chance_of_no_exposure([Fraction(1, 4), Fraction(1, 3)]) == Fraction(1, 2)
    assert dict(with_exposure(profile, Fraction(1, 2)))[ONE] == Fraction(2, 3)
    assert dict(with_sum(profile, Fraction(1, 2)))[ONE] == Fraction(5, 6)


def test_creation_stops_at_the_budget() -> None:
    labels = [PrivacyParameters(TWO, Fraction(1, 4))] * 3
    charge = created_within(labels, [TWO], Fraction(7, 16))
    one = charge(NOTHING_TOUCHED, 0, (0, 0))
    assert one is not None
    two = charge(one, 1, (0, 1))
    assert two == (frozenset({0, 1}), frozenset({1}))
    assert charge(two, 2, (0, 0)) is None
    assert charge(two, 0, (0, 1)) is None


def test_two_opposed_copies_of_three_are_found_by_the_adversary() -> None:
    node = standard(unfold(opposed_kinds(Fraction(2, 3)), THEN_RISING, PAIRS[:2], 2))
    assert copies(node, THREE, 3, 2).delta(ONE) == Fraction(8, 9)
