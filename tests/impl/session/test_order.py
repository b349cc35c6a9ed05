"""What is asked of a launch before anything runs, one thing after the other."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.errors import InsufficientBudget, InvalidQuery
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.launching import message
from tests.impl.session.mechanisms import TENTH, Plain


class Forged(str):
    """Text that says it is a short line."""

    def __len__(self) -> int:
        return 1

    def isprintable(self) -> bool:
        return True


class TestOrder:
    """Right process, halted, well formed, evidence, rule, charge, register, run."""

    def test_what_is_no_mechanism_is_refused_before_evidence(self) -> None:
        session = Session(PureDP(1))
        wrong: list[tuple[Any, str, str]] = [
            (5, "int", "name"),
            (Plain(name=""), "Plain", "name"),
            (Plain(name="a\nb"), "Plain", "name"),
            (Plain(name=Forged("launch 3: ok\nlaunch 99: forged")), "Plain", "name"),
            (Plain(begin=7), "Plain", "begin"),  # type: ignore[arg-type]
            (Plain(properties="x"), "Plain", "properties"),
            (Plain(function="x", properties=()), "Plain", "function"),
        ]
        for created, kind, part in wrong:
            text = f"what is created, of type {kind}, has no right {part}: give a ContinualMechanism"
            with pytest.raises(InvalidQuery) as thrown:
                session.create(created)
            assert str(thrown.value) == text
        assert session.describe().launches == {}

    def test_another_measure_is_refused_with_what_to_do(self) -> None:
        created = Plain(ZCDP("1/2"), kind="declared", properties=())
        text = message(lambda: Session(ApproxDP(1, "1/10")).create(created), InvalidQuery)
        assert text == (
            "a response: the loss is ZCDP(rho='1/2'): "
            "the budget is (epsilon, delta): choose a delta, by `.at_delta(delta)`"
        )

    def test_evidence_is_asked_for_before_the_rule(self) -> None:
        created = Plain(PureDP(5), kind="declared")
        assert "rests on nobody's proof" in message(lambda: Session(PureDP(1)).create(created))

    def test_the_charge_is_kept_before_anything_runs(self) -> None:
        seen = []
        session = Session(PureDP(1))
        book = session._book

        def begin(randomness: Randomness) -> Respond:
            seen.append(book.totals(session._account))
            return lambda bit: bit

        session.create(Plain(begin=begin))
        assert seen == [Totals(session._rule.charge(session._rule.start, TENTH).numbers)]  # type: ignore[union-attr]

    def test_what_the_rule_refuses_never_begins(self) -> None:
        begun = []

        def begin(randomness: Randomness) -> Respond:
            begun.append(True)
            return lambda bit: bit

        with pytest.raises(InsufficientBudget):
            Session(PureDP(1)).create(Plain(PureDP(2), begin=begin))
        assert begun == []
