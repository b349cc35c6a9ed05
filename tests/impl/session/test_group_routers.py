"""What a group asks of its router, and refuses before the charge."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ApproxDP, PureDP
from concomp.impl.session.errors import InvalidQuery, NoEvidence
from concomp.impl.session.groups.partition import Router
from concomp.impl.session.session import Session
from concomp.model.language import Bool, Int, Monitor, PostProcessing, common, otherwise, parameter, require, when
from concomp.model.numbers import ParameterError
from tests.impl.session.groups import (
    Bit,
    ByWho,
    ByWhoAndAll,
    OneOfAll,
    ToCopy,
    a_loss,
    bit,
    echo,
    known,
    router,
    routing_evidence,
)
from tests.impl.session.mechanisms import OneDifference, property_evidence


class Bits(ByWho):
    """The same text, under another name."""


class Drawing(PostProcessing):
    """Hands out what comes from outside."""

    coin = common(Bool)

    def on_left(self, message: Bit) -> None:
        self.send_right(ToCopy(index=message.who, payload=self.coin))

    def on_right(self, answer: Bool) -> None:
        self.send_left(answer)


class TestRouter:
    def test_one_that_wants_more_than_messages_is_refused_where_it_is_written(self) -> None:
        known = router()
        with pytest.raises(InvalidQuery, match="takes coin from outside in each step") as refused:
            Session(PureDP(1)).partition(Router(Drawing(), known.inputs, known.evidence), echo(), at_most=1)
        assert f"does not fit: {__file__}:" in str(refused.value)

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
