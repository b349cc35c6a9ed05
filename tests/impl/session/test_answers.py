"""What may be answered: listed answers, finitely many where a loss is counted for those only."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import GaussianDP, Guarantee, PureDP
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.session.answers import FAILED
from concomp.impl.session.session import Session
from concomp.model.language import Int
from tests.impl.session.launching import COST, message
from tests.impl.session.mechanisms import Plain, answering


class Anywhere(frozenset[int]):
    """Says that it has nothing and everything in it."""

    def __contains__(self, answer: object) -> bool:
        return True


class Integers:
    """All integers."""

    def __contains__(self, answer: object) -> bool:
        return type(answer) is int

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[int]:
        return iter(())


class Colour(Enum):
    """Two colours."""

    RED, BLUE = range(2)


class TestFinitely:
    """Gaussian losses and trade-off functions are counted for finitely many answers and rounds only."""

    @pytest.fixture(params=[(GaussianDP(1), "Gaussian losses add up"), (COST, "trade-off functions multiply")], ids=str)
    def counted(self, request: pytest.FixtureRequest) -> tuple[Session, Guarantee, str]:
        """A session, a loss that fits, and how what is infinite is refused."""
        budget, claim = request.param
        text = (
            f"a response has infinitely many answers or messages, for which no theorem says that {claim}: "
            "count rho instead, or round and clamp the answers, list them, and bound the number of messages"
        )
        return Session(budget, rule=slots([budget] * 1) if budget == COST else None), budget, text

    @pytest.mark.parametrize("answers", [Anywhere(), Integers(), Int, type("Listed", (list,), {})([0, 1]), bytes(2)])
    def test_what_may_be_infinite_is_refused(self, counted: Any, answers: Any) -> None:
        session, loss, text = counted
        refused = {text, "what is created, of type Plain, has no right answers: give a ContinualMechanism"}
        assert message(lambda: session.create(Plain(loss, answers=answers))) in refused
        assert session.describe().launches == {}

    def test_rounds_without_end_are_refused(self, counted: Any) -> None:
        session, loss, text = counted
        endless = Plain(loss, kind="theorem", horizon=None, changes={"statement": "HSV26 Theorem 12.4"})
        assert message(lambda: session.create(endless)) == text

    @pytest.mark.parametrize("answers", [frozenset({0, 1}), {0, 1}, (0, 1), [0, 1], range(2), Colour])
    def test_what_is_listed_is_launched(self, counted: Any, answers: Any) -> None:
        session, loss, _ = counted
        told = Colour.RED if answers is Colour else 1
        assert session.create(answering(lambda bit: told, loss=loss, answers=answers)).send(True) is told


@pytest.mark.parametrize("answer", [True, 1.0, Fraction(1), 2])
def test_what_is_only_equal_to_an_integer_of_a_range_is_outside(answer: object) -> None:
    handle = Session(PureDP(1)).create(answering(lambda bit: answer, answers=range(2)))
    assert handle.send(True) is FAILED
