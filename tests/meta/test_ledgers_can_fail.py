"""The tests of ledgers notice what would spend a budget twice, or lose a charge."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.written import write_loss
from concomp.impl.session.book import Decide, Entry
from concomp.impl.session.charge import Charge, Receipt
from concomp.impl.session.errors import SessionError
from concomp.impl.session.handle import Handle
from concomp.impl.session.ledger import (
    account,
    chain,
    charging,
    engines,
    heads,
    ledger,
    statements,
    transactions,
    verification,
)
from concomp.impl.session.ledger.memory import NOTHING, Memory, Seen
from concomp.impl.session.ledger.nested import NestedAccount
from concomp.impl.session.ledger.statements import Row, Rows
from concomp.impl.session.session import Session
from tests.impl.session.ledger import test_accounts as of_accounts
from tests.impl.session.ledger import test_crashes as of_crashes
from tests.impl.session.ledger import test_forks as of_forks
from tests.impl.session.ledger import test_lost_logs as of_logs
from tests.impl.session.ledger import test_nested_sessions as of_nested
from tests.impl.session.ledger import test_races as of_races
from tests.impl.session.ledger.postgres import postgres

Patch = pytest.MonkeyPatch
Claim = Callable[[Path], None]


def charge_after_run(patch: Patch) -> None:
    """A launch is charged when it has answered."""
    charged, exchanged = Session._charge, Handle._exchange
    waiting: dict[int, tuple[Session, Charge, str]] = {}

    def charge(self: Session, asked: Charge, nonce: str) -> Receipt:
        waiting[len(waiting) + 1] = (self, asked, nonce)
        return Receipt(len(waiting), lambda: None)

    def exchange(self: Handle, message: object) -> Any:
        answer = exchanged(self, message)
        charged(*waiting[self.number])
        return answer

    patch.setattr(Session, "_charge", charge)
    patch.setattr(Handle, "_exchange", exchange)


def totals_from_memory(patch: Patch) -> None:
    """A process decides on what it has charged itself."""
    known: dict[str, Totals] = {}
    charged = charging.charge_head

    def charge(rows: Rows, head: heads.Head, nonce: str, entry: Entry, decide: Decide) -> Any:
        name = head.row["name"]
        found = charged(rows, head, nonce, entry, lambda kept: decide(known.get(name)))
        if not isinstance(found, Refusal):
            known[name] = found.totals
        return found

    patch.setattr(account, "charge_head", charge)


def commit_not_awaited(patch: Patch) -> None:
    """What was written is committed a little later."""

    def commit_later(rows: Rows) -> None:
        kept.append(rows._connection.driver_connection)
        rows._connection.detach()
        threading.Timer(0.5, kept[-1].commit).start()

    kept: list[Any] = []
    patch.setattr(transactions, "commit", commit_later)


def nonce_not_looked_for(patch: Patch) -> None:
    """A transaction that is begun again charges again."""

    def append(rows: Rows, head: heads.Head, nonce: str, entry: Entry, totals: Totals) -> Seen:
        return heads.append(rows, head, f"{nonce} at {head.row['number']}", entry, totals)

    patch.setattr(charging, "append", append)


def head_not_locked(patch: Patch) -> None:
    """Others may charge between reading and writing."""
    patch.setattr(engines, "LOCKING", "BEGIN")
    patch.setattr(transactions, "alone", lambda file, longest: nullcontext())


def row_not_locked(patch: Patch) -> None:
    """The same in PostgreSQL, where it is the row of the head that is locked."""
    patch.setattr(heads, "LOCKED", heads.NAMED)


def log_not_looked_at(patch: Patch) -> None:
    """A session goes on in a log that was deleted."""
    for module in (engines, transactions):
        patch.setattr(module, "demand_same_files", lambda connection: None)


def folder_not_locked(patch: Patch) -> None:
    """Nothing keeps others from charging but SQLite's own locks."""
    patch.setattr(transactions, "alone", lambda file, longest: nullcontext())


def forked_and_goes_on(patch: Patch) -> None:
    """A process that was forked in mid-charge goes on as its parent does."""
    for module in (account, ledger, statements, transactions):
        patch.setattr(module, "is_elsewhere", lambda process, what="": None)


def written_and_not_read(patch: Patch) -> None:
    """A loss is charged that nobody can read again."""
    for module in (account, heads, ledger):
        patch.setattr(module, "loss_text", lambda loss: chain.write(write_loss(loss)))


def nothing_remembered(patch: Patch) -> None:
    """A process does not ask whether what it has seen is still there."""
    patch.setattr(Memory, "of", lambda self, book: NOTHING)


def remembered_by_number(patch: Patch) -> None:
    """An entry is known again by its number alone."""

    def demand(name: str, entries: Sequence[Row], seen: Seen) -> None:
        demanded(name, [each | {"hash": seen.hash} for each in entries], seen)

    demanded = heads._demand_seen
    patch.setattr(heads, "_demand_seen", demand)


def nested_in_memory(patch: Patch) -> None:
    """What a nested session launches is kept by its process alone."""
    patch.setattr(NestedAccount, "charge", lambda self, nonce, entry, decide: decide(None))


def nested_on_the_books_totals(patch: Patch) -> None:
    """A nested launch is decided on what the whole book has spent."""
    patch.setattr(charging, "totals_at", lambda rows, head, path: head.totals)


