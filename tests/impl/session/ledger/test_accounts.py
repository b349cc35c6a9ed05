"""Books in a ledger: what is charged is charged once, whoever asks, and decided on what is stored."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import FDP, ZCDP, ApproxDP, GaussianDP, Guarantee, PureDP, RenyiDP
from concomp.impl.accounting.rules.conjunction import all_of
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.on_menu import on_menu
from concomp.impl.accounting.rules.rule import Rule, RuleFor
from concomp.impl.accounting.rules.slots import slots
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.accounting.rules.written import read_budget, read_loss, read_rule, write_loss, write_rule
from concomp.impl.accounting.together import Together
from concomp.impl.session.book import Entry, account_of
from concomp.impl.session.errors import BookUnavailable, InsufficientBudget, InvalidQuery, WrongProcess
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.session.launching import message
from tests.impl.session.mechanisms import TENTH, Plain, spending

ONE = PureDP(1)
COIN = FDP({0: "3/4", "3/8": "3/8", "3/4": 0, 1: 0})
BUDGETS: list[tuple[Guarantee, RuleFor | None]] = [
    (ONE, None),
    (ApproxDP(1, "1/100"), None),
    (ApproxDP(1, "1/100"), fully_adaptive("1/1000")),
    (ApproxDP(e_eps=3, delta="1/2"), slots([PureDP(e_eps=2), ApproxDP(e_eps="3/2", delta="1/10")])),
    (ApproxDP(1, "1/100"), all_of([fully_adaptive("1/1000"), lambda budget: usual_rule(budget)])),
    (ZCDP("1/2"), None),
    (RenyiDP({2: 1, "5/2": 2}), None),
    (GaussianDP(1), None),
    (COIN, slots([COIN])),
    (COIN, on_menu([COIN], lambda losses: len(losses) < 2)),
]


def rule_of(budget: Guarantee, rule: RuleFor | None = None) -> Rule:
    return usual_rule(budget) if rule is None else rule(budget)


@pytest.mark.parametrize(("budget", "rule"), BUDGETS)
def test_a_rule_is_read_as_it_was_written(budget: Guarantee, rule: RuleFor | None) -> None:
    kept = rule_of(budget, rule)
    again = read_rule(write_rule(kept), read_budget(write_loss(budget)))
    assert (again.name, again.budget, again.start) == (kept.name, kept.budget, kept.start)
    assert account_of(again) == account_of(kept)
    assert write_rule(again) == write_rule(kept)


def test_losses_are_read_as_they_were_written() -> None:
    asked = Together((ONE, PureDP(e_eps="3/2")))
    assert read_loss(write_loss(asked)) == asked


@pytest.mark.parametrize(
    "written",
    [None, {}, {"rule": "mine"}, {"rule": "slots"}, {"rule": "fully adaptive", "delta_prime": "x"}, {"rule": ["pure"]}],
)
def test_what_is_no_rule_is_refused(written: object) -> None:
    assert "write it as a ledger does" in message(lambda: read_rule(written, ONE), ParameterError)


def test_a_rule_of_ones_own_is_refused() -> None:
    class Mine:
        name, budget = "mine", ONE

    assert "whose decisions can be made again" in message(lambda: write_rule(Mine()), ParameterError)  # type: ignore[arg-type]


def test_charges_add_up_in_any_process(url: str) -> None:
    rule = rule_of(ONE)
    one = Ledger(url).start("survey", rule)
    another = Ledger(url).resume("survey", rule)
    assert one.spend(TENTH, "first").number == 1
    assert another.spend(PureDP("3/10"), "second").number == 2
    assert one.privacy_loss().guarantee == another.privacy_loss().guarantee == PureDP("4/10")
    assert one.would_accept(PureDP("6/10"))
    assert not one.would_accept(PureDP("7/10"))
    refused = another.spend(PureDP("7/10"), "third")
    assert not refused.is_accepted
    assert refused.remaining.guarantee == PureDP("6/10")
    (found,) = Ledger(url).verify()
    assert (found.number, found.problem) == (2, None)


def test_a_request_is_charged_once(url: str) -> None:
    account = Ledger(url).start("survey", rule_of(ONE))
    decided = account.spend(TENTH, "a count", request="7f")
    account.spend(TENTH, "another")
    assert account.spend(TENTH, "a count", request="7f") == decided
    assert account.privacy_loss().guarantee == PureDP("1/5")
    for loss, label in ((PureDP("1/5"), "a count"), (TENTH, "a sum")):
        refused = message(lambda loss=loss, label=label: account.spend(loss, label, request="7f"), InvalidQuery)
        assert refused == "the request '7f' was charged for something else: give each request an id"
    assert account.privacy_loss().guarantee == PureDP("1/5")


def test_several_books_are_charged_or_none(url: str) -> None:
    ledger = Ledger(url)
    first, second = (ledger.start(name, rule_of(ONE)) for name in ("first", "second"))
    asked = {"second": PureDP("3/5"), "first": TENTH}
    assert {name: each.number for name, each in ledger.spend(asked, "both").items()} == {"second": 1, "first": 1}
    (name, refused), *others = ledger.spend(asked, "both").items()
    assert (name, refused.is_accepted, others) == ("second", False, [])
    assert (first.privacy_loss().guarantee, second.privacy_loss().guarantee) == (TENTH, PureDP("3/5"))
    assert [found.problem for found in ledger.verify()] == [None, None]


def test_a_book_is_begun_once_and_gone_on_with_as_it_is(url: str) -> None:
    ledger = Ledger(url)
    assert "start a book" in message(lambda: ledger.resume("survey", rule_of(ONE)), BookUnavailable)
    ledger.start("survey", rule_of(ONE)).spend(TENTH, "a count")
    assert "there is a book 'survey'" in message(lambda: ledger.start("survey", rule_of(ONE)), BookUnavailable)
    assert "there is no book 'other'" in message(lambda: ledger.resume("other", rule_of(ONE)), BookUnavailable)
    others = {"budget": rule_of(PureDP(2)), "measure": rule_of(ZCDP(1))}
    for column, rule in others.items():
        assert f"has another {column}" in message(lambda rule=rule: ledger.resume("survey", rule), BookUnavailable)
    budget = ApproxDP(1, "1/100")
    ledger.start("adaptive", rule_of(budget, fully_adaptive("1/1000")))
    assert "has another rule" in message(lambda: ledger.resume("adaptive", rule_of(budget)), BookUnavailable)


def test_a_nonce_of_another_charge_is_refused(url: str) -> None:
    rule = rule_of(ONE)
    account = Ledger(url).start("survey", rule)
    entry = Entry(account_of(rule), "a count", TENTH)
    totals = account.charge("n", entry, lambda kept: rule.charge(kept or rule.start, TENTH))  # type: ignore[arg-type]
    assert account.charge("n", entry, lambda kept: rule.start) == totals
    with pytest.raises(InvalidQuery):
        account.charge("n", Entry(account_of(rule), "a sum", TENTH), lambda kept: rule.start)
    with pytest.raises(BookUnavailable, match="keeps the account of"):
        account.charge("m", Entry("another", "a count", TENTH), lambda kept: rule.start)


def test_a_session_goes_on_where_another_stopped(url: str) -> None:
    session = Session.start(url, ONE)
    handle = session.create(Plain())
    handle.send(True)
    session.create(Plain())
    session.close()
    session = Session.resume(url, ONE)
    assert session.privacy_loss().guarantee == PureDP("1/5")
    (state,) = Ledger(url).states()
    assert (state.number, state.unanswered, state.remaining.guarantee) == (2, 1, PureDP("4/5"))
    answered = Ledger(url).history("main", lambda lines: [(line.label, line.is_answered) for line in lines])
    assert answered == [("a response", True), ("a response", False)]
    with pytest.raises(InsufficientBudget):
        session.create(spending(PureDP("9/10")))
    assert session.create(spending(PureDP("4/5"))).send(True) in (True, False)


def thrown(call: Callable[[], object]) -> type[Exception] | None:
    """What a call throws."""
    try:
        call()
    except Exception as error:
        return type(error)
    return None


def test_a_fork_uses_no_book(file: Path) -> None:
    account = Ledger(file).start("survey", rule_of(ONE))
    account.spend(TENTH, "a count")
    ledger = Ledger(file)
    child = os.fork()
    if not child:
        with suppress(BaseException):
            refused = [thrown(lambda: account.spend(TENTH, "a count")), thrown(ledger.states)]
            os._exit(7 if refused == [WrongProcess, WrongProcess] else 1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert account.privacy_loss().guarantee == TENTH


@pytest.mark.parametrize(
    "bad", [None, 5, "", "mysql://x", "sqlite://", "sqlite:///:memory:", "a\0b", "sqlite+aio:///x"]
)
def test_what_is_no_ledger_is_refused(bad: object) -> None:
    assert "give a path, sqlite:///path or postgresql://" in message(lambda: Ledger(bad), ParameterError)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:secret@127.0.0.1:1/x",
        "postgresql://127.0.0.1/x?user=u&password=secret",
        "mysql://user:secret@host/x",
        "mysql://host/x?password=secret",
        "postgresql:/u:secret@host/x",
        "postgresql//u:secret@host/x",
        "u:secret@host",
    ],
)
def test_passwords_are_not_shown(url: str) -> None:
    try:
        shown = repr(Ledger(url))
    except ParameterError as error:
        shown = str(error)
    assert "secret" not in shown


def test_a_request_for_other_books_is_another_one(url: str) -> None:
    ledger = Ledger(url)
    for name in "abc":
        ledger.start(name, rule_of(ONE))
    ledger.spend({"a": TENTH, "b": TENTH}, "both", request="7f")
    for losses in ({"a": TENTH, "c": TENTH}, {"b": TENTH}):
        with pytest.raises(InvalidQuery):
            ledger.spend(losses, "both", request="7f")
    with pytest.raises(InvalidQuery):
        ledger.account("a").spend(TENTH, "both", request="7f")
    assert [state.number for state in ledger.states()] == [1, 1, 0]


def test_a_path_of_any_bytes_is_a_ledger(tmp_path: Path) -> None:
    for path in (os.fsdecode(os.fsencode(tmp_path) + b"/\xff ?#%.db"), f"/{tmp_path}/two.db"):
        Ledger(path).start("main", rule_of(ONE)).spend(TENTH, "a count")
        assert Ledger(path).verify()[0].number == 1
        assert repr(Ledger(path)).isprintable()


@pytest.mark.parametrize("bad", ["-1/10", "1e300", "nan", 0.5, "0x1"])
def test_amounts_that_are_no_loss_are_refused_before_anything_is_charged(file: Path, bad: object) -> None:
    Ledger(file).start("survey", rule_of(ONE))
    with pytest.raises(ParameterError):
        Ledger(file).account("survey").spend(PureDP(bad), "a count")  # type: ignore[arg-type]
    assert Ledger(file).states("survey")[0].number == 0


LONG = Fraction(10**4100 + 1, 10**4101)
"""About a tenth, in more digits than are read."""


def test_a_loss_that_could_not_be_read_again_is_not_charged(file: Path) -> None:
    ledger = Ledger(file)
    account = ledger.start("main", rule_of(ONE))
    session = Session.resume(ledger, ONE)

    def kept(totals: Totals | None) -> Totals:
        return totals or account.rule.start

    too_long = "a ledger keeps numbers of at most 4000 digits"
    calls: list[tuple[Callable[[], object], type[Exception]]] = [
        (lambda: account.spend(PureDP(LONG), "a count"), ParameterError),
        (lambda: ledger.spend({"main": PureDP(LONG)}, "a count"), ParameterError),
        (lambda: account.charge("n", Entry(account_of(account.rule), "a count", PureDP(LONG)), kept), BookUnavailable),
        (lambda: session.session(PureDP(LONG)), ParameterError),
        (lambda: ledger.start("other", rule_of(PureDP(LONG))), ParameterError),
        (lambda: Session.start(ledger, PureDP(LONG), name="other"), ParameterError),
    ]
    for call, error in calls:
        assert too_long in message(call, error)
    assert [(each.name, each.number) for each in ledger.states()] == [("main", 0)]
    assert ledger.verify()[0].problem is None


def test_a_book_is_not_begun_for_a_session_that_is_not_made(file: Path) -> None:
    with pytest.raises(ParameterError):
        Session.start(file, ONE, on_refusal="hlat")  # type: ignore[typeddict-item]
    assert not file.exists()
    Session.start(file, ONE, on_refusal="halt")


def test_a_request_that_was_refused_is_decided_anew(file: Path) -> None:
    account = Ledger(file).start("main", rule_of(ONE))
    assert not account.spend(PureDP(2), "a count", request="7f").is_accepted
    assert account.spend(TENTH, "another", request="7f").is_accepted


def test_tiny_losses_are_kept_and_no_less(file: Path) -> None:
    account = Ledger(file).start("survey", rule_of(ONE))
    tiny = Fraction(1, 10**300)
    account.spend(PureDP(tiny), "a count")
    assert tiny <= account.privacy_loss().guarantee.epsilon_down < tiny * (1 + Fraction(1, 2**180))  # type: ignore[union-attr]
