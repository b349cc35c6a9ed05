"""Compositions at scale: their mechanisms are what they are said to be, and their attacks are real."""

from __future__ import annotations

from fractions import Fraction

import pytest

from concomp.model.composition.concurrent import CLOSED
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.mechanisms.distinguisher import Query, Verdict
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.privacy import least_delta
from concomp.model.mechanisms.verification import first_pair_consistent, is_valid, swap_invariant
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.compositions.components import CREATE, response_component
from concomp.obligations.families.compositions.engine_games import (
    curve_of,
    delta_at,
    own_delta,
    with_filter,
    with_launches,
)
from concomp.obligations.families.scaled.attack import composition, replay_attack, with_creations
from concomp.obligations.families.scaled.components import (
    LARGE,
    SMALL,
    blur,
    blur_then_show,
    first_below,
    late,
    machines,
    opposite,
    opposite_noise,
    pure_trees,
    shown_response,
    stream,
)
from concomp.obligations.families.scaled.composition import Scaled, label_by_audit, relabel
from concomp.obligations.families.scaled.filtered import ALTERNATING, STEPWISE, sums
from concomp.obligations.families.scaled.mechanisms import (
    EVENT,
    RISING_EVENT,
    RISING_SECRET,
    SECRET_FIRST,
    blurred_response,
    secret_at_start,
)
from concomp.obligations.families.scaled.terms import (
    ConsistentSlots,
    FixedList,
    FixedSlots,
    OneException,
    SharedBudget,
    responses_at,
)
from concomp.obligations.families.small.functions import PAIRS, sequences_of
from concomp.obligations.families.small.leaking import THEN_RISING

QUARTER = Fraction(1, 4)
RESPONSES = {
    "stream": stream(LARGE, 4, RISING_EVENT),
    "late": late(LARGE, 5, EVENT),
    "shown": shown_response(LARGE, 5, RISING_SECRET),
    "blurred, then shown": blur_then_show(LARGE, 4, SECRET_FIRST),
}


@pytest.mark.parametrize("name", RESPONSES)
def test_what_is_shown_some_time_is_a_response(name: str) -> None:
    """By backward induction over beliefs, which shares nothing with the engine."""
    for e_eps, delta in response_profile((LARGE,)).vertices:
        assert least_delta(RESPONSES[name].game, e_eps) == delta == own_delta(RESPONSES[name].game, e_eps)


def test_what_is_never_shown_is_less() -> None:
    """And more, the longer it is blurred."""
    games = [
        label_by_audit(blurred_response(LARGE, n, Fraction(2)), SECRET_FIRST, Fraction(2), n).game for n in (2, 4, 8)
    ]
    deltas = [own_delta(game, Fraction(1)) for game in games]
    assert 0 < deltas[0] < deltas[1] < deltas[2] < response_profile((LARGE,))(Fraction(1))


def test_noise_of_opposite_kinds_is_pure() -> None:
    part = opposite_noise(PrivacyParameters(Fraction(2), Fraction(0)), THEN_RISING)
    assert own_delta(part.game, Fraction(2)) == 0 < own_delta(part.game, Fraction(3, 2))


def test_drawn_mechanisms_are_labelled_by_what_they_need() -> None:
    for part in (*machines(2, 3, EVENT, 2), *pure_trees(2, 9, EVENT, 2)):
        assert least_delta(part.game, part.privacy.e_eps) == part.privacy.delta
    with pytest.raises(ValueError, match="draw more to get 2"):
        first_below(Fraction(1, 4), (stream(LARGE, 3, EVENT),), 2)


def test_functions_by_registers_say_what_their_names_say() -> None:
    sequences = sequences_of(PAIRS, 3)
    for each in sequences:
        differing = [pair for pair in each if pair[0] != pair[1]]
        assert is_valid(RISING_EVENT, each) == (differing in ([], [(0, 1)]))
        assert is_valid(RISING_SECRET, each) == (differing == [] or (differing == [(0, 1)] and each[0] == (0, 1)))
    assert first_pair_consistent(RISING_SECRET, sequences)
    assert not first_pair_consistent(RISING_EVENT, sequences)
    assert not swap_invariant(RISING_EVENT, sequences)
    assert swap_invariant(EVENT, sequences)


def test_an_interactive_mechanism_begins_with_the_first_message() -> None:
    part = shown_response(LARGE, 3, SECRET_FIRST)
    mechanism = secret_at_start(part.mechanism)
    for bit, state in enumerate(mechanism.initial_states):
        first = part.mechanism.respond(part.mechanism.initial_state, bit).map(lambda sent: sent[1])
        assert mechanism.respond(state, "q*").map(lambda sent: sent[1]) == first