def nested_to_no_end(patch: Patch) -> None:
    """Nobody counts what a nested session has spent."""
    patch.setattr(charging, "totals_at", lambda rows, head, path: None if path else head.totals)


def nesting_in_no_hash(patch: Patch) -> None:
    """The chain says nothing of nested sessions."""
    patch.setattr(chain, "OF_NESTED", ())


def nested_not_decided_again(patch: Patch) -> None:
    """Whoever verifies makes the book's own decisions again, and no others."""

    def problem(self: verification.Accounts, entry: Row) -> str | None:
        return decided_again(self, entry) if entry["path"] is None else None

    decided_again = verification.Accounts.problem
    patch.setattr(verification.Accounts, "problem", problem)


def nested_and_killed(folder: Path) -> None:
    of_nested.test_a_process_is_killed_at_a_point_of_a_nested_launch(str(folder / "budget.db"), "before returning")


def nested_and_listed(folder: Path) -> None:
    of_nested.test_history_shows_which_session_launched_what(str(folder / "budget.db"))


def nested_and_edited(folder: Path) -> None:
    edit = next(iter(of_nested.EDITS))
    of_nested.test_an_edit_of_a_nested_launch_is_noticed(folder / "budget.db", edit)


def nested_and_forged(folder: Path) -> None:
    edit = next(each for each in of_nested.FORGED if "9/10" in each)
    of_nested.test_a_nested_launch_in_a_chain_that_fits_is_decided_again(folder / "budget.db", edit)


def killed_before_returning(folder: Path) -> None:
    of_crashes.test_a_process_is_killed_at_a_point(str(folder / "budget.db"), "before returning")


def killed_after_running(folder: Path) -> None:
    of_crashes.test_a_process_is_killed_at_a_point(str(folder / "budget.db"), "after running")


def request_sent_again(folder: Path) -> None:
    of_accounts.test_a_request_is_charged_once(str(folder / "budget.db"))


def log_lost_in_mid_charge(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_logs.test_a_log_that_is_deleted_in_mid_charge_is_noticed_before_anything_runs(folder / "budget.db", patch)


def forked_in_mid_charge(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_forks.test_a_process_that_is_forked_in_mid_charge_is_told_so(str(folder / "budget.db"), patch)


def long_loss(folder: Path) -> None:
    of_accounts.test_a_loss_that_could_not_be_read_again_is_not_charged(folder / "budget.db")


def log_index_read_in_mid_charge(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        of_logs.test_a_process_that_reads_its_logs_index_in_mid_charge_charges_alone(folder / "budget.db", patch)


def old_copy(folder: Path) -> None:
    of_logs.test_an_old_copy_is_known_by_its_entries_however_many_follow(folder / "budget.db", folder)


def eight_processes(folder: Path) -> None:
    of_races.test_eight_processes_spend_the_budget_once(str(folder / "budget.db"))


BREAKAGES: list[tuple[Callable[[Patch], None], Claim]] = [
    (charge_after_run, killed_after_running),
    (totals_from_memory, eight_processes),
    (commit_not_awaited, killed_before_returning),
    (nonce_not_looked_for, request_sent_again),
    (head_not_locked, eight_processes),
    (forked_and_goes_on, forked_in_mid_charge),
    (written_and_not_read, long_loss),
    (log_not_looked_at, log_lost_in_mid_charge),
    (folder_not_locked, log_index_read_in_mid_charge),
    (nothing_remembered, old_copy),
    (remembered_by_number, old_copy),
    (nested_in_memory, nested_and_killed),
    (nested_on_the_books_totals, nested_and_listed),
    (nested_to_no_end, nested_and_listed),
    (nesting_in_no_hash, nested_and_edited),
    (nested_not_decided_again, nested_and_forged),
]


ON_A_SERVER: list[tuple[Callable[[Patch], None], Callable[[str], None]]] = [
    (charge_after_run, lambda url: of_crashes.test_a_process_is_killed_at_a_point(url, "after running")),
    (totals_from_memory, of_races.test_eight_processes_spend_the_budget_once),
    (commit_not_awaited, lambda url: of_crashes.test_a_process_is_killed_at_a_point(url, "before returning")),
    (nonce_not_looked_for, of_accounts.test_a_request_is_charged_once),
    (row_not_locked, of_races.test_eight_processes_spend_the_budget_once),
]


@pytest.mark.full
@pytest.mark.parametrize(("breakage", "claim"), ON_A_SERVER, ids=[each.__name__ for each, _ in ON_A_SERVER])
def test_a_breakage_is_noticed_on_a_server(
    breakage: Callable[[Patch], None], claim: Callable[[str], None], monkeypatch: Patch
) -> None:
    with postgres() as server:
        breakage(monkeypatch)
        with pytest.raises((AssertionError, SessionError)):
            claim(server.url)


@pytest.mark.parametrize("claim", {claim.__name__: claim for _, claim in BREAKAGES}.values())
def test_the_claim_holds(claim: Claim, tmp_path: Path) -> None:
    claim(tmp_path)


@pytest.mark.parametrize(("breakage", "claim"), BREAKAGES)
def test_a_breakage_is_noticed(
    breakage: Callable[[Patch], None], claim: Claim, tmp_path: Path, monkeypatch: Patch
) -> None:
    breakage(monkeypatch)
    # A breakage may end in a wrong number or in a refusal: either is noticed.
    with pytest.raises((AssertionError, SessionError, pytest.fail.Exception)):
        claim(tmp_path)
