"""Groups: charged once and at once, routed as proved, each copy for itself; and they have the model's law."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from threading import Thread
from typing import Any

import pytest

import concomp
from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP, RenyiDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.tapes import enumerate_tape
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.asynchronous import AsyncSession
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import (
    ClosedHandle,
    InsufficientBudget,
    InvalidQuery,
    NoEvidence,
    NotCopyable,
)
from concomp.impl.session.events import Event
from concomp.impl.session.groups.partition import Router
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from concomp.model.composition.extended import extended_concurrent_composition
from concomp.model.composition.messages import Create, Query
from concomp.model.language import Bool, Int, Monitor, PostProcessing, otherwise, parameter, register, require, when
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism
from concomp.model.numbers import ParameterError
from tests.impl.session.groups import Bit, ByWho, ByWhoAndAll, OneOfAll, ToCopy, bit, echo, router, routing_evidence
from tests.impl.session.mechanisms import TENTH, OneDifference, Plain, property_evidence
from tests.impl.session.test_kernel import PARITY


def a_loss(delta: str = "1/4") -> ApproxDP:
    return ApproxDP("1/10", delta)


def known(name: str, at_most: int = 1) -> Router:
    """A router, and that the copies' function has a property."""
    plain = router(ByWhoAndAll() if at_most == 2 else ByWho(), at_most)
    [evidence, *_] = property_evidence(OneDifference())
    return Router(plain.processing, plain.inputs, (*plain.evidence, evidence.model_copy(update={"property": name})))


