"""Copies in a group fail and halt each for itself, and their answers have the model's law."""

from __future__ import annotations

import asyncio
import copy
from collections import Counter
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

import concomp
from concomp.impl.accounting.guarantees import ApproxDP, PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.asynchronous import AsyncSession
from concomp.impl.session.errors import ClosedHandle, InvalidQuery, NotCopyable, WrongProcess
from concomp.impl.session.events import Event
from concomp.impl.session.session import Session
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create, Query
from concomp.model.language import Bool, Monitor, PostProcessing, register, require
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from tests.impl.session.groups import Bit, ByWho, ByWhoAndAll, ToCopy, bit, echo, router
from tests.impl.session.mechanisms import TENTH, OneDifference
from tests.impl.session.test_kernel import PARITY


def failing(value: object) -> object:
    if value is False:
        raise ValueError("secret")
    return value


class TestTalk:
    def test_a_copy_that_fails_fails_alone(self) -> None:
        told: list[Event] = []
        session = Session(PureDP(1), hook=told.append)
        group = session.partition(router(), echo(respond=failing), at_most=1)
        assert [group.send(each) for each in (bit(1), bit(2, False), bit(1), bit(2), bit(3))] == [
            True,
            FAILED,
            True,
            FAILED,
            True,
        ]
        assert [event.kind for event in told] == ["launch", "failure"]
        assert not session.describe().failures_covered

    def test_a_copy_halts_at_its_own_horizon(self) -> None:
        group = Session(PureDP(1)).partition(router(), echo(horizon=2), at_most=1)
        assert [group.send(bit(who)) for who in (1, 1, 1, 2)] == [True, True, HALTED, True]

    def test_it_is_described_in_its_process_and_by_nobody_it_waits_for(self) -> None:
        told: list[object] = []

        def respond(value: object) -> object:
            told.append(group.describe())
            return value

        group = Session(PureDP(1)).partition(router(), echo(respond=respond), at_most=1)
        assert group.send(bit(1)) is FAILED
        assert not told
        assert group.describe().created == 1
        group._status.process += 1
        with pytest.raises(WrongProcess):
            group.describe()

    def test_a_refusal_changes_no_state(self) -> None:
        group = Session(PureDP(1)).partition(router(), echo(), at_most=1)
        for refused in (bit(0), "x", None, True, ToCopy(index=1, payload=True)):
            with pytest.raises(InvalidQuery, match="refuses the message"):
                group.send(refused)
        assert group.describe().created == 0
        assert group.send(bit(1)) is True

    def test_a_router_that_never_answers_halts(self) -> None:
        class Endless(PostProcessing):
            """Asks for ever."""

            def on_left(self, message: Bit) -> None:
                self.send_right(ToCopy(index=1, payload=True))

            def on_right(self, answer: Bool) -> None:
                self.send_right(ToCopy(index=1, payload=True))

        asked: list[object] = []
        mechanism = echo(respond=lambda bit: asked.append(bit) or True)
        group = Session(PureDP(1)).partition(router(Endless()), mechanism, at_most=1, longest_exchange=7)
        assert [group.send(bit(1)), group.send(bit(1))] == [HALTED, HALTED]
        assert len(asked) == 7

    def test_it_is_a_handle_like_any_other(self) -> None:
        session = Session(PureDP(1))
        group = session.partition(router(), echo(), at_most=1)
        assert session.send(group, bit(1)) is True
        with pytest.raises(NotCopyable):
            copy.copy(group)
        assert str(group.describe()).splitlines() == [
            "group       copies of a response behind ByWho",
            "charged     PureDP(epsilon='1/10') (HSV26 Corollary 5.5)",
            "differing   at most 1, by the router's proof",
            "created     1",
            "The guarantee is for pairs of sequences that OneOfAll accepts.",
        ]
        group.close()
        with pytest.raises(ClosedHandle):
            group.send(bit(1))
        assert session.privacy_loss().guarantee == TENTH

    def test_threads_take_turns(self) -> None:
        inside: list[int] = []

        def respond(value: object) -> object:
            inside.append(1)
            assert len(inside) == 1
            inside.pop()
            return value

        group = Session(PureDP(1)).partition(router(), echo(respond=respond), at_most=1)
        answers: list[object] = []

        def talk() -> None:
            answers.extend(group.send(bit(who)) for who in range(1, 41))

        threads = [Thread(target=talk) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [True] * 320
        assert group.describe().created == 40

    def test_a_mechanism_in_it_uses_no_session(self) -> None:
        groups: list[Any] = []
        mechanism = echo(respond=lambda value: groups[0].send(bit(2)))
        groups.append(Session(PureDP(1)).partition(router(), mechanism, at_most=1))
        assert groups[0].send(bit(1)) is FAILED
        assert groups[0].describe().created == 1

    def test_an_interrupt_closes_it(self) -> None:
        def interrupted(value: object) -> object:
            raise KeyboardInterrupt

        group = Session(PureDP(1)).partition(router(), echo(respond=interrupted), at_most=1)
        with pytest.raises(KeyboardInterrupt):
            group.send(bit(1))
        with pytest.raises(ClosedHandle):
            group.send(bit(2))

    def test_it_is_awaited(self) -> None:
        async def run() -> object:
            group = await AsyncSession(Session(PureDP(1))).partition(router(), echo(), at_most=1)
            answer = await group.send(bit(3))
            return answer, (await group.describe()).created

        assert asyncio.run(run()) == (True, 1)


class FirstDecides(Monitor):
    """Only the first pair may differ."""

    sent = register(Bool, False)

    def step(self, left: Bool, right: Bool) -> None:
        require((left == right) | ~self.sent)
        self.sent = True


def law_of_the_model(mechanism: InteractiveMechanism, asked: list[tuple[int, bool]]) -> Law[Any]:
    """The law of the answers of ExtConComp, where a mechanism is created when its index is first asked."""
    composition = extended_concurrent_composition()
    places: dict[int, int] = {}
    law: Law[Any] = Law.point((composition.initial_state, ()))

    def after(message: object, law: Law[Any], keeps: bool) -> Law[Any]:
        weights: Counter[Any] = Counter()
        for (state, seen), weight in law.items():
            for (next_state, answer), chance in composition.respond(state, message).items():
                weights[next_state, (*seen, answer) if keeps else seen] += weight * chance
        return Law(dict(weights))

    for index, payload in asked:
        if index not in places:
            places[index] = len(places) + 1
            create = Create(mechanism=mechanism, initial=mechanism.initial_state, e_eps=1, delta=0, function=None)
            law = after(create, law, False)
        law = after(Query(payload=payload, index=places[index]), law, True)
    return law.map(lambda outcome: outcome[1])


@pytest.mark.parametrize("kind", ["first-pair consistent", "pure"])
def test_its_answers_have_exactly_the_law_of_the_model(kind: str) -> None:
    """On every tape; one router hands each bit to one copy, the other to two, of which one answer is shown."""
    function: Monitor = FirstDecides() if kind == "first-pair consistent" else OneDifference()
    processing, at_most = (ByWho(), 1) if kind == "first-pair consistent" else (ByWhoAndAll(), 2)
    loss = ApproxDP(e_eps=27) if kind == "first-pair consistent" else PureDP(e_eps=27)
    mechanism = concomp.deploy(PARITY, function=function, rounds=3, loss=loss)
    full = router(processing, at_most, function)
    messages = [bit(2), bit(7, False), bit(2, False)] if at_most == 1 else [bit(2), bit(2, False)]
    handed = [each for m in messages for each in ((m.who, m.bit), (0, m.bit))[:at_most]]

    def views(randomness: Randomness) -> tuple[object, ...]:
        budget = ApproxDP(e_eps=3**9) if at_most == 1 else PureDP(e_eps=3**9)
        group = Session(budget, randomness=randomness, trust="seeded").partition(full, mechanism, at_most=at_most)
        return tuple(group.send(each) for each in messages)

    shown: Callable[[Any], Any] = lambda answers: answers[at_most - 1 :: at_most]  # noqa: E731
    expected = law_of_the_model(PARITY, handed).map(shown)
    assert enumerate_tape(views).masses == dict(expected.items())
