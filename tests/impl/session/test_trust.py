"""A launch rests on evidence that is about it, of a kind that is trusted."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from fractions import Fraction as F
from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from concomp.impl.accounting.guarantees import (
    FDP,
    ZCDP,
    ApproxDP,
    GaussianDP,
    Guarantee,
    PureDP,
    RenyiDP,
    read_guarantee,
)
from concomp.impl.accounting.parameters import ExponentialLoss, RationalLoss
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.session.errors import InvalidQuery, NoEvidence
from concomp.impl.session.functions import known_function
from concomp.impl.session.session import Session
from concomp.model.files.evidence import (
    LossEvidence,
    PropertyEvidence,
    definition_hash,
    function_hash,
    parameter_texts,
)
from concomp.model.language import Int, Monitor, Opaque, parameter, relation, require
from concomp.model.language.readings.functions import DefinitionFunction
from concomp.model.language.syntax.definition import Definition
from concomp.model.language.syntax.terms import TRUE, Term
from concomp.model.laws.measures import Measure
from concomp.model.laws.trade_off import TradeOff
from concomp.model.numbers import ParameterError
from tests.impl.session.mechanisms import OneDifference, Plain, Rising, property_evidence


class AtMost(Monitor):
    """Both sides are the same, and at most the bound."""

    bound = parameter(Int, lambda bound: bound >= 1)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) & (left <= self.bound))


near = relation(Opaque, Opaque, reflexive=True)


class Near(Monitor):
    """Both sides are near each other."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(near(left, right))


def properties_at(function: Monitor, **values: str) -> list[PropertyEvidence]:
    """Evidence of both properties at these values of parameters."""
    return [each.model_copy(update={"parameters": values, "at_all": ()}) for each in property_evidence(function)]


def test_what_was_taken_once_is_looked_at_anew_where_anything_is_another() -> None:
    session, known = Session(PureDP(1)), Plain()
    session.create(known)
    session.create(known)
    for other in (
        Plain(changes={"kind": "declared"}),
        Plain(changes={"horizon": None}),
        Plain(properties=property_evidence(OneDifference(), without="public")),
        Plain(PureDP("1/11"), changes={"loss": PureDP("1/10").fields}),
        Plain(function=Rising(), changes={"function": function_hash(OneDifference())}),
    ):
        with pytest.raises(NoEvidence):
            session.create(other)
    session.create(Plain(changes={"kind": "declared"}), trust="declared")
    with pytest.raises(NoEvidence):
        session.create(Plain(changes={"kind": "declared"}))


@pytest.mark.parametrize(
    ("created", "text"),
    [
        (
            lambda: Plain(changes={"subject": "0" * 64}),
            "the evidence of a response is about another mechanism: bring the evidence of this one",
        ),
        (
            lambda: Plain(changes={"function": function_hash(Rising())}),
            "the evidence of a response is about another verification function: bring what was found for this one",
        ),
        (
            lambda: Plain(changes={"loss": {"epsilon": "1/20"}}),
            "the evidence of a response is about another loss than PureDP(epsilon='1/10'): "
            "state the loss that it is about",
        ),
        (
            lambda: Plain(changes={"measure": "zcdp"}),
            "the evidence of a response is about another loss than PureDP(epsilon='1/10'): "
            "state the loss that it is about",
        ),
        (
            lambda: Plain(kind="declared"),
            "the loss of a response rests on nobody's proof: it is declared only: bring evidence, or say "
            "trust='declared' where it is created",
        ),
        (
            lambda: Plain(kind="theorem"),
            "the evidence of a response names no statement: give the label of the theorem",
        ),
        (
            lambda: Plain(kind="theorem", changes={"statement": "Haney23 Theorem 3.7"}),
            "the evidence of a response rests on Haney23 Theorem 3.7, which is false as printed: rest it on the "
            "repaired statement",
        ),
        (
            lambda: Plain(kind="theorem", changes={"statement": "HSV26 Definition 4.5"}),
            "the evidence of a response rests on HSV26 Definition 4.5, which claims nothing: rest it on a theorem",
        ),
        (
            lambda: Plain(kind="theorem", changes={"statement": "HSV26 Theorem 77"}),
            "the evidence of a response rests on a statement that there is not: no statement is called "
            "'HSV26 Theorem 77': did you mean 'HSV26 Theorem 8.7', 'HSV26 Theorem 6.1', 'HSV26 Theorem 5.4'?",
        ),
        (
            lambda: Plain(kind="audit", horizon=None),
            "the evidence of a response has no horizon: say how many messages the audit is about",
        ),
        (
            lambda: Plain(properties=property_evidence(OneDifference(), without="public")),
            "nothing says that the verification function of a response is public, so that a refusal could tell the "
            "records: bring the evidence for this function and these parameters",
        ),
        (
            lambda: Plain(properties=property_evidence(OneDifference(), without="diagonal")),
            "nothing says that the verification function of a response is diagonal, so that a refusal could tell the "
            "records: bring the evidence for this function and these parameters",
        ),
        (
            lambda: Plain(properties=property_evidence(Rising())),
            "nothing says that the verification function of a response is diagonal, so that a refusal could tell the "
            "records: bring the evidence for this function and these parameters",
        ),
        (
            lambda: Plain(properties=property_evidence(OneDifference(), "declared")),
            "that the verification function of a response is diagonal rests on nobody's proof: it is declared only: "
            "bring evidence, or say trust='declared' where it is created",
        ),
        (
            lambda: Plain(function=AtMost(bound=3), properties=properties_at(AtMost(bound=3), bound="4")),
            "nothing says that the verification function of a response is diagonal, so that a refusal could tell the "
            "records: bring the evidence for this function and these parameters",
        ),
    ],
)
def test_what_the_evidence_does_not_support_is_refused(created: Callable[[], Plain], text: str) -> None:
    with pytest.raises(NoEvidence) as thrown:
        Session(PureDP(1)).create(created())
    assert str(thrown.value) == text


