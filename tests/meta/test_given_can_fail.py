"""The tests of what a session is given, and of trade-off functions, notice what would spend, or tell, more."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting import conversions, guarantees
from concomp.impl.accounting.guarantees import GaussianDP, Guarantee, PureDP
from concomp.impl.accounting.parameters import RationalLoss
from concomp.impl.accounting.rules import on_menu as menus
from concomp.impl.accounting.rules.accumulating import Odometer
from concomp.impl.accounting.rules.free_slots import FreeSlots
from concomp.impl.accounting.rules.on_menu import OnMenu
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.rule import Reading
from concomp.impl.accounting.rules.trade_offs import TradeOffs, TradeOffSlots, tensor_product
from concomp.impl.session import arguments, handle, kernel
from concomp.impl.session.book import MemoryBook
from concomp.impl.session.errors import BookUnavailable, SessionError
from concomp.impl.session.events import announce
from concomp.impl.session.kernel import Kernel
from concomp.impl.session.launches import launch as launches
from concomp.impl.session.launches import trust
from concomp.impl.session.plain import Listed
from concomp.impl.session.session import Session
from concomp.model.files import evidence
from tests.impl.accounting import test_guarantees as of_guarantees
from tests.impl.accounting.rules import test_rules as of_rules
from tests.impl.accounting.rules import test_trade_offs as of_trade_offs
from tests.impl.session import test_given as of_given
from tests.impl.session import test_kernel as of_kernels
from tests.impl.session import test_order as of_order
from tests.impl.session import test_session as of_sessions
from tests.impl.session import test_trust as of_trust
from tests.impl.session.mechanisms import Plain, answering
from tests.impl.session.test_answers import Integers

Patch = pytest.MonkeyPatch


def equal_answers_are_one(patch: Patch) -> None:
    """A table's answers are told apart as Python does."""
    patch.setattr(kernel, "plain_text", lambda value: value)


def equal_answers_are_inside(patch: Patch) -> None:
    """An answer is inside a space if it is equal to one of its values."""
    patch.setattr(Listed, "__contains__", lambda self, value: value in self.values)


def tables_by_what_they_show(patch: Patch) -> None:
    """A table is known by how its answers are shown."""
    digest = property(lambda self: hashlib.sha256(repr((dict(self.rows), self.places)).encode()).hexdigest())
    patch.setattr(Kernel, "digest", digest)


def losses_as_they_are_held(patch: Patch) -> None:
    """A loss is charged as its holder says it."""
    patch.setattr(launches, "_read_loss", lambda name, loss: loss)


def losses_of_any_class(patch: Patch) -> None:
    """A class of its own says what a loss is."""
    patch.setitem(launches.PARTS, "loss", lambda loss: isinstance(loss, Guarantee))
    losses_as_they_are_held(patch)


def evidence_as_it_is_held(patch: Patch) -> None:
    """Evidence keeps the numbers that it is given, and whoever gave them may change them."""
    patch.setattr(evidence, "_frozen", lambda value: value)


def names_that_say_they_are_short(patch: Patch) -> None:
    """A name says itself that it is a line."""
    patch.setitem(launches.PARTS, "name", lambda name: isinstance(name, str) and len(name) > 0 and name.isprintable())


def definitions_claim(patch: Patch) -> None:
    """A loss may rest on a definition."""
    patch.setattr(trust, "CLAIMING", trust.CLAIMING | {"definition"})
    patch.setattr(trust, "_problem", trust._problem.__wrapped__)


def a_collection_is_finite(patch: Patch) -> None:
    """An answer space that says it has a length is finite."""
    patch.setattr(launches, "is_finite_space", lambda answers: isinstance(answers, Collection))


def books_in_any_process(patch: Patch) -> None:
    """A book in memory is used after a fork."""
    patch.setattr(MemoryBook, "_demand_own_process", lambda self: None)


def rules_of_any_budget(patch: Patch) -> None:
    """A rule keeps to whatever budget it likes."""
    patch.setattr(arguments, "rule_within", lambda rule, budget: rule(budget))


def orders_left_out(patch: Patch) -> None:
    """A budget is kept to at the orders that are read."""
    patch.setattr(Odometer, "as_filter", lambda self, budget: replace(self.rule, budget=self.rule.convert(budget)))


def told_while_an_exception_is_handled(patch: Patch) -> None:
    """A hook is told where a failure is caught."""

    def tell(*happened: Any) -> None:
        try:
            raise ValueError
        except ValueError:
            announce(*happened)

    patch.setattr(handle, "announce", tell)


def readings_as_they_are_raised(patch: Patch) -> None:
    """What a book raises when it is read is raised."""
    patch.setattr(Session, "_read", lambda self, read: read(self._totals()))


def whatever_the_book_keeps(patch: Patch) -> None:
    """Totals that a book returns are a launch."""

    def decided(self: Session, entry: Any) -> Any:
        start = self._rule.start
        return self._book.charge("", entry, lambda kept: self._rule.charge(kept or start, entry.loss)), None

    patch.setattr(Session, "_decided", decided)


def hooks_hear_of_no_exception() -> None:
    seen: list[object] = []
    session = Session(PureDP(1), hook=lambda event: seen.append(sys.exc_info()[1]))
    session.create(answering(of_given.raiser(ValueError()))).send(True)
    assert seen == [None, None]


