"""Sessions within a trade-off function."""

from __future__ import annotations

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, PureDP
from concomp.impl.accounting.rules.on_menu import on_menu
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.trade_offs import tensor_product
from concomp.impl.session.book import MemoryBook
from concomp.impl.session.errors import BookUnavailable, InsufficientBudget, InvalidQuery
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.session.launching import COST, EXPOSED, THREE, launches, message
from tests.impl.session.mechanisms import answering, spending


class TestTradeOffs:
    """Sessions within a trade-off function."""

    def test_launches_take_slots(self) -> None:
        session = Session(COST, rule=slots([THREE, EXPOSED]))
        assert launches(session, PureDP(e_eps="5/3"), THREE, THREE) == 2
        assert session.privacy_loss().guarantee == session.privacy_budget == COST
        assert session.remaining().guarantees == ()
        text = message(lambda: session.create(spending(FDP({0: 1, 1: 0}))), InsufficientBudget)
        assert text.endswith("remaining is nothing: ask for a smaller loss")

    def test_a_rule_has_to_be_named(self) -> None:
        text = message(lambda: Session(COST), ParameterError)
        assert text.endswith("losses do not add up: name slots([…]) or on_menu(…)")

    def test_other_losses_are_refused_with_what_to_do(self) -> None:
        session = Session(COST, rule=slots([COST]))
        assert "choose a delta, by `.at_delta(delta)`" in message(
            lambda: session.create(spending(ZCDP(1))), InvalidQuery
        )
        approximate = Session(ApproxDP(5, "1/2"))
        assert "by `.at_e_eps(e_eps)`" in message(lambda: approximate.create(spending(COST)), InvalidQuery)
        assert launches(approximate, COST.at_e_eps(3)) == 1

    def test_they_nest(self) -> None:
        session = Session(COST, rule=slots([THREE, EXPOSED]))
        inner = session.session(tensor_product([THREE]), rule=slots([THREE]))
        assert launches(inner, THREE, THREE) == 1
        assert launches(session, THREE, EXPOSED) == 1
        assert message(lambda: session.session(PureDP(e_eps=1)), InvalidQuery).endswith("give a budget that is fdp")

    def test_a_rule_on_a_menu_is_that_of_the_session(self) -> None:
        session = Session(COST, rule=on_menu([THREE, EXPOSED], lambda launched: launched[0] == tensor_product([THREE])))
        assert launches(session, EXPOSED, THREE) == 1
        assert session.remaining().guarantees == (tensor_product([EXPOSED]),)

    def test_an_account_of_long_numbers_is_short(self) -> None:
        kept, book = [PureDP(1)] * 9, MemoryBook()
        session = Session(tensor_product(kept), rule=slots(kept), book=book)
        assert launches(session, PureDP(1)) == 1
        other = Session(tensor_product(kept), rule=slots([PureDP(1)] * 8), book=book)
        text = message(lambda: launches(other, PureDP(1)), BookUnavailable)
        assert "characters, SHA-256 " in text
        assert len(text) < 2000

    def test_a_handle_answers(self) -> None:
        session = Session(COST, rule=slots([THREE, EXPOSED]))
        assert session.create(answering(lambda bit: bit, loss=EXPOSED)).send(True) is True
