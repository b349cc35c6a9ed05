"""A session charges before it answers, refuses what does not fit, and goes on."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.numbers import rounded_up
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.rule import RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.zcdp import zcdp
from concomp.impl.noise.sources import SeededRandomness
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.errors import ClosedHandle, ForeignHandle, Halted, InsufficientBudget, InvalidQuery
from concomp.impl.session.events import Event
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.session.launching import launches, message
from tests.impl.session.mechanisms import TENTH, Plain, answering, spending


def test_a_tenth_thrice_in_three_tenths() -> None:
    session = Session(PureDP("3/10"))
    assert launches(session, *[TENTH] * 4) == 3
    assert session.privacy_loss().guarantee == session.privacy_budget == PureDP("3/10")
    assert repr(session.remaining()) == "PureDP(e_eps=1)"


def test_of_ten_rounded_tenths_the_tenth_is_refused() -> None:
    assert launches(Session(PureDP(1)), *[PureDP(rounded_up(0.1))] * 10) == 9


def test_the_budget_can_be_met_exactly_and_nothing_still_fits() -> None:
    session = Session(ApproxDP(e_eps=9, delta="1/10"))
    full, nothing = ApproxDP(e_eps=9, delta="1/10"), ApproxDP(e_eps=1, delta=0)
    assert launches(session, full, nothing, nothing, ApproxDP(0, "1e-9")) == 3


def test_a_refusal_says_what_was_asked_what_was_spent_and_what_remains() -> None:
    session = Session(PureDP(1))
    session.create(spending(PureDP("2/5")))
    with pytest.raises(InsufficientBudget) as thrown:
        session.create(spending(PureDP("4/5")))
    assert str(thrown.value) == (
        "the budget does not allow PureDP(epsilon='4/5'): spent is PureDP(epsilon='2/5'), "
        "remaining is PureDP(epsilon='3/5'): ask for a smaller loss"
    )
    assert thrown.value.asked == PureDP("4/5")


def test_after_a_refusal_something_cheaper_is_launched() -> None:
    session = Session(PureDP(1))
    assert launches(session, PureDP(2), PureDP("1/2"), PureDP("3/5"), PureDP("1/2")) == 2


def test_a_session_that_halts_on_a_refusal_answers_nothing_any_more() -> None:
    session = Session(PureDP(1), on_refusal="halt")
    handle, inner = session.create(Plain()), session.session(PureDP("1/2"))
    deep = inner.create(Plain())
    assert isinstance(handle.send(True), bool)
    with pytest.raises(InsufficientBudget):
        session.create(spending(PureDP(1)))
    assert handle.send(True) is HALTED
    assert deep.send(True) is HALTED
    halted = "the session has halted on a refusal, as it was made to: make another one"
    assert message(lambda: session.create(Plain()), Halted) == halted
    assert message(lambda: inner.create(Plain()), Halted) == halted
    assert session.describe().status == inner.describe().status == "halted"


def test_talking_is_free() -> None:
    session = Session(PureDP("1/10"))
    handle = session.create(Plain())
    assert {handle.send(True) for _ in range(100)} == {False, True}
    assert handle.update(False) in (False, True)
    assert handle.query(False) in (False, True)
    assert session.privacy_loss().guarantee == PureDP("1/10")


def test_a_handle_is_talked_to_in_its_own_session() -> None:
    session, other = Session(PureDP(1)), Session(PureDP(1))
    handle = session.create(Plain())
    assert session.send(handle, True) in (False, True)
    text = "the handle is of another session: send the message to its own"
    assert message(lambda: other.send(handle, True), ForeignHandle) == text
    assert message(lambda: other.send("handle", True), ForeignHandle) == text  # type: ignore[arg-type]
    assert message(lambda: session.session(TENTH).send(handle, True), ForeignHandle) == text


def test_a_closed_handle_is_spent() -> None:
    session = Session(TENTH)
    handle = session.create(Plain())
    handle.close()
    handle.close()
    assert message(lambda: handle.send(True), ClosedHandle).endswith("is closed: its charge is spent, launch it again")
    assert launches(session, TENTH) == 0


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (
            lambda: Session(5),
            "the budget is 5: give PureDP(…), ApproxDP(…), RenyiDP(…), ZCDP(…), GaussianDP(…) or FDP(…)",
        ),
        (lambda: Session(PureDP(1), on_refusal="stop"), "on_refusal is 'stop': give one of 'continue', 'halt'"),
        (lambda: Session(PureDP(1), trust="declared"), "trust is 'declared': give one of None, 'seeded'"),
        (lambda: Session(PureDP(1)).create(Plain(), trust="all"), "trust is 'all': give one of None, 'declared'"),
        (
            lambda: Session(PureDP(1), rule=fully_adaptive("1/2")),
            "the budget is PureDP(epsilon=1): this rule is for a budget made by ApproxDP",
        ),
    ],
)
def test_what_makes_no_session_is_refused(make: Callable[[], Any], text: str) -> None:
    assert message(make, ParameterError) == text


def test_numbers_that_somebody_may_know_are_named() -> None:
    seeded = SeededRandomness(1)
    with pytest.raises(ParameterError, match="its numbers may be known: say trust='seeded' to use it"):
        Session(PureDP(1), randomness=seeded)

    def answers() -> list[object]:
        session = Session(PureDP(1), randomness=SeededRandomness(1), trust="seeded")
        assert session.describe().randomness == "a source of the caller's"
        handle = session.create(Plain())
        return [handle.send(True) for _ in range(50)]

    assert answers() == answers()


def test_talking_takes_no_room() -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: bit, horizon=10**6))
    for _ in range(2000):
        handle.send(True)
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    for _ in range(5000):
        handle.send(True)
    grown = sum(each.size_diff for each in tracemalloc.take_snapshot().compare_to(before, "filename"))
    tracemalloc.stop()
    assert grown < 5000


def test_slots_are_taken_for_good() -> None:
    rule = slots([PureDP(e_eps=3), ApproxDP(0, "1/4")])
    session = Session(ApproxDP(e_eps=3, delta="1/4"), rule=rule)
    assert repr(session.remaining()) == "ApproxDP(e_eps=3) or ApproxDP(e_eps=1, delta='1/4')"
    session.create(spending(PureDP(e_eps="5/3")))
    assert launches(session, PureDP(e_eps=3)) == 0
    assert launches(session, ApproxDP(0, "1/4")) == 1


def test_a_session_is_described() -> None:
    session = Session(ApproxDP(1, "1e-6"), rule=fully_adaptive("5e-7"))
    session.create(Plain(changes={"failures_covered": True}))
    described = session.describe()
    assert described.launches == {"certificate": 1}
    assert described.failures_covered
    session.create(Plain(kind="declared"), trust="declared")
    inner = session.session(ApproxDP("1/10"))
    assert inner.describe().failures_covered
    assert str(session.describe()).splitlines()[4:8] == [
        "launches    1 by a certificate; 1 by its author's word alone; 1 by the rule of a nested session",
        "failures    not covered",
        "randomness  the operating system",
        "status      open",
    ]
    assert repr(session) == (
        "<Session within ApproxDP(epsilon=1, delta='1/1000000') by fully adaptive, delta' = 1/2000000>"
    )


def test_events_tell_what_happens() -> None:
    told: list[Event] = []
    session = Session(PureDP("1/10"), hook=told.append)
    handle = session.create(answering(lambda bit: "no bit"))
    with pytest.raises(InsufficientBudget):
        session.create(Plain(name="another"))
    with pytest.raises(InvalidQuery):
        handle.send("no bit")
    assert handle.send(True) is FAILED
    handle.close()
    session.close()
    assert list(map(str, told)) == [
        "launch 1: a response, PureDP(epsilon='1/10')",
        "refusal: another, PureDP(epsilon='1/10')",
        "invalid query 1: a response",
        "failure 1: a response",
        "close 1: a response",
        "close: the session",
    ]


def test_a_hook_that_fails_undoes_nothing() -> None:
    session = Session(PureDP(1), hook=lambda event: 1 / 0)
    assert session.create(Plain()).send(True) in (False, True)
    assert session.privacy_loss().guarantee == TENTH


@pytest.mark.parametrize(
    "rule", [lambda budget: pure(PureDP(50)), lambda budget: zcdp(ZCDP(5)), lambda budget: pure(PureDP(e_eps=3))]
)
def test_a_rule_that_keeps_to_another_budget_is_refused(rule: RuleFor) -> None:
    session = Session(PureDP(1))
    with pytest.raises(ParameterError, match=r"the rule is .*: make the rule for the budget that it is given, PureDP"):
        Session(PureDP(1), rule=rule)
    with pytest.raises(ParameterError, match=r"make the rule for the budget that it is given, PureDP"):
        session.session(PureDP("1/100"), rule=rule)
    assert repr(session.privacy_loss()) == "PureDP(e_eps=1)"