class TestCharge:
    def test_slots_are_charged_once_when_the_group_is_made(self) -> None:
        session = Session(PureDP(1))
        group = session.partition(router(ByWhoAndAll(), 2), echo(), at_most=2)
        assert session.privacy_loss().guarantee == PureDP("1/5")
        assert [group.send(bit(who)) for who in range(1, 9)] == [True] * 8
        assert session.privacy_loss().guarantee == PureDP("1/5")
        assert session.describe().launches == {"certificate": 1}

    def test_all_of_it_or_nothing_is_charged(self) -> None:
        session = Session(PureDP("3/20"))
        with pytest.raises(InsufficientBudget) as thrown:
            session.partition(router(ByWhoAndAll(), 2), echo(), at_most=2)
        assert str(thrown.value) == (
            "the budget does not allow 2 times PureDP(epsilon='1/10'): spent is PureDP(e_eps=1), remaining is "
            "PureDP(epsilon='3/20'): ask for a smaller loss"
        )
        assert session.privacy_loss().guarantee == PureDP(e_eps=1)
        session.partition(router(), echo(), at_most=1)

    def test_the_charge_is_kept_before_any_copy_begins(self) -> None:
        happened: list[str] = []

        class Noting(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Any:
                happened.append(f"charge {entry.loss!r}")
                return super().charge(nonce, entry, decide)

        def begin(randomness: Randomness) -> Respond:
            happened.append("begin")
            return lambda bit: bit

        group = Session(PureDP(1), book=Noting()).partition(router(), Plain(begin=begin), at_most=1)
        for who in (1, 2, 1):
            group.send(bit(who))
        assert happened == ["charge PureDP(epsilon='1/10')", "begin", "begin"]

    def test_k_slots_for_a_function_that_is_first_pair_consistent(self) -> None:
        for loss, budget, spent in (
            (a_loss(), ApproxDP(1, "1/2"), ApproxDP("1/5", "1/2")),
            (ZCDP("1/10"), ZCDP(1), ZCDP("1/5")),
            (RenyiDP({2: "1/10"}), RenyiDP({2: 1}), RenyiDP({2: "1/5"})),
        ):
            session = Session(budget)
            group = session.partition(known("first-pair consistent", 2), echo(loss), at_most=2)
            assert session.privacy_loss().guarantee == spent
            assert [group.send(bit(who)) for who in range(1, 9)] == [True] * 8

    @pytest.mark.parametrize("loss", [ZCDP("1/10"), RenyiDP({2: "1/10"})])
    def test_other_losses_are_refused_without_it(self, loss: Any) -> None:
        session = Session(loss)
        with pytest.raises(InvalidQuery, match=r"Theorem 13\.5, repaired\): bring the evidence that it is"):
            session.partition(router(), echo(loss), at_most=1)
        assert session.describe().launches == {}

    @pytest.mark.parametrize(
        ("at_most", "budget", "created", "knows"),
        [
            (1, "781/1024", 5, ""),
            (1, "780/1024", 4, ""),
            (2, "781/1024", 5, "swap invariant"),
            (2, "781/1024", 2, ""),
        ],
    )
    def test_the_delta_of_all_that_are_created_is_paid(
        self, at_most: int, budget: str, created: int, knows: str
    ) -> None:
        """Without first-pair consistency 5 copies at δ = 1/4 expose with probability 781/1024, or 31/32 at 2δ."""
        session = Session(ApproxDP(1, 1))
        known_router = known(knows, at_most) if knows else router(ByWhoAndAll() if at_most == 2 else None, at_most)
        group = session.partition(known_router, echo(a_loss()), at_most=at_most, delta_budget=budget)
        assert session.privacy_loss().guarantee == ApproxDP(Fraction(at_most, 10), budget)
        for who in range(1, 9):
            group.send(bit(who))
        described = group.describe()
        assert described.created == created
        assert described.source == "HSV26 Theorem 5.4 (repaired)"
        assert described.exposure is not None
        assert described.exposure.used <= Fraction(budget)
        assert described.exposure.used == 1 - (1 - described.exposure.each) ** created
        # Those that are there go on.
        assert group.send(bit(1)) is True
        assert group.send(bit(99)) is HALTED

    def test_a_budget_on_delta_is_asked_for_and_not_else(self) -> None:
        session = Session(ApproxDP(1, "1/2"))
        with pytest.raises(InvalidQuery, match=r"say by delta_budget what 1 - \(1 - delta\)"):
            session.partition(router(), echo(a_loss()), at_most=1)
        with pytest.raises(InvalidQuery, match="delta_budget is 1/2: any number may be created at this cost"):
            session.partition(router(), echo(), at_most=1, delta_budget="1/2")
        assert session.describe().launches == {}


class Bits(ByWho):
    """The same text, under another name."""


class TestRouter:
    def test_one_that_was_edited_after_its_proof_is_refused(self) -> None:
        """Proved of ByWho; what runs hands each bit to two copies."""
        proved = router(ByWho())

        class ByWho2(ByWhoAndAll):
            """Pretends to be the other."""

        ByWho2.__name__ = "ByWho"
        for edited in (ByWhoAndAll(), ByWho2(), Bits()):
            session = Session(PureDP(1))
            with pytest.raises(NoEvidence, match=r"nothing says that the router .*, as it stands, has the property"):
                session.partition(Router(edited, OneOfAll(), proved.evidence), echo(), at_most=1)
            assert session.describe().launches == {}

    def test_what_runs_is_what_was_proved_whatever_its_class_says_now(self) -> None:
        class Tampered(ByWho):
            """Its definition is proved; its `respond` is another."""

        processing = Tampered()
        evidence = router(processing).evidence
        answered: list[object] = []
        processing.__dict__["respond"] = lambda *arguments: answered.append(arguments)
        group = Session(PureDP(1)).partition(Router(processing, OneOfAll(), evidence), echo(), at_most=1)
        assert group.send(bit(1)) is True
        assert answered == []

    @pytest.mark.parametrize("missing", ["total", "destination", "response", "f → f'", "diagonal", "public"])
    def test_every_property_is_needed(self, missing: str) -> None:
        full = router()
        evidence = tuple(each for each in full.evidence if each.property != missing)
        with pytest.raises(NoEvidence, match=missing):
            Session(PureDP(1)).partition(Router(full.processing, full.inputs, evidence), echo(), at_most=1)

    def test_evidence_for_other_functions_or_another_number_is_none(self) -> None:
        class Any_(Monitor):
            """Any two bits."""

            def step(self, left: Bool, right: Bool) -> None:
                pass

        session = Session(PureDP(1))
        for refused in (router(function=Any_()), router(at_most=2)):
            with pytest.raises(NoEvidence):
                session.partition(refused, echo(), at_most=1)

    def test_what_is_declared_is_trusted_on_demand(self) -> None:
        declared, session = router(kind="declared"), Session(PureDP(1))
        with pytest.raises(NoEvidence, match="rests on nobody's proof"):
            session.partition(declared, echo(), at_most=1)
        session.partition(declared, echo(), at_most=1, trust="declared")
        assert session.describe().launches == {"declared": 1}

    def test_a_loss_on_the_word_of_somebody_is_counted_so(self) -> None:
        """That the function is first-pair consistent, which makes the group cheaper, is declared only."""
        proved = known("first-pair consistent")
        *rest, said = proved.evidence
        declared = Router(proved.processing, proved.inputs, (*rest, said.model_copy(update={"kind": "declared"})))
        session = Session(ApproxDP(1, "1/2"))
        with pytest.raises(InvalidQuery, match="delta_budget"):
            session.partition(declared, echo(a_loss()), at_most=1)
        session.partition(declared, echo(a_loss()), at_most=1, trust="declared")
        assert session.describe().launches == {"declared": 1}

    def test_a_parameter_of_one_name_has_one_value(self) -> None:
        class Bounded(ByWho):
            """A parameter that the function has as well."""

            u = parameter(Int, lambda u: u >= 1)

            def on_right(self, answer: Bool) -> None:
                with when(self.u > 0):
                    self.send_left(answer)
                with otherwise():
                    self.send_left(True)

        class Small(Monitor):
            """Anybody up to u."""

            u = parameter(Int, lambda u: u >= 1)

            def step(self, left: Bit, right: Bit) -> None:
                require((left.who == right.who) & (left.who <= self.u) & (left.bit == right.bit))

        processing, inputs = Bounded(u=1), Small(u=2)
        known = (*routing_evidence(processing, inputs, OneDifference(), 1), *property_evidence(inputs))
        with pytest.raises(InvalidQuery, match="the parameter u is 1 and 2 on the two sides of the router"):
            Session(PureDP(1)).partition(Router(processing, inputs, known), echo(), at_most=1)

    @pytest.mark.parametrize(
        ("given", "told"),
        [
            (ByWho(), "a ByWho is no router: give a Router, with what is proved of it"),
            (Router("x", OneOfAll()), "a str does not route"),  # type: ignore[arg-type]
            (Router(ByWho(), OneDifference()), "name the function on what it receives"),
            (Router(ByWho(), OneOfAll(), "x"), "give a tuple of PropertyEvidence"),  # type: ignore[arg-type]
            (Router(ByWho(), "f"), "inputs of ByWho"),  # type: ignore[arg-type]
        ],
    )
    def test_what_is_none_is_refused(self, given: Any, told: str) -> None:
        with pytest.raises(InvalidQuery, match=told):
            Session(PureDP(1)).partition(given, echo(), at_most=1)

    @pytest.mark.parametrize(("answers", "shown"), [((True, 1), "1"), (range(2), "0"), ({"yes", True}, "'yes'")])
    def test_a_mechanism_whose_answers_it_does_not_read_is_refused_before_the_charge(
        self, answers: Any, shown: str
    ) -> None:
        session, mechanism = Session(PureDP(1)), dataclasses.replace(echo(), answers=answers)
        with pytest.raises(
            InvalidQuery, match=f"ByWho reads answers of sort Bool, and .* may answer {shown}: annotate"
        ):
            session.partition(router(), mechanism, at_most=1)
        assert session.describe().launches == {}

    @pytest.mark.parametrize("number", [0, -1, True, 1.5, "2", None, 10**9])
    def test_numbers_that_are_none_are_refused(self, number: Any) -> None:
        with pytest.raises(ParameterError, match="at_most"):
            Session(PureDP(1)).partition(router(), echo(), at_most=number)
        for named in ({"delta_budget": 1.5}, {"delta_budget": "nan"}, {"longest_exchange": 0}):
            with pytest.raises(ParameterError, match=next(iter(named))):
                Session(PureDP(1)).partition(router(), echo(), at_most=1, **named)  # type: ignore[arg-type]


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
