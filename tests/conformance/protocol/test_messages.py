"""Messages, numbers and claims of protocol 1."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pydantic import TypeAdapter, ValidationError

from concomp.conformance.protocol.claims import Claim
from concomp.conformance.protocol.commands import COMMAND, Command
from concomp.conformance.protocol.losses import Loss, as_guarantee, written
from concomp.conformance.protocol.numbers import double_above, double_below, epsilon_between, read_number
from concomp.conformance.protocol.replies import Reply
from concomp.conformance.vectors.stock import load
from concomp.impl import ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.parameters import ExponentialLoss, RationalLoss
from concomp.model.laws.measures import Measure
from concomp.model.numbers import NumberError

OPEN = {"seq": 2, "cmd": "open", "kind": "filter", "measure": "pure", "budget": {"e_eps": "6"}, "data": "0"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x1.8p+1", Fraction(3)),
        ("0x0p+0", Fraction(0)),
        ("-0x1p-1074", -Fraction(1, 2**1074)),
        ("11/10", Fraction(11, 10)),
        (7, Fraction(7)),
    ],
)
def test_numbers_are_exact(text: object, number: Fraction) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["nan", "inf", "0x1p+5000", 0.5, "1/0", True, None, "0x1.8"])
def test_what_is_no_number_is_refused(text: object) -> None:
    with pytest.raises(NumberError):
        read_number(text)


def test_the_doubles_around_epsilon_are_neighbours() -> None:
    low, high = map(float.fromhex, epsilon_between(RationalLoss(Fraction(2))))
    assert low < high
    assert double_above(Fraction(low)) == low
    assert (low, high) == (0.6931471805599453, 0.6931471805599454)
    assert epsilon_between(ExponentialLoss(Fraction(1, 2))) == ("0x1.0000000000000p-1", "0x1.0000000000000p-1")


def test_doubles_are_rounded_outward() -> None:
    third = Fraction(1, 3)
    assert Fraction(double_below(third)) < third < Fraction(double_above(third))


@pytest.mark.parametrize("change", [{"unknown": 1}, {"budget": {"e_eps": "6", "note": "new"}}])
def test_unknown_fields_are_passed_over(change: dict[str, object]) -> None:
    assert COMMAND.validate_python({**OPEN, **change}) == COMMAND.validate_python(OPEN)


@pytest.mark.parametrize("change", [{"cmd": "shut"}, {"seq": "two"}, {"kind": 3}, {"budget": {"e_eps": 1.5}}])
def test_malformed_messages_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        COMMAND.validate_python({**OPEN, **change})


@pytest.mark.parametrize("reply", [{"seq": 1}, {"seq": 1, "ok": {}, "refused": ""}])
def test_a_reply_has_one_outcome(reply: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match='give one of "ok", "refused", "unsupported" and "errored"'):
        Reply.model_validate(reply)


@pytest.mark.parametrize("loss", [PureDP(e_eps=2), PureDP("1/11"), ApproxDP("1/2", "1/100"), ZCDP("1/3")])
def test_losses_are_read_as_they_are_written(loss: PureDP | ApproxDP | ZCDP) -> None:
    assert as_guarantee(Loss.model_validate(written(loss)), loss.measure) == loss


def test_an_epsilon_of_nothing_is_the_e_of_nothing() -> None:
    assert as_guarantee(Loss(epsilon="0"), Measure.PURE) == PureDP(0)


NO_NUMBER = {"composition-gaussian-nan"}
"""What sends a loss that is no number, for an adapter may come to compute with it."""


def test_what_vectors_send_are_messages_but_for_what_is_malformed() -> None:
    """Except where that is the point, a vector sends nothing that the schema of messages does not describe."""
    adapter: TypeAdapter[Command] = TypeAdapter(Command)
    for vector in load():
        for step in vector.steps:
            if vector.id not in NO_NUMBER and step.expect.is_ != "declined" and isinstance(step.send, dict):
                adapter.validate_python({"seq": 1, **step.send})


@pytest.mark.parametrize(
    ("made", "needed", "implied"),
    [
        ({"claim": "filter", "measure": "pure"}, {"claim": "filter", "measure": "pure"}, True),
        ({"claim": "filter", "measure": "pure"}, {"claim": "filter", "measure": "zcdp"}, False),
        ({"claim": "filter"}, {"claim": "filter", "arithmetic": "exact"}, False),
        ({"claim": "composition", "grade": "exact"}, {"claim": "composition", "grade": "upper"}, True),
        ({"claim": "composition", "grade": "upper"}, {"claim": "composition", "grade": "exact"}, False),
        ({"claim": "composition"}, {"claim": "composition", "forms": ["count"]}, True),
        ({"claim": "composition"}, {"claim": "composition", "forms": ["nested"]}, False),
        ({"claim": "copies"}, {"claim": "threads"}, False),
    ],
)
def test_a_claim_implies_what_it_says(made: dict[str, object], needed: dict[str, object], implied: bool) -> None:
    assert Claim.model_validate(made).implies(Claim.model_validate(needed)) == implied
