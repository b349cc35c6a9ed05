"""What a nested session launches is kept in the book that has paid for it, with its path, before it runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import ApproxDP, PureDP, RenyiDP
from concomp.impl.accounting.rules.fully_adaptive import fully_adaptive
from concomp.impl.accounting.rules.rule import Rule, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.book import Entry, account_of
from concomp.impl.session.errors import BookUnavailable, InsufficientBudget, InvalidQuery
from concomp.impl.session.events import Event
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.nested import DEEPEST
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.session.launching import launches, message
from tests.impl.session.ledger.crashes import POINTS, Killer, answers_of_child, failing, kill, launcher
from tests.impl.session.ledger.test_tampering import edit, forge_chain
from tests.impl.session.mechanisms import TENTH, Plain

ONE, HALF = PureDP(1), PureDP("1/2")
CHARGED_FROM = POINTS.index("after COMMIT")
NTH = 3


def paths(url: object, name: str = "main") -> list[str | None]:
    """The paths of the entries of a book, in order."""
    return Ledger(url).history(name, lambda postings: [each.path for each in postings])


def problem(url: object) -> str | None:
    """What is found of the one book."""
    (found,) = Ledger(url).verify()
    return found.problem


def test_history_shows_which_session_launched_what(url: str) -> None:
    session = Session.start(url, ONE)
    assert launches(session, TENTH) == 1
    child = session.session(HALF)
    assert launches(child, TENTH) == 1
    grandchild = child.session(PureDP("3/10"))
    assert launches(grandchild, TENTH, TENTH, TENTH, TENTH) == 3
    assert launches(child, TENTH, TENTH) == 1
    assert launches(session, PureDP("4/10"), TENTH) == 1
    assert paths(url) == [None, None, "2", "2", "2/4", "2/4", "2/4", "2", None]
    assert [each.privacy_loss().guarantee for each in (session, child, grandchild)] == [ONE, HALF, PureDP("3/10")]
    (state,) = Ledger(url).states()
    assert (state.number, state.spent.guarantee) == (9, ONE)
    assert problem(url) is None


def test_sessions_of_two_processes_nest_side_by_side(url: str) -> None:
    Session.start(url, ONE)
    children = [Session.resume(url, ONE).session(HALF) for _ in range(2)]
    assert [launches(child, PureDP("3/10"), PureDP("3/10"), PureDP("1/5")) for child in children] == [2, 2]
    assert paths(url) == [None, None, "1", "1", "2", "2"]
    with pytest.raises(InsufficientBudget):
        Session.resume(url, ONE).session(TENTH)
    assert problem(url) is None


def test_an_answer_is_noted_of_all_sessions_that_it_is_nested_in(url: str) -> None:
    session = Session.start(url, ONE)
    child = session.session(HALF)
    handle = child.session(TENTH).create(Plain())
    child.create(Plain())
    handle.send(True)
    child.close()
    answered = Ledger(url).history("main", lambda postings: [each.is_answered for each in postings])
    assert answered == [True, True, True, False]


def launch_in_a_nested_session(url: str, killer: Killer, answered: Callable[[], object]) -> None:
    """Launch within a nested session, and tell of each answer."""

    def hook(told: Event) -> None:
        # The nested session is registered as well.
        if told.name == Plain().name:
            killer.at("after registering")

    child = Session.resume(url, ONE, hook=hook).session(HALF)
    # It looks for its path once, and reading ends with a commit too.
    child.remaining()
    with failing(killer):
        while True:
            child.create(launcher(killer)).send(True)
            answered()


@pytest.mark.parametrize("point", POINTS)
def test_a_process_is_killed_at_a_point_of_a_nested_launch(url: str, point: str) -> None:
    Session.start(url, ONE).close()
    answers = answers_of_child(lambda answered: launch_in_a_nested_session(url, killer_at(point), answered))
    assert answers == NTH - 1
    assert paths(url) == [None] + ["1"] * (NTH - 1 + (POINTS.index(point) >= CHARGED_FROM))
    assert problem(url) is None
    session = Session.resume(url, ONE)
    assert session.privacy_loss().guarantee == HALF
    assert launches(session.session(HALF), TENTH) == 1
    assert problem(url) is None


def killer_at(point: str) -> Killer:
    return Killer(point, NTH, kill)


def test_a_nested_launch_is_charged_once_by_its_nonce(url: str) -> None:
    rule, outer = usual_rule(HALF), usual_rule(ONE)
    book = Ledger(url).start("main", outer)
    nested = book.nested("a", rule)
    opening = Entry(account_of(outer), "a session", HALF, "session", opens=rule)
    book.charge("a", opening, lambda kept: decided(outer, kept, HALF))
    launch = Entry(account_of(rule), "a count", TENTH)
    for _ in range(2):
        found = nested.charge("b", launch, lambda kept: decided(rule, kept, TENTH))
        assert found == nested.totals(account_of(rule)) == decided(rule, None, TENTH)
    with pytest.raises(InvalidQuery):
        book.charge("b", Entry(account_of(outer), "a count", TENTH), lambda kept: decided(outer, kept, TENTH))
    with pytest.raises(BookUnavailable, match="keeps the account of"):
        nested.charge("c", opening, lambda kept: decided(rule, kept, TENTH))
    assert paths(url) == [None, "1"]


def decided(rule: Rule, kept: Totals | None, loss: PureDP) -> Any:
    return charge(rule, rule.start if kept is None else kept, loss)


def test_a_rule_of_ones_own_is_nested_in_no_ledger_and_nothing_is_charged(url: str) -> None:
    class Mine:
        name, source, start = "mine", "nothing", Totals(())
        convert = charge = spent = remaining = staticmethod(lambda *asked: None)

        def __init__(self, budget: Any) -> None:
            self.budget = budget

    session = Session.start(url, ONE)
    asked: Any = Mine
    assert "whose decisions can be made again" in message(lambda: session.session(HALF, rule=asked), ParameterError)
    assert paths(url) == []
    assert Session(ONE).session(HALF, rule=asked).privacy_budget == HALF


def test_a_nested_session_has_a_rule_of_its_own(url: str) -> None:
    session = Session.start(url, ApproxDP(1, "1/100"))
    child = session.session(ApproxDP("1/2", "1/1000"), rule=fully_adaptive("1/10000"))
    assert launches(child, TENTH) == 1
    assert problem(url) is None


def test_sessions_are_nested_so_deep_and_no_deeper(file: Path) -> None:
    session = Session.start(file, ONE)
    for _ in range(DEEPEST):
        session = session.session(ONE)
    assert launches(session, TENTH) == 1
    assert "at most 100 deep" in message(lambda: session.session(TENTH), ParameterError)
    assert problem(file) is None


def test_a_nested_session_of_many_numbers_is_kept(url: str) -> None:
    budget = RenyiDP({order: f"{order}/{10**9 + 7}" for order in range(2, 40)})
    session = Session.start(url, budget)
    assert launches(session.session(budget), budget) == 1
    assert problem(url) is None


EDITS = {
    "UPDATE entries SET path = NULL WHERE number = 2": "it was edited",
    "UPDATE entries SET path = '9' WHERE number = 2": "it was edited",
    "UPDATE entries SET within = replace(within, '1/10', '1/100') WHERE number = 2": "it was edited",
    "UPDATE entries SET opens = NULL WHERE number = 1": "it was edited",
}
FORGED = {
    "UPDATE entries SET path = '9' WHERE number = 2": "entry 2: no entry opens the nested session '9' that it is of",
    "UPDATE entries SET opens = NULL WHERE number = 1": "entry 2: no entry opens the nested session '1'",
    "UPDATE entries SET within = replace(within, '1/10', '1/100') WHERE number = 2": "entry 2: its totals within",
    "UPDATE entries SET within = NULL WHERE number = 2": "entry 2: its totals within",
    "UPDATE entries SET path = NULL, within = NULL WHERE number = 2": "entry 2: its totals are not",
    "UPDATE entries SET asked = replace(asked, '1/10', '9/10') WHERE number = 2": "entry 2: the rule refuses",
    "UPDATE entries SET totals = replace(totals, '1/2', '1/5')": "entry 1: its totals are not what the rule counts",
}


@pytest.mark.parametrize("statement", EDITS)
def test_an_edit_of_a_nested_launch_is_noticed(file: Path, statement: str) -> None:
    child = Session.start(file, ONE).session(HALF)
    assert launches(child, TENTH, TENTH) == 2
    edit(file, statement)
    assert EDITS[statement] in str(problem(file))


@pytest.mark.parametrize("statement", FORGED)
def test_a_nested_launch_in_a_chain_that_fits_is_decided_again(file: Path, statement: str) -> None:
    child = Session.start(file, ONE).session(HALF)
    assert launches(child, TENTH, TENTH) == 2
    edit(file, statement)
    forge_chain(file)
    assert FORGED[statement] in str(problem(file))


def test_no_launch_is_decided_on_a_nested_total_that_was_edited(file: Path) -> None:
    session = Session.start(file, ONE)
    child = session.session(HALF)
    assert launches(child, PureDP("3/10")) == 1
    assert launches(session, TENTH) == 1
    edit(file, "UPDATE entries SET within = replace(within, '3/10', '1/10') WHERE number = 2")
    assert "entry 2 was edited" in message(lambda: child.create(Plain()), BookUnavailable)
    assert "entry 2 was edited" in message(child.remaining, BookUnavailable)
