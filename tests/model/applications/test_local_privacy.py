"""What the server of a local protocol sees, and the mechanism of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.model.applications.local_privacy import LocalProtocol, is_locally_private, least_local_delta, server_view
from concomp.model.applications.local_protocol import AskUser
from concomp.model.applications.protocol_mechanism import OneRunOnNeighbours, mechanism_of_protocol
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import Unending

NOISY = InteractiveMechanism(lambda bit, _: Law.coin(Fraction(3, 4), (bit, bit), (bit, 1 - bit)), (0, 1), ("?",))
"""A user who tells a bit with noise, afresh whenever asked."""
FIRST, SECOND = AskUser(index=1, question="?"), AskUser(index=2, question="?")


def asking(*asked: AskUser) -> Callable[[Any, Any], AskUser | None]:
    return lambda coins, exchanges: (*asked, None)[len(exchanges)]


def protocol(rule: Callable[[Any, Any], AskUser | None], coins: Law[Any] | None = None) -> LocalProtocol:
    return LocalProtocol((NOISY, NOISY), coins or Law.point("none"), rule)


ONE_DIFFERS = [((0, 0), (1, 0)), ((0, 1), (0, 0))]


@pytest.mark.parametrize(
    ("asked", "least"), [((), 0), ((FIRST,), "1/2"), ((FIRST, SECOND), "1/2"), ((FIRST, FIRST), "1/2")]
)
def test_a_protocol_needs_what_its_most_exposed_user_does(asked: tuple[AskUser, ...], least: str | int) -> None:
    assert least_local_delta(protocol(asking(*asked)), ONE_DIFFERS, Fraction(1)) == Fraction(least)


def test_who_is_asked_twice_tells_more() -> None:
    assert is_locally_private(protocol(asking(FIRST, SECOND)), ONE_DIFFERS, PrivacyParameters(Fraction(3), Fraction(0)))
    assert not is_locally_private(
        protocol(asking(FIRST, FIRST)), ONE_DIFFERS, PrivacyParameters(Fraction(3), Fraction(0))
    )
    assert is_locally_private(protocol(asking(FIRST, FIRST)), ONE_DIFFERS, PrivacyParameters(Fraction(9), Fraction(0)))


def test_the_view_holds_the_coins_and_the_exchanges() -> None:
    tossing = protocol(
        lambda coin, exchanges: None if exchanges else (FIRST, SECOND)[coin], Law.coin(Fraction(1, 3), 1, 0)
    )
    view = server_view(tossing, (0, 1))
    assert view[(1, ((SECOND, 1),))] == Fraction(1, 4)
    assert view[(0, ((FIRST, 1),))] == Fraction(1, 6)


def test_a_server_that_never_stops_is_refused() -> None:
    certain = InteractiveMechanism(lambda state, _: Law.point((state, 0)), (0,), ("?",))
    with pytest.raises(Unending, match="let its rule be None"):
        server_view(LocalProtocol((certain,), Law.point(0), lambda coins, exchanges: FIRST), (0,))


def test_the_mechanism_answers_the_view_and_then_halts() -> None:
    mechanism = mechanism_of_protocol(protocol(asking(FIRST, SECOND)))
    answered = mechanism.respond(mechanism.initial_state, (0, 1))
    assert answered.map(lambda sent: sent[1]) == server_view(protocol(asking(FIRST, SECOND)), (0, 1))
    for state, _ in answered:
        assert mechanism.respond(state, (0, 1)) == Law.point((HALT, HALT))


def test_one_pair_of_neighbours_is_let_through() -> None:
    function = OneRunOnNeighbours(neighbouring_users=lambda x, other: (x, other) in ONE_DIFFERS)
    assert function(ONE_DIFFERS[:1])
    assert not function(ONE_DIFFERS)
    assert not function([((0, 0), (1, 1))])
