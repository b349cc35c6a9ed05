"""A process that forks in the midst of a charge, or a signal handler that runs there: nothing is answered twice."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.rule import Refusal, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.book import Entry, account_of
from concomp.impl.session.errors import Reentrant, WrongProcess
from concomp.impl.session.ledger import locks, transactions
from concomp.impl.session.ledger.account import Account, Decision
from concomp.impl.session.ledger.charging import Charged
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.statements import Rows
from concomp.impl.session.session import Session
from tests.impl.session.ledger.crashes import kill
from tests.impl.session.mechanisms import TENTH, Plain, answering

BUDGET = PureDP(1)


@contextmanager
def before_commit(patch: pytest.MonkeyPatch, handler: Callable[[], object]) -> Iterator[None]:
    """A signal comes once in each charge, when it is about to be kept."""

    def interrupted(rows: Rows) -> None:
        os.kill(os.getpid(), signal.SIGUSR1)
        committed(rows)

    committed = transactions.commit
    before = signal.signal(signal.SIGUSR1, lambda *_: handler())
    with patch.context() as here:
        here.setattr(transactions, "commit", interrupted)
        yield
    signal.signal(signal.SIGUSR1, before)


@contextmanager
def a_child_is_told(children: list[int]) -> Iterator[None]:
    """Of the two that come of a fork in the midst, the child is told WrongProcess, and ends; the parent goes on.

    children: what the fork is noted in, 0 in the child.
    """
    try:
        yield
    except WrongProcess:
        if 0 in children:
            os._exit(7)
        raise
    finally:
        if 0 in children:
            os._exit(1)
    (child,) = children
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_a_process_that_is_forked_in_mid_charge_is_told_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    account = Ledger(url).start("main", usual_rule(BUDGET))
    account.spend(TENTH, "before")
    children: list[int] = []
    with before_commit(monkeypatch, lambda: children.append(os.fork())), a_child_is_told(children):
        number = account.spend(TENTH, "a count").number
    assert number == 2
    assert account.spend(TENTH, "after").number == 3
    (found,) = Ledger(url).verify()
    assert (found.number, found.problem) == (3, None)


@pytest.mark.parametrize("spend", ["of one book", "of several"])
def test_a_process_that_is_forked_while_its_decision_is_read_is_told_so(
    file: Path, monkeypatch: pytest.MonkeyPatch, spend: str
) -> None:
    ledger = Ledger(str(file))
    account, children = ledger.start("main", usual_rule(BUDGET)), list[int]()

    def forked(self: Account, charged: Charged | Refusal) -> Decision:
        children.append(os.fork())
        return decided(self, charged)

    decided = Account.decision
    monkeypatch.setattr(Account, "decision", forked)
    with a_child_is_told(children):
        if spend == "of one book":
            account.spend(TENTH, "a count")
        else:
            ledger.spend({"main": TENTH}, "a count")


def test_a_lock_does_not_outlive_its_process_in_a_fork(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as in a worker of `multiprocessing`, whose parent is killed in mid-charge."""
    Ledger(url).start("main", usual_rule(BUDGET)).spend(TENTH, "before")
    told, telling = os.pipe()

    def fork_and_die() -> None:
        worker = os.fork()
        if not worker:
            time.sleep(60)
            os._exit(0)
        os.write(telling, b"%d" % worker)
        kill()

    if not os.fork():
        with suppress(BaseException), before_commit(monkeypatch, fork_and_die):
            Ledger(url).account("main").spend(TENTH, "in mid-charge")
        os._exit(1)
    os.wait()
    start = time.monotonic()
    Ledger(url).account("main").spend(TENTH, "after")
    os.kill(int(os.read(told, 20)), signal.SIGKILL)
    assert time.monotonic() - start < 5
    assert Ledger(url).states()[0].number == 2


def test_a_charge_that_is_stopped_midway_does_not_keep_the_book(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = pytest.importorskip("concomp.impl.session.ledger.batches")
    monkeypatch.setattr(batches, "LONGEST_IDLE", 50)
    account = Ledger(fresh_database).start("main", usual_rule(BUDGET))
    pauses = [0.3, 0.0]

    def decide(kept: Totals | None) -> Totals | Refusal:
        time.sleep(pauses.pop(0))
        return charge(account.rule, kept or account.rule.start, TENTH)

    account.charge("n", Entry(account_of(account.rule), "a count", TENTH), decide)
    assert pauses == []
    assert Ledger(fresh_database).states()[0].number == 1


def test_a_handler_that_charges_in_mid_charge_is_refused_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    account = Ledger(url).start("main", usual_rule(BUDGET))
    calls = (
        lambda: account.spend(TENTH, "in a handler"),
        account.remaining,
        Ledger(url).account("main").remaining,
        lambda: Ledger(url).states(),
    )
    start, refused = time.monotonic(), []
    for call in calls:

        def handler(call: Callable[[], object] = call) -> None:
            with pytest.raises(Reentrant, match="a signal handler or a finaliser"):
                call()
            refused.append(call)

        with before_commit(monkeypatch, handler):
            assert account.spend(TENTH, "a count").is_accepted
    assert refused == [*calls]
    assert time.monotonic() - start < 8
    assert Ledger(url).states()[0].number == len(calls)


def test_a_handler_may_close_a_session_in_mid_charge(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(url, BUDGET)
    session.create(Plain()).send(True)
    account = Ledger(url).account("main")
    start = time.monotonic()
    with before_commit(monkeypatch, session.close):
        assert account.spend(TENTH, "a count").number == 2
    assert time.monotonic() - start < 5


def test_a_handler_may_open_another_ledger_while_one_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is of another folder, and nobody has it: whoever waited for its own thread would wait for ever."""
    for name in "ab":
        (tmp_path / name).mkdir()
        with Ledger(tmp_path / name / "budget.db") as ledger:
            ledger.start("main", usual_rule(BUDGET))
    found: list[int] = []

    def noted(database: str, index: str) -> locks.Presence | None:
        if found == []:
            found.append(0)
            found[0] = Ledger(tmp_path / "b" / "budget.db").account("main").spend(TENTH, "a count").number or 0
        return present(database, index)

    child = os.fork()
    if not child:
        # A process that waits for ever ends by it.
        signal.alarm(10)
        present = locks.present
        monkeypatch.setattr(locks, "present", noted)
        with suppress(BaseException):
            Ledger(tmp_path / "a" / "budget.db").account("main").spend(TENTH, "a count")
            os._exit(found[0])
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1


def test_a_process_that_is_forked_while_an_answer_is_computed_gives_none(file: Path) -> None:
    children: list[int] = []

    def respond(bit: object) -> int:
        children.append(os.fork())
        return os.getpid()

    session = Session.start(file, BUDGET)
    handle = session.create(answering(respond, answers=range(10**9)))
    with a_child_is_told(children):
        answer = handle.send(True)
    assert answer == os.getpid()