@pytest.mark.parametrize(
    "created",
    [
        Plain(kind="theorem", horizon=None, changes={"statement": "Haney23 Theorem 3.7 (repaired)"}),
        Plain(kind="audit", horizon=5),
        Plain(function=AtMost(bound=3), properties=property_evidence(AtMost())),
        Plain(function=AtMost(bound=3), properties=properties_at(AtMost(bound=3), bound="3")),
    ],
)
def test_what_the_evidence_supports_is_launched(created: Plain) -> None:
    Session(PureDP(1)).create(created)


def test_no_evidence_is_no_evidence() -> None:
    class Bare:
        evidence = None

        def __getattr__(self, name: str) -> Any:
            return getattr(Plain(), name)

    with pytest.raises(NoEvidence, match="a response brings no evidence of its loss: give it a LossEvidence"):
        Session(PureDP(1)).create(Bare())


def test_what_is_declared_is_taken_on_request_only() -> None:
    session = Session(PureDP(1))
    created = Plain(kind="declared", properties=property_evidence(OneDifference(), "declared"))
    session.create(created, trust="declared")
    assert session.describe().launches == {"declared": 1}
    with pytest.raises(NoEvidence):
        session.create(created)


def test_a_function_is_known_by_parameters_and_meanings() -> None:
    hashes = {
        function_hash(AtMost(bound=3)),
        function_hash(AtMost(bound=4)),
        function_hash(Near(near=lambda left, right: left[0] == right[0])),
        function_hash(Near(near=lambda left, right: left[1] == right[1])),
        function_hash(Near()),
    }
    assert len(hashes) == 5
    assert definition_hash(AtMost(bound=3)) == definition_hash(AtMost())


class Named(Opaque):
    """A name."""


class Special(Monitor):
    """Pairs may differ if the left one is special."""

    special = parameter(Named)

    def step(self, left: Named, right: Named) -> None:
        require((left == right) | (left == self.special))


def test_a_parameter_that_is_only_equal_is_another() -> None:
    one, true = Special(special=1), Special(special=True)
    values = {"parameters": parameter_texts(one), "at_all": ()}
    evidence = [each.model_copy(update=values) for each in property_evidence(one)]
    Session(PureDP(1)).create(Plain(function=one, properties=evidence))
    with pytest.raises(NoEvidence, match="for this function and these parameters"):
        Session(PureDP(1)).create(Plain(function=true, properties=evidence))


@dataclass(frozen=True)
class Answering:
    """A meaning that Python takes for equal to every other one."""

    answer: bool = field(compare=False)

    def __call__(self, left: object, right: object) -> bool:
        return self.answer


def test_a_meaning_that_is_only_equal_is_another() -> None:
    yes, no = (known_function(Near(near=Answering(answer))) for answer in (True, False))
    assert [known.function([((1,), (2,))]) for known in (yes, no)] == [True, False]


class Loose(Definition):
    """Says that all is accepted, and is written as what it is made of."""

    @property
    def guard(self) -> Term:
        return TRUE


def test_a_definition_of_a_class_of_its_own_is_none() -> None:
    known = OneDifference().definition
    loose = Loose(**{each.name: getattr(known, each.name) for each in fields(Definition)})
    function = DefinitionFunction(loose)
    with pytest.raises(InvalidQuery, match="has no right function"):
        Session(PureDP(1)).create(Plain(function=function, properties=property_evidence(OneDifference())))


class Understated(PureDP):
    """Says that it is 1, and counts as 1/1000."""

    @property
    def fields(self) -> dict[str, str]:
        return {"epsilon": "1"}


def test_a_loss_of_a_class_of_its_own_is_none() -> None:
    evidence = Plain(PureDP(1)).evidence.model_dump()
    with pytest.raises(InvalidQuery, match="has no right loss"):
        Session(PureDP(1)).create(Plain(Understated("1/1000"), changes=evidence))
    with pytest.raises(ParameterError, match=r"the budget is .*: give PureDP\(…\)"):
        Session(Understated(1))


def test_fields_cannot_be_edited_into_another_loss() -> None:
    small = PureDP("1/1000")
    small.fields["epsilon"] = "1"
    with pytest.raises(NoEvidence, match="is about another loss than PureDP"):
        Session(PureDP(1)).create(Plain(small, changes={"loss": {"epsilon": "1"}}))