MEMBERS = {
    "fixed mechanisms": Scaled((late(LARGE, 3, RISING_EVENT), shown_response(SMALL, 3, SECRET_FIRST)), FixedList()),
    "fixed parameters": Scaled(
        (stream(LARGE, 2, EVENT), stream(LARGE, 2, EVENT), response_component(SMALL)), FixedSlots((LARGE, SMALL))
    ),
    "consistent": Scaled((shown_response(LARGE, 3, RISING_SECRET),) * 3, ConsistentSlots((LARGE,))),
    "a leak": Scaled(
        (late(PrivacyParameters(Fraction(1), Fraction(1, 4)), 3, EVENT),) * 3, OneException(Fraction(1, 4))
    ),
    "a budget": Scaled((late(LARGE, 2, EVENT),) * 3, SharedBudget((Fraction(2), Fraction(2)), Fraction(37, 64))),
    "a budget for some": Scaled((late(LARGE, 3, EVENT),) * 3, SharedBudget((Fraction(2),), Fraction(7, 16))),
    "sums": Scaled((late(LARGE, 3, EVENT), shown_response(LARGE, 3, SECRET_FIRST)), sums("4", "1/2")),
    "steps": Scaled(
        tuple(response_component(PrivacyParameters(*map(Fraction, label))) for label in ((2, 0), (3, 0), (1, "1/4"))),
        STEPWISE,
    ),
}


@pytest.mark.parametrize("name", MEMBERS)
def test_the_best_adversary_reaches_its_value_on_the_running_composition(name: str) -> None:
    member = MEMBERS[name]
    assert member.labels_hold
    for e_eps, value, claimed in member.compared:
        assert replay_attack(member, e_eps) == value == claimed == member.terms.claimed_otherwise(member.parts, e_eps)


def test_the_running_composition_has_the_value_of_the_engine() -> None:
    """By backward induction over beliefs, creations included."""
    member = Scaled((response_component(LARGE), response_component(SMALL)), FixedSlots((LARGE,)))
    for e_eps in (Fraction(1), Fraction(2), Fraction(3)):
        assert least_delta(composition(member), e_eps) == member.reached(e_eps)


def test_the_printed_budget_is_exceeded() -> None:
    parts = (opposite(Fraction(1, 2), Fraction(2), THEN_RISING),) * 4
    printed = Scaled(parts, SharedBudget((Fraction(2),) * 3, 1 - (1 - Fraction(1, 4)) ** 4))
    assert [e_eps for e_eps, value, claimed in printed.compared if value > claimed] == [Fraction(2)]
    charged = tuple(relabel(part, PrivacyParameters(Fraction(2), Fraction(1, 2))) for part in parts[:1]) * 4
    repaired = Scaled(charged, SharedBudget((Fraction(2),) * 3, 1 - Fraction(1, 2) ** 4))
    assert all(value < claimed for _, value, claimed in repaired.compared)


def test_creations_are_messages_where_the_order_counts() -> None:
    """A filter that looks at sums needs no message for a creation; one that looks at the order does."""
    parts = (late(LARGE, 2, EVENT), late(LARGE, 2, EVENT), late(SMALL, 2, EVENT))
    games, labels = [part.game for part in parts], [part.privacy for part in parts]
    accepts = sums("6", "1/2").accepts
    silent = with_filter(games, labels, lambda spent: accepts(tuple((each.e_eps, each.delta) for each in spent)))
    assert curve_of(with_launches(games, labels, accepts)).profile() == curve_of(silent).profile()
    alternating = curve_of(with_launches(games, labels, ALTERNATING.accepts))
    assert delta_at(alternating, Fraction(1)) == response_profile((LARGE, SMALL, LARGE))(Fraction(1))


def test_a_filter_lets_each_label_be_created_as_often_as_it_accepts_it() -> None:
    parts = (late(LARGE, 2, EVENT),) * 5
    assert sorted(map(len, sums("4", "1/2").accepted_lists(parts))) == [1, 2]


def test_what_the_accountant_cannot_tell_exactly_is_refused() -> None:
    awkward = [PrivacyParameters(Fraction(1000 + n, 999 + n), Fraction(0)) for n in range(20)]
    with pytest.raises(ValueError, match="choose parameters with few outcomes"):
        responses_at(awkward, Fraction(0), Fraction(1))


def test_a_plan_is_rewritten_to_create_what_it_asks() -> None:
    part = response_component(LARGE)
    asked = Query(((0, 1), 1), ((HALT, 0),))
    plan = (Verdict(True), asked, Query((CREATE, 0), (("⊤", 1),)))
    rewritten = with_creations(plan, (part, part), 0)
    kinds = [type(step).__name__ for step in rewritten]
    assert kinds == ["Verdict", "Query", "Query", "Query"]
    *_, second, first = rewritten
    last = rewritten[1]
    assert isinstance(last, Query)
    assert isinstance(first, Query)
    assert isinstance(second, Query)
    assert first.message == second.message == (part.create, part.create)
    assert [message.index for message in last.message] == [2, 2]  # type: ignore[union-attr]
    assert last.following == ((CLOSED, 0),)


def test_names_tell_members_apart() -> None:
    names = [member.name for member in MEMBERS.values()]
    assert len(set(names)) == len(names)
    assert "2 × a response to each message (e^ε=2, δ=1/4)" in MEMBERS["fixed parameters"].name
    assert blur(LARGE, 3, SECRET_FIRST).mechanism.name.startswith("a response blurred 2 times")
