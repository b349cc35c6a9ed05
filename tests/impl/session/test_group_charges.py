"""A group is charged once and at once, by what is proved of its router and function."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ZCDP, ApproxDP, PureDP, RenyiDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import HALTED
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import InsufficientBudget, InvalidQuery
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.groups import ByWhoAndAll, a_loss, bit, echo, known, router
from tests.impl.session.mechanisms import Plain


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
