"""Local protocols: one user, all users together, and the server."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from concomp.model.applications.local_protocol import (
    AskUser,
    Assign,
    Hold,
    NewUser,
    OneRun,
    OneUser,
    Reply,
    Rule,
    Run,
    Server,
    ServerMessages,
    SparseData,
    SparseUsers,
    UsersOfProtocol,
)
from concomp.model.composition.messages import Create, Query
from concomp.model.composition.single import Ask, EventLevel, Neighbouring, Start
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT


def next_to(left: Any, right: Any) -> bool:
    return isinstance(left, int) and isinstance(right, int) and abs(left - right) <= 1


def one_user() -> OneUser:
    return OneUser(neighbouring_data=next_to, permitted=lambda questions: questions.count("how many") <= 1)


def hold(left: int, right: int) -> tuple[Hold, Hold]:
    return Hold(data=left), Hold(data=right)


def same(question: str) -> tuple[Reply, Reply]:
    return Reply(question=question), Reply(question=question)


@pytest.mark.parametrize(
    ("pairs", "accepted"),
    [
        ([hold(1, 2), same("who"), same("how many")], True),
        ([hold(1, 1), same("who")], True),
        ([hold(1, 3)], False),
        ([same("who")], False),
        ([hold(1, 2), hold(1, 1)], False),
        ([hold(1, 2), (Reply(question="who"), Reply(question="when"))], False),
        ([hold(1, 2), same("how many"), same("how many")], False),
    ],
)
def test_a_user_holds_data_and_is_asked_what_is_permitted(pairs: Any, accepted: bool) -> None:
    assert one_user()(pairs) is accepted


def test_a_user_who_may_be_asked_anything_is_an_interactive_mechanism() -> None:
    user = OneUser(neighbouring_data=next_to, permitted=lambda questions: True)
    started = Neighbouring(neighbouring=next_to)
    own = [*(Hold(data=data) for data in range(3)), *(Reply(question=question) for question in ("who", "when"))]
    other = [*(Start(state=data) for data in range(3)), *(Ask(query=question) for question in ("who", "when"))]
    renamed = dict(zip(own, other, strict=True))
    pairs = list(product(own, repeat=2))
    accepted = 0
    for sequence in [*product(pairs, repeat=1), *product(pairs, repeat=2)]:
        verdict = user(sequence)
        assert verdict is started([(renamed[left], renamed[right]) for left, right in sequence])
        accepted += verdict
    assert accepted == 7 + 7 * 2


ANY = EventLevel()
ALPHA, BETA = (
    Create(mechanism=name, initial="start", e_eps=2, delta=0, function=ANY) for name in ("histogram", "median")
)
KNOWN = {"established": lambda *claim: True, "in_query_space": lambda mechanism, payload: True}


def to(index: int, left: object, right: object) -> tuple[Query, Query]:
    return Query(payload=left, index=index), Query(payload=right, index=index)


def sparse(n: int, k: int) -> SparseUsers:
    return SparseUsers(n=n, k=k, alpha=ALPHA, neighbouring_payloads=next_to, **KNOWN)


TWO = [(ALPHA, ALPHA)] * 2


@pytest.mark.parametrize(
    ("pairs", "accepted"),
    [
        ([*TWO, to(1, 1, 2), to(2, 5, 5), to(2, "q", "q"), to(1, "q", "q")], True),
        ([*TWO, to(1, 1, 2), to(2, 5, 6)], False),
        ([*TWO, to(2, 1, 1)], False),
        ([*TWO, to(1, 1, 3)], False),
        ([*TWO, to(1, 1, 1), to(2, 2, 2), to(1, "q", "r")], False),
        ([(ALPHA, ALPHA), to(1, 1, 2)], False),
        ([*TWO, (ALPHA, ALPHA)], False),
        ([(BETA, BETA)], False),
    ],
)
def test_users_are_created_then_handed_sparse_data_then_asked(pairs: Any, accepted: bool) -> None:
    assert sparse(2, 1)(pairs) is accepted


def test_users_with_mechanisms_of_their_own_hold_data_that_are_neighbouring_as_a_whole() -> None:
    function = UsersOfProtocol(
        2,
        alphas=(ALPHA, BETA),
        extend_to_neighbours=lambda left, right: sum(x != y for x, y in zip(left, right, strict=True)) <= 1,
        **KNOWN,
    )
    created = [(ALPHA, ALPHA), (BETA, BETA)]
    assert function([*created, to(1, 1, 2), to(2, 5, 5), to(2, "q", "q")])
    assert not function([*created, to(1, 1, 2), to(2, 5, 6)])
    assert not function([(BETA, BETA)])
    assert not function([*created, (BETA, BETA)])


STOP = Rule(index=0, question="none", view="what was seen")


def test_the_server_creates_hands_out_and_asks_as_its_rules_say() -> None:
    server = Server(n=2)
    rules = [STOP, STOP, STOP, STOP, Rule(index=2, question="who", view="nothing"), STOP]
    state, side, message = server.respond(server.initial, LEFT, Run(), {"secret": 0, "rule": STOP})
    sent: list[Any] = [message]
    for step in range(1, 6):
        assert side is RIGHT
        state, side, message = server.respond(state, RIGHT, "ok", {"secret": 10 * step, "rule": rules[step]})
        sent.append(message)
    assert sent[:2] == [NewUser()] * 2
    assert sent[2:4] == [Assign(index=1, data=20), Assign(index=2, data=30)]
    assert sent[4:] == [AskUser(index=2, question="who"), "what was seen"]
    assert side is LEFT


def assign(index: int, left: int, right: int) -> tuple[Assign, Assign]:
    return Assign(index=index, data=left), Assign(index=index, data=right)


def question(index: int, *texts: str) -> tuple[AskUser, AskUser]:
    left, right = texts
    return AskUser(index=index, question=left), AskUser(index=index, question=right)


@pytest.mark.parametrize(
    ("pairs", "accepted"),
    [
        ([(NewUser(), NewUser())] * 2 + [assign(1, 1, 2), assign(2, 5, 5), question(2, "q", "q")], True),
        ([(NewUser(), NewUser())] * 2 + [assign(1, 1, 2), assign(2, 5, 6)], False),
        ([(NewUser(), NewUser())] * 2 + [assign(2, 5, 5)], False),
        ([(NewUser(), NewUser())] * 2 + [assign(1, 5, 5), assign(2, 5, 5), question(3, "q", "q")], False),
        ([(NewUser(), NewUser())] * 2 + [assign(1, 5, 5), assign(2, 5, 5), question(1, "q", "r")], False),
        ([(NewUser(), NewUser())] * 3, False),
        ([(NewUser(), NewUser()), assign(1, 1, 1)], False),
    ],
)
def test_what_the_server_may_send(pairs: Any, accepted: bool) -> None:
    assert ServerMessages(n=2, k=1, neighbouring_data=next_to)(pairs) is accepted


def test_one_run_and_sparse_data() -> None:
    assert OneRun()([(Run(), Run())])
    assert not OneRun()([(Run(), Run())] * 2)
    data = SparseData(k=1, neighbouring_data=next_to)
    assert data([(1, 1), (1, 2), (3, 3)])
    assert not data([(1, 2), (2, 3)])
    assert not data([(1, 3)])