@pytest.mark.parametrize(
    "loss",
    [
        *(PureDP(0), PureDP("1/3"), PureDP(e_eps=3), ApproxDP(1, "1e-6")),
        *(ZCDP("1/7"), GaussianDP("1/2"), RenyiDP({"5/2": 1, 11: "1/3"})),
        FDP({0: "3/4", "1/3": "1/6", "1/6": "1/3", "3/4": 0, 1: 0}),
    ],
)
def test_what_is_charged_is_what_the_evidence_says(loss: Guarantee) -> None:
    assert read_guarantee(loss.measure, loss.fields) == loss
    with pytest.raises(ParameterError, match="as its `fields` do"):
        read_guarantee(loss.measure, {"x": "1"})


def edited(guarantee: Guarantee, **numbers: object) -> Guarantee:
    """The loss, whose numbers were changed behind its back."""
    guarantee.__dict__.update(numbers)
    return guarantee


@pytest.mark.parametrize(
    ("budget", "loss"),
    [
        (PureDP(1), PureDP.of(loss=RationalLoss(F(1, 2)))),
        (PureDP(1), edited(PureDP(1), loss=ExponentialLoss(F(-1)))),
        (ApproxDP(1, "1/2"), edited(ApproxDP(1), delta=F(-1))),
        (ZCDP(1), edited(ZCDP(1), rho=F(-1))),
        (RenyiDP({2: 1}), RenyiDP.of(orders=((F(2), F(-1)),))),
        (RenyiDP({2: 1}), RenyiDP.of(orders=((F(1, 2), F(1)),))),
        (GaussianDP(1), GaussianDP.of(mu_squared=F(-1))),
        (FDP({0: 1, 1: 0}), FDP.of(function=TradeOff(((F(0), F(2)), (F(1), F(0)))))),
    ],
)
def test_a_loss_that_is_none_is_not_charged(budget: Guarantee, loss: Guarantee) -> None:
    session = Session(budget, rule=slots([budget]) if type(budget) is FDP else None)
    with pytest.raises(InvalidQuery, match=r"the loss is .*: write a loss that is"):
        session.create(Plain(loss))
    assert session.describe().launches == {}


def test_evidence_is_not_edited() -> None:
    numbers, nested = {"epsilon": "1"}, {"slots": [{"epsilon": "1"}]}
    loss = LossEvidence(subject="s", function="f", kind="audit", measure=Measure.PURE, loss=numbers, horizon=1)
    held = PropertyEvidence(subject="s", property="public", kind="audit", parameters=nested)
    numbers["epsilon"], nested["slots"][0]["epsilon"] = "1/1000", "2"
    assert loss.loss == {"epsilon": "1"}
    assert held.is_about({"slots": [{"epsilon": "1"}]})
    assert not held.is_about({"slots": [{"epsilon": "2"}]})
    for changed in (loss.loss, held.parameters, held.parameters["slots"][0]):  # type: ignore[index, call-overload]
        with pytest.raises(TypeError, match="does not support item assignment"):
            changed["epsilon"] = "1/1000"  # type: ignore[index, call-overload]
    for piece in (loss, held):
        assert copy.deepcopy(piece) == pickle.loads(pickle.dumps(piece)) == piece.model_copy() == piece
    small = loss.model_copy(update={"loss": numbers})
    numbers["epsilon"] = "1"
    assert small.loss == {"epsilon": "1/1000"}
    with pytest.raises(ValidationError):
        loss.model_copy(update={"kind": "hearsay"})


def test_evidence_that_drops_a_parameter_is_about_none_of_its_values() -> None:
    with pytest.raises(NoEvidence, match="for this function and these parameters"):
        Session(PureDP(1)).create(Plain(function=AtMost(bound=3), properties=properties_at(AtMost(bound=3))))


class Table:
    """A meaning that is looked up, and may change."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer

    def __call__(self, left: object, right: object) -> bool:
        return self.answer


def test_evidence_of_one_meaning_is_refused_for_another() -> None:
    table = Table(False)
    before = Plain(function=Near(near=table))
    held = {"function": function_hash(before.function)}
    Session(PureDP(1)).create(Plain(function=before.function, changes=held))
    others: list[Callable[..., bool]] = [Table(True), partial(Table(False)), Table(False).__call__]
    for other in others:
        with pytest.raises(NoEvidence, match="is about another verification function"):
            Session(PureDP(1)).create(Plain(function=Near(near=other), changes=held))
    table.answer = True
    with pytest.raises(NoEvidence, match="is about another verification function"):
        Session(PureDP(1)).create(Plain(function=before.function, changes=held))


class Found(Plain):
    """A mechanism with evidence that was found for another function."""

    evidence = Plain().evidence


def test_a_meaning_without_a_text_has_no_evidence() -> None:
    created = Found(function=Near(near=partial(Table(True), iter(()))))
    with pytest.raises(NoEvidence, match=r"has no hash \(the meaning of near: it holds a tuple_iterator, which has no"):
        Session(PureDP(1)).create(created)
