"""A session inside another costs its budget at once, and has its measure."""

from __future__ import annotations

import sys

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.session.answers import HALTED
from concomp.impl.session.errors import ClosedHandle, InsufficientBudget, InvalidQuery
from concomp.impl.session.session import Session
from tests.impl.session.launching import launches, message
from tests.impl.session.mechanisms import TENTH, Plain


class TestNested:
    def test_sessions_end_however_deep_they_are_nested(self) -> None:
        outermost = innermost = Session(PureDP(1), on_refusal="halt")
        between = [outermost]
        for _ in range(2 * sys.getrecursionlimit()):
            innermost = innermost.session(PureDP(1))
            between.append(innermost)
        handle = innermost.create(Plain())
        assert not outermost.describe().failures_covered
        assert handle.send(True) in (False, True)
        with pytest.raises(InsufficientBudget):
            outermost.create(Plain())
        assert handle.send(True) is HALTED
        outermost.close()
        assert {session.describe().status for session in (outermost, between[9], innermost)} == {"closed"}
        with pytest.raises(ClosedHandle):
            handle.send(True)

    def test_a_nested_session_costs_its_budget_at_once(self) -> None:
        session = Session(PureDP(1))
        inner = session.session(PureDP("3/5"))
        assert session.privacy_loss().guarantee == PureDP("3/5")
        assert inner.privacy_loss().guarantee == PureDP(0)
        assert launches(inner, *[PureDP("1/5")] * 4) == 3
        assert session.privacy_loss().guarantee == PureDP("3/5")
        inner.close()
        assert session.privacy_loss().guarantee == PureDP("3/5")
        assert session.describe().launches == {"session": 1}

    def test_an_exhausted_child_leaves_its_parent_be(self) -> None:
        session = Session(PureDP(1))
        inner = session.session(TENTH)
        assert launches(inner, TENTH, TENTH) == 1
        assert launches(session, TENTH) == 1

    def test_a_child_of_an_exhausted_parent_talks_on(self) -> None:
        session = Session(PureDP(1))
        inner = session.session(PureDP(1))
        with pytest.raises(InsufficientBudget):
            session.create(Plain())
        assert inner.create(Plain()).send(True) in (False, True)

    def test_a_nested_budget_that_does_not_fit_is_refused(self) -> None:
        session = Session(ApproxDP(1, "1e-6"))
        with pytest.raises(InsufficientBudget):
            session.session(ApproxDP("1/2", "1e-5"))
        inner = session.session(ApproxDP("1/2", "1e-6"), rule=fully_adaptive("1e-6"))
        assert inner.describe().rule == "fully adaptive, delta' = 1/1000000"

    def test_the_measure_is_the_parents(self) -> None:
        text = "a session within PureDP(epsilon=1) is asked of one within ZCDP(rho=1): give a budget that is zcdp"
        assert message(lambda: Session(ZCDP(1)).session(PureDP(1)), InvalidQuery) == text

    def test_closing_a_session_closes_those_inside(self) -> None:
        session = Session(PureDP(1))
        handle = session.session(PureDP("1/2")).session(PureDP("1/2")).create(Plain())
        session.close()
        text = "<Handle 1: a response> is closed: its charge is spent, launch it again"
        assert message(lambda: handle.send(True)) == text
        with pytest.raises(ClosedHandle, match="the session is closed"):
            session.create(Plain())
        with pytest.raises(ClosedHandle):
            session.session(TENTH)


def test_a_failure_that_is_not_covered_inside_is_not_covered_outside() -> None:
    session = Session(PureDP(1))
    session.session(PureDP("1/2")).session(PureDP("1/2")).create(Plain())
    assert not session.describe().failures_covered
    assert session.session(TENTH).describe().failures_covered
