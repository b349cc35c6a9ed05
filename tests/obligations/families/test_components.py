"""Components of compositions as creation queries and as trees, and agreement of functions on all sequences."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.composition.extended import composition_game, creation, query_pair
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.verification import Predicate
from concomp.obligations.families.compositions.components import (
    CREATE,
    component,
    describe,
    menu,
    response_component,
    with_creation,
    within_filter,
    within_free_slots,
)
from concomp.obligations.families.compositions.interleaving import interleaved_delta
from concomp.obligations.families.functions.agreement import agreement
from concomp.obligations.families.small.continual import continual_tree
from concomp.obligations.families.small.functions import ANY, IDENTICAL

THREE, QUARTER = Fraction(3), Fraction(1, 4)
NOISY = continual_tree([(0,), (1,)], [QUARTER, 1 - QUARTER])
PURE, APPROXIMATE = PrivacyParameters(THREE, ZERO), PrivacyParameters(Fraction(2), QUARTER)


def test_a_component_has_its_least_delta() -> None:
    assert component(NOISY, ANY, THREE).privacy.delta == 0
    assert component(NOISY, ANY, Fraction(1)).privacy.delta == Fraction(1, 2)
    assert component(NOISY, IDENTICAL, Fraction(1)).privacy.delta == 0


def test_a_component_is_worth_the_same_in_both_games() -> None:
    part = component(NOISY, ANY, Fraction(2))
    game = composition_game(Predicate(lambda messages: _twice_at_most(messages, part.create)), menu([part], 2), 4)
    rule = within_free_slots([part.privacy] * 2)
    trees = [with_creation(part.tree)] * 2
    slots: tuple[PrivacyParameters, ...] = (part.privacy, part.privacy)
    for e_eps in (Fraction(1), Fraction(2), THREE):
        assert least_delta(game, e_eps) == interleaved_delta(trees, e_eps, slots, rule) > 0


def _twice_at_most(messages: tuple[object, ...], create: object) -> bool:
    return sum(message == (create, create) for message in messages) <= 2


def test_what_is_not_created_cannot_be_asked() -> None:
    part = response_component(APPROXIMATE)
    forbidden = within_free_slots([part.privacy])
    none: tuple[PrivacyParameters, ...] = ()
    one: tuple[PrivacyParameters, ...] = (APPROXIMATE,)
    assert interleaved_delta([with_creation(part.tree)], Fraction(1), none, forbidden) == 0
    assert interleaved_delta([with_creation(part.tree)], Fraction(1), one, forbidden) == Fraction(1, 2)


def test_a_slot_is_taken_once_and_queries_are_free() -> None:
    rule = within_free_slots([PURE, PURE, APPROXIMATE])
    assert rule((PURE, APPROXIMATE), 0, CREATE) == (APPROXIMATE,)
    assert rule((APPROXIMATE,), 1, CREATE) is None
    assert rule((APPROXIMATE,), 0, (0, 1)) == (APPROXIMATE,)


def test_a_filter_sees_the_labels_in_the_order_of_creation() -> None:
    rule = within_filter([PURE, APPROXIMATE], lambda spent: spent[0] == (THREE, ZERO))
    assert rule((), 1, CREATE) is None
    launched = rule((), 0, CREATE)
    assert launched == ((THREE, ZERO),)
    assert rule(launched, 1, CREATE) == ((THREE, ZERO), (Fraction(2), QUARTER))
    assert rule(launched, 1, (0, 1)) == launched


def test_messages_are_told_in_words() -> None:
    part = component(NOISY, ANY, THREE)
    messages = [creation(part.create), query_pair(0, 1, 1), part.create, "no pair"]
    assert describe(messages) == (
        "create continual tree 1/4 3/4 (3, 0); (0,1) to 1; create continual tree 1/4 3/4 (3, 0); 'no pair'"
    )
    assert describe([]) == "nothing"


SHORT = Predicate(lambda word: len(word) <= 2 and "b" not in word[:1])


def test_agreement_finds_the_first_difference() -> None:
    assert agreement(SHORT, lambda word: len(word) <= 2, "ab", 3).differing == ("b",)
    assert agreement(SHORT, lambda word: SHORT.holds(word) and word != ("a", "b"), "ab", 3).differing == ("a", "b")


def test_agreement_counts_what_it_compared() -> None:
    agreed = agreement(SHORT, SHORT.holds, "ab", 3)
    assert agreed.differing is None
    assert (agreed.compared, agreed.accepted) == (2 + 2 + 4, 1 + 2)
    assert agreed.longest == ("a", "a")
