"""Users who come and go: what M_P answers, and which updates are accepted."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.model.applications.dynamic_users import (
    JOIN,
    Asks,
    DynamicProtocol,
    Leave,
    Seen,
    SparseUpdates,
    Update,
    mechanism_of_dynamic_protocol,
)
from concomp.model.composition.concurrent import CLOSED
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism
from concomp.model.mechanisms.postprocessing import Unending
from concomp.model.mechanisms.verification import Predicate, is_valid

ECHO = InteractiveMechanism(lambda state, message: Law.point((state, message)), ("there",), EVERYTHING)
"""A user who repeats what it is sent."""
ONCE = DynamicProtocol(ECHO, lambda memory, seen: seen.answer, lambda memory: Asks(1, "?") if memory == 1 else None)
"""Asks the first user after an answer 1."""


def answers(protocol: DynamicProtocol, *messages: Any) -> list[Any]:
    mechanism, found = mechanism_of_dynamic_protocol(protocol), []
    state: Any = mechanism.initial_state
    for message in messages:
        [((state, answer), _)] = mechanism.respond(state, message).items()
        found.append(answer)
    return found


def test_the_server_sees_answers_and_asks_on() -> None:
    assert answers(ONCE, JOIN, JOIN, Update(2, 0), Update(2, 1)) == [
        (),
        (),
        (Seen(2, 0),),
        (Seen(2, 1), Seen(1, "?")),
    ]


def test_who_has_left_is_closed_and_who_never_joined_halts() -> None:
    assert answers(ONCE, JOIN, Leave(1), Update(1, 1)) == [(), (), (Seen(1, CLOSED),)]
    assert answers(ONCE, Update(1, 0)) == [HALT]
    assert answers(ONCE, JOIN, Leave(2)) == [(), HALT]


def test_asking_nobody_is_answered_closed() -> None:
    stranger = DynamicProtocol(
        ECHO, lambda memory, seen: seen.user, lambda memory: Asks(2, "?") if memory == 1 else None
    )
    assert answers(stranger, JOIN, Update(1, 0)) == [(), (Seen(1, 0), Seen(2, CLOSED))]


def test_a_server_that_never_waits_is_refused() -> None:
    restless = DynamicProtocol(ECHO, lambda memory, seen: None, lambda memory: Asks(1, "?"))
    with pytest.raises(Unending, match="on end: let its rule be None"):
        answers(restless, JOIN)


RISING = Predicate(lambda pairs: all(left <= right for left, right in pairs))


@pytest.mark.parametrize(
    ("pairs", "accepted"),
    [
        ([(JOIN, JOIN), (Update(1, 0), Update(1, 1))], True),
        ([(JOIN, JOIN), (Update(1, 1), Update(1, 0))], False),
        ([(Update(1, 0), Update(1, 0))], False),
        ([(JOIN, Leave(1))], False),
        ([(JOIN, JOIN), (Leave(1), Leave(2))], False),
        ([(JOIN, JOIN), (JOIN, JOIN), (Update(1, 0), Update(2, 0))], False),
        ([(JOIN, JOIN), (JOIN, JOIN), (Update(1, 0), Update(1, 1)), (Update(2, 0), Update(2, 1))], False),
        ([(JOIN, JOIN), (Update(1, 0), Update(1, 1)), (Update(1, 0), Update(1, 1)), (Leave(1), Leave(1))], True),
    ],
)
def test_updates_differ_for_few_users_and_as_each_may_be_sent(pairs: list[Any], accepted: bool) -> None:
    assert is_valid(SparseUpdates(RISING, 1), pairs) is accepted
