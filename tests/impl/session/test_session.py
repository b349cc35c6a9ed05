"""A session charges before it answers, refuses what does not fit, and goes on."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP
from concomp.impl.accounting.numbers import rounded_up
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.on_menu import on_menu
from concomp.impl.accounting.rules.pure import pure
from concomp.impl.accounting.rules.rule import Refusal, RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.trade_offs import tensor_product
from concomp.impl.accounting.rules.zcdp import zcdp
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness
from concomp.impl.session.answers import FAILED, HALTED
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import (
    BookUnavailable,
    ClosedHandle,
    ForeignHandle,
    Halted,
    InsufficientBudget,
    InvalidQuery,
    SessionError,
)
from concomp.impl.session.events import Event
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from concomp.model.language import Int
from concomp.model.numbers import ParameterError
from tests.impl.session.mechanisms import TENTH, Plain, answering, spending

THREE, EXPOSED = PureDP(e_eps=3), ApproxDP(e_eps=1, delta="1/4")
COST = tensor_product([THREE, EXPOSED])


def message(call: Callable[[], object], kind: type[Exception] = SessionError) -> str:
    """What the call is refused with."""
    with pytest.raises(kind) as thrown:
        call()
    return str(thrown.value)


def launches(session: Session, *losses: Guarantee) -> int:
    """How many of the losses are admitted, one after the other."""
    admitted = 0
    for loss in losses:
        try:
            session.create(spending(loss))
        except InsufficientBudget:
            continue
        admitted += 1
    return admitted


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


class TestBooks:
    def test_a_book_that_fails_lets_nothing_run(self) -> None:
        class Broken(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                super().charge(nonce, entry, decide)
                raise OSError("the disk is full of secrets")

        session = Session(PureDP(1), book=Broken())
        text = message(lambda: session.create(answering(lambda bit: pytest.fail("run"))), BookUnavailable)
        assert text == (
            "the book does not say whether PureDP(epsilon='1/10') is charged; nothing was run: "
            "look into it, then launch again"
        )
        assert session.privacy_loss().guarantee == TENTH

    def test_a_book_that_answers_nonsense_lets_nothing_run(self) -> None:
        class Silent(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                return None  # type: ignore[return-value]

        with pytest.raises(BookUnavailable):
            Session(PureDP(1), book=Silent()).create(Plain())

    def test_a_nonce_is_charged_once(self) -> None:
        book, rule = MemoryBook(), Session(PureDP(1))._rule
        entry = Entry("an account", "a response", TENTH)
        for nonce in ("a", "a", "b"):
            book.charge(nonce, entry, lambda kept: rule.charge(rule.start if kept is None else kept, TENTH))
        assert rule.spent(book.totals("an account") or rule.start).guarantee == PureDP("1/5")
        assert repr(book) == "<MemoryBook, 2 charges>"

    def test_sessions_that_share_a_book_share_its_budget(self) -> None:
        book = MemoryBook()
        first, second = Session(PureDP("3/10"), book=book), Session(PureDP("3/10"), book=book)
        assert launches(first, TENTH, TENTH) + launches(second, TENTH, TENTH) == 3
        assert first.privacy_loss().guarantee == second.privacy_loss().guarantee == PureDP("3/10")

    def test_a_book_keeps_one_account(self) -> None:
        book = MemoryBook()
        Session(PureDP(1), book=book).create(Plain())
        assert message(lambda: Session(PureDP(2), book=book).create(Plain()), BookUnavailable) == (
            "the book keeps the account of pure within pure {'epsilon': '1'}: give each budget a book"
        )


class TestNested:
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


def test_slots_are_known_by_their_numbers() -> None:
    book, budget = MemoryBook(), ApproxDP(e_eps=12)
    first = Session(budget, book=book, rule=slots([PureDP(e_eps=3), PureDP(e_eps=2)]))
    assert first.describe().rule == "slots (e_eps 3, delta 0; e_eps 2, delta 0)"
    first.create(Plain())
    with pytest.raises(BookUnavailable):
        Session(budget, book=book, rule=slots([PureDP(e_eps=4), PureDP(e_eps=2)])).create(Plain())


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


def test_a_failure_that_is_not_covered_inside_is_not_covered_outside() -> None:
    session = Session(PureDP(1))
    session.session(PureDP("1/2")).session(PureDP("1/2")).create(Plain())
    assert not session.describe().failures_covered
    assert session.session(TENTH).describe().failures_covered


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