def endless_answers_are_refused() -> None:
    with pytest.raises(SessionError):
        Session(GaussianDP(1)).create(Plain(GaussianDP(1), answers=Integers()))


def a_definition_is_refused() -> None:
    of_trust.test_what_the_evidence_does_not_support_is_refused(
        lambda: Plain(kind="theorem", changes={"statement": "HSV26 Definition 4.5"}),
        "the evidence of a response rests on HSV26 Definition 4.5, which claims nothing: rest it on a theorem",
    )


def a_negative_loss_is_refused() -> None:
    of_trust.test_a_loss_that_is_none_is_not_charged(PureDP(1), PureDP.of(loss=RationalLoss(Fraction(1, 2))))


def a_rule_of_another_budget_is_refused() -> None:
    of_sessions.test_a_rule_that_keeps_to_another_budget_is_refused(lambda budget: pure(PureDP(50)))


def a_failing_book_is_unavailable() -> None:
    with pytest.raises(BookUnavailable):
        Session(PureDP(1), book=of_given.Reading(lambda: 5)).privacy_loss()


BOOKS, ORDER = of_given.TestBooks(), of_order.TestOrder()
BREAKAGES: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (equal_answers_are_one, lambda: of_kernels.test_answers_that_are_only_equal_are_told_apart((1, True))),
    (equal_answers_are_inside, lambda: of_kernels.test_an_answer_that_is_only_equal_to_one_is_outside(True)),
    (tables_by_what_they_show, of_kernels.test_tables_whose_answers_are_shown_alike_are_two),
    (losses_as_they_are_held, a_negative_loss_is_refused),
    (losses_of_any_class, of_trust.test_a_loss_of_a_class_of_its_own_is_none),
    (evidence_as_it_is_held, of_trust.test_evidence_is_not_edited),
    (names_that_say_they_are_short, ORDER.test_what_is_no_mechanism_is_refused_before_evidence),
    (definitions_claim, a_definition_is_refused),
    (a_collection_is_finite, endless_answers_are_refused),
    (books_in_any_process, BOOKS.test_a_book_in_memory_is_used_in_its_process),
    (rules_of_any_budget, a_rule_of_another_budget_is_refused),
    (readings_as_they_are_raised, a_failing_book_is_unavailable),
    (orders_left_out, of_rules.TestOdometer().test_a_budget_at_more_orders_than_are_read_is_refused),
    (told_while_an_exception_is_handled, hooks_hear_of_no_exception),
    (whatever_the_book_keeps, lambda: BOOKS.test_a_book_that_keeps_another_decision_is_unavailable(True)),
]


@pytest.mark.parametrize(("breakage", "check"), BREAKAGES, ids=lambda each: each.__name__)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, AttributeError, SessionError, pytest.fail.Exception)):
        check()


def one_order_of_the_worlds(patch: Patch) -> None:
    """What a function says of one order of the worlds is taken for both."""
    patch.setattr(guarantees, "inverse", lambda function: function)


def parameters_rounded_down(patch: Patch) -> None:
    """E is taken just below e^ε."""
    patch.setattr(conversions, "round_up", lambda number, bits: number * (1 - Fraction(1, 1 << bits)))


def slots_that_are_not_paid(patch: Patch) -> None:
    """Nobody looks at what slots cost."""
    patch.setattr(TradeOffSlots, "demand_within_budget", lambda self: None)


def menus_that_are_not_searched(patch: Patch) -> None:
    """Every rule on a menu is valid."""
    patch.setattr(menus, "is_valid_rule", lambda *searched: True)


def any_order_of_launches(patch: Patch) -> None:
    """What is free is admitted."""
    patch.setattr(OnMenu, "admits", FreeSlots.admits)


def the_product_of_what_was_taken(patch: Patch) -> None:
    """A reading counts the slots that are taken only."""
    patch.setattr(TradeOffSlots, "spent", lambda self, totals: Reading((tensor_product(self.taken(totals)),), True))


def slots_of_any_size(patch: Patch) -> None:
    """A launch takes a slot that is better than itself somewhere."""
    patch.setattr(TradeOffs, "fits", lambda self, loss, slot: self.size(slot) >= self.size(loss))


def one_order_is_not_enough() -> None:
    of_guarantees.test_what_says_more_of_one_order_of_the_worlds_is_refused({0: 1, "1/2": "1/4", 1: 0})


SLOTS, MENUS = of_trade_offs.TestSlots(), of_trade_offs.TestOnMenu()
OF_TRADE_OFFS: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (one_order_of_the_worlds, one_order_is_not_enough),
    (parameters_rounded_down, of_guarantees.test_what_follows_from_parameters_is_their_trade_off_function),
    (slots_that_are_not_paid, SLOTS.test_their_product_may_be_no_worse_than_the_budget),
    (menus_that_are_not_searched, MENUS.test_slots_that_are_matched_anew_are_refused),
    (menus_that_are_not_searched, MENUS.test_the_product_of_what_was_launched_is_refused),
    (any_order_of_launches, MENUS.test_what_no_launcher_exceeds_is_admitted),
    (the_product_of_what_was_taken, SLOTS.test_all_are_paid_as_soon_as_one_is_taken),
    (slots_of_any_size, SLOTS.test_each_launch_takes_one),
]


@pytest.mark.parametrize(("breakage", "check"), OF_TRADE_OFFS, ids=lambda each: each.__name__)
def test_a_breakage_of_trade_offs_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check()
