"""What is changed behind the back of a ledger is noticed, at the next charge or when it is verified."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from tests.impl.session.launching import message
from tests.impl.session.mechanisms import TENTH, Plain, answering

BUDGET = PureDP(1)


@pytest.fixture
def ledger(file: Path) -> Ledger:
    """A ledger with one book of four charges."""
    ledger = Ledger(file)
    account = ledger.start("main", usual_rule(BUDGET))
    for number in range(4):
        account.spend(TENTH, f"count {number}")
    return ledger


def edit(file: Path, *statements: str) -> None:
    """Run statements on the file as somebody with a shell would."""
    connection = sqlite3.connect(file)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


EDITS = {
    "a label": ["UPDATE entries SET label = 'nothing' WHERE number = 2"],
    "a loss": ["UPDATE entries SET asked = replace(asked, '1/10', '1/100') WHERE number = 2"],
    "totals": ["UPDATE entries SET totals = replace(totals, '1/5', '1/50') WHERE number = 2"],
    "a time": ["UPDATE entries SET time = '2020-01-01' WHERE number = 3"],
    "a row deleted": ["DELETE FROM entries WHERE number = 2"],
    "a row deleted, the others moved": [
        "DELETE FROM entries WHERE number = 2",
        "UPDATE entries SET number = number - 1 WHERE number > 2",
        "UPDATE books SET number = 3",
    ],
    "a row inserted": [
        "INSERT INTO entries SELECT book, 5, 'x', kind, label, asked, totals, evidence, time, previous, hash, "
        "path, opens, within FROM entries WHERE number = 4"
    ],
    "rows swapped": [
        "UPDATE entries SET number = 9 WHERE number = 2",
        "UPDATE entries SET number = 2 WHERE number = 3",
    ],
    "the budget": ["UPDATE books SET budget = replace(budget, '\"1\"', '\"9\"')"],
    "the rule": ["UPDATE books SET rule = 'pure'"],
    "the head's totals": ["UPDATE books SET totals = replace(totals, '2/5', '1/50')"],
    "the head's number": ["UPDATE books SET number = 3"],
    "the head's hash": ["UPDATE books SET head = 'f'"],
    "the last row cut off": ["DELETE FROM entries WHERE number = 4"],
    "a hash that fits an edit": ["UPDATE entries SET label = 'nothing', hash = 'f' WHERE number = 4"],
}


@pytest.mark.parametrize("statements", EDITS.values(), ids=EDITS)
def test_an_edit_is_noticed(ledger: Ledger, file: Path, statements: list[str]) -> None:
    edit(file, *statements)
    (found,) = ledger.verify()
    assert found.problem is not None


@pytest.mark.parametrize("what", ["the head's totals", "the head's number", "the head's hash", "the last row cut off"])
def test_nothing_is_charged_on_a_head_that_is_not_true(ledger: Ledger, file: Path, what: str) -> None:
    edit(file, *EDITS[what])
    refused = message(lambda: Session.resume(file, BUDGET).create(Plain()), BookUnavailable)
    assert "not known whether the charge was kept" in refused
    assert "see `concomp ledger verify`" in refused


ODD = ["''", "'{'", "'[[[['", "x'ff00'", "1e400", "'" + "[" * 100_000 + "'", "NULL"]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_whatever_is_written_into_a_row_is_an_error_in_words(ledger: Ledger, file: Path, odd: str) -> None:
    columns = [
        *(("books", each) for each in ("measure", "rule", "budget", "schema", "time", "number", "totals", "head")),
        *(("entries", each) for each in ("nonce", "kind", "label", "asked", "totals", "time", "previous", "hash")),
    ]
    for table, column in columns:
        with sqlite3.connect(file) as connection:
            try:
                connection.execute(f"UPDATE {table} SET {column} = {odd}")
            except sqlite3.IntegrityError:
                continue
            connection.commit()
        try:
            (found,) = ledger.verify()
        except BookUnavailable as error:
            problem: str | None = str(error)
        else:
            problem = found.problem
        assert problem is not None, (table, column)
        for call in (ledger.states, lambda ledger=ledger: ledger.account("main").spend(TENTH, "one more")):
            with suppress(BookUnavailable):
                call()
        with suppress(BookUnavailable):
            ledger.history("main", list)
        with sqlite3.connect(file) as connection:
            connection.execute("DELETE FROM entries")
            connection.execute("DELETE FROM books")
            connection.commit()
        ledger.close()
        # Another one: this one remembers what was there.
        ledger = Ledger(file)
        again = ledger.start("main", usual_rule(BUDGET))
        for number in range(2):
            again.spend(TENTH, f"count {number}")


@pytest.mark.parametrize("column", ["time", "label", "nonce", "path", "hash", "kind"])
def test_bytes_in_place_of_text_are_an_error_in_words(ledger: Ledger, file: Path, column: str) -> None:
    edit(file, f"UPDATE entries SET {column} = x'ff00' WHERE number = 2")
    refused = message(lambda: ledger.history("main", list), BookUnavailable)
    assert f"the column {column} of the table entries was edited" in refused


def test_bytes_in_place_of_a_name_are_an_error_in_words(ledger: Ledger, file: Path) -> None:
    edit(file, "UPDATE books SET name = x'ff'")
    for call in (ledger.states, ledger.verify):
        assert "the column name of the table books was edited" in message(call, BookUnavailable)


@pytest.mark.parametrize("what", ["the budget", "the rule"])
def test_nothing_is_charged_by_a_rule_that_was_edited(ledger: Ledger, file: Path, what: str) -> None:
    edit(file, *EDITS[what])
    with pytest.raises(BookUnavailable):
        ledger.account("main").spend(TENTH, "one more")


def test_many_answers_are_noted_at_once(ledger: Ledger) -> None:
    account = ledger.account("main")
    for number in range(40_000):
        account.answered(str(number))
    account.flush()


def cut_off(file: Path) -> None:
    """Cut the last entry off, and write a head that fits."""
    edit(
        file,
        "DELETE FROM entries WHERE number = 4",
        "UPDATE books SET number = 3, totals = (SELECT totals FROM entries WHERE number = 3), "
        "head = (SELECT hash FROM entries WHERE number = 3)",
    )


def test_a_cut_or_an_old_copy_agrees_with_itself_and_not_with_a_head_kept_elsewhere(ledger: Ledger, file: Path) -> None:
    ((*_, head),) = [(state.name, state.head) for state in ledger.states()]
    ledger.close()
    copy = file.with_name("copy.db")
    shutil.copy(file, copy)
    cut_off(file)
    assert Ledger(file).verify()[0].problem is None
    assert "cut off" in str(Ledger(file).verify("main", head)[0].problem)
    Ledger(copy).account("main").spend(TENTH, "one more")
    assert Ledger(copy).verify("main", head)[0].problem is None


def test_a_decision_that_the_rule_would_refuse_is_noticed(file: Path) -> None:
    """Somebody who writes a chain that fits writes losses beyond the budget."""
    account = Ledger(file).start("main", usual_rule(PureDP(9)))
    for _ in range(3):
        account.spend(BUDGET, "a count")
    edit(file, "UPDATE books SET budget = replace(budget, '\"9\"', '\"2\"')")
    forge_chain(file)
    assert "entry 3: the rule refuses PureDP(epsilon=1)" in str(Ledger(file).verify()[0].problem)


def forge_chain(file: Path) -> None:
    """Make all hashes fit what is there."""
    from concomp.impl.session.ledger.chain import entry_hash, founding_hash

    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    (book,) = connection.execute("SELECT * FROM books").fetchall()
    previous = founding_hash(dict(book))
    for row in connection.execute("SELECT * FROM entries ORDER BY number").fetchall():
        entry = {**dict(row), "previous": previous}
        previous = entry_hash(entry)
        linked = (entry["previous"], previous, entry["number"])
        connection.execute("UPDATE entries SET previous = ?, hash = ? WHERE number = ?", linked)
    connection.execute("UPDATE books SET head = ?", (previous,))
    connection.commit()
    connection.close()


def test_the_clock_decides_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("concomp.impl.session.ledger.heads.now", lambda: "1970-01-01T00:00:00.000+00:00")
    assert ledger.account("main").spend(TENTH, "long ago").number == 5
    assert ledger.verify()[0].problem is None
    assert ledger.history("main", lambda postings: [each.number for each in postings]) == [1, 2, 3, 4, 5]


def test_no_record_and_no_answer_is_in_any_byte(file: Path) -> None:
    planted = 987654321987654321
    session = Session.start(file, BUDGET)
    handle = session.create(answering(lambda bit: planted, answers=range(10**18)))
    assert handle.send(True) == planted
    session.create(Plain())
    session.close()
    shown = Ledger(file).history("main", lambda postings: json.dumps([repr(each) for each in postings]))
    kept = b"".join(each.read_bytes() for each in file.parent.iterdir())
    assert str(planted) not in shown
    for width in (str(planted).encode(), planted.to_bytes(8, "big"), planted.to_bytes(8, "little")):
        assert width not in kept


def test_a_deleted_file_does_not_refill_the_budget(ledger: Ledger, file: Path) -> None:
    ledger.close()
    for each in file.parent.iterdir():
        each.unlink()
    assert "cannot be opened" in message(lambda: Session.resume(file, BUDGET), BookUnavailable)
    assert not file.exists()


def test_a_session_in_use_does_not_charge_a_file_that_was_deleted(file: Path) -> None:
    session = Session.start(file, BUDGET)
    session.create(Plain())
    for each in file.parent.iterdir():
        each.unlink()
    for _ in range(2):
        assert "deleted" in message(lambda: session.create(Plain()), BookUnavailable).replace("opened", "deleted")
    assert list(file.parent.iterdir()) == []


def test_a_session_in_use_notices_that_an_old_copy_was_put_back(file: Path) -> None:
    session = Session.start(file, BUDGET)
    ledger = Ledger(file)
    ledger.account("main").spend(TENTH, "before the copy")
    ledger.close()
    with sqlite3.connect(file) as kept, sqlite3.connect(file.with_name("copy")) as copy:
        kept.backup(copy)
    session.create(Plain())
    os.replace(file.with_name("copy"), file)
    for log in file.parent.glob("*.db-*"):
        log.unlink()
    assert "replaced while it was in use" in message(lambda: session.create(Plain()), BookUnavailable)
    assert "an old copy was put back" in message(lambda: session.create(Plain()), BookUnavailable)


def test_a_file_of_two_names_is_refused(ledger: Ledger, file: Path) -> None:
    ledger.close()
    os.link(file, file.with_name("other.db"))
    for each in (file, file.with_name("other.db")):
        assert "a hard link" in message(lambda each=each: Ledger(each).states(), BookUnavailable)


def test_a_newer_book_is_refused(ledger: Ledger, file: Path) -> None:
    edit(file, "UPDATE books SET schema = 3")
    for call in (lambda: ledger.states(), lambda: ledger.account("main"), lambda: ledger.verify()):
        assert "use a newer concomp" in message(call, BookUnavailable)


def test_a_full_disk_charges_nothing(file: Path) -> None:
    ledger = Ledger(file)
    account = ledger.start("main", usual_rule(PureDP(100)))
    with ledger._database.engine.connect() as connection:
        ((pages,),) = connection.exec_driver_sql("PRAGMA page_count").fetchall()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    spent = []

    def fill() -> None:
        while len(spent) < 10_000:
            spent.append(account.spend(TENTH, "x" * 400))

    assert "full" in message(fill, BookUnavailable)
    assert ledger.states()[0].number == len(spent)
    assert ledger.verify()[0].problem is None


def test_a_file_that_may_not_grow_charges_nothing(ledger: Ledger, file: Path) -> None:
    account = ledger.account("main")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.stat(f"{file}-wal").st_size + 5000, hard))
    try:
        assert "disk I/O error" in message(lambda: account.spend(TENTH, "x"), BookUnavailable)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert account.spend(TENTH, "x").number == 5
    assert Ledger(file).verify()[0].problem is None


def test_a_file_that_is_read_only_charges_nothing(ledger: Ledger, file: Path) -> None:
    with ledger._database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    assert "readonly" in message(lambda: ledger.account("main").spend(TENTH, "x"), BookUnavailable)
    assert ledger.verify()[0].number == 4


def test_a_lock_beyond_the_time_out_charges_nothing(
    ledger: Ledger, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.close()
    monkeypatch.setattr("concomp.impl.session.ledger.engines.BUSY", 0.01)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    account = Ledger(file).account("main")
    assert "locked" in message(lambda: account.spend(TENTH, "x"), BookUnavailable)
    holder.rollback()
    assert account.spend(TENTH, "x").number == 5


def test_a_corrupted_page_is_said(ledger: Ledger, file: Path) -> None:
    ledger.close()
    kept = bytearray(file.read_bytes())
    kept[4096:] = b"\xff" * (len(kept) - 4096)
    file.write_bytes(kept)
    assert "malformed" in message(lambda: Ledger(file).verify(), BookUnavailable)


def test_what_is_no_database_is_said(file: Path) -> None:
    file.write_text("budget: 1\n" * 200)
    assert "not a database" in message(lambda: Ledger(file).states(), BookUnavailable)


def test_a_file_without_a_log_ahead_is_refused(ledger: Ledger, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger.close()
    connect = sqlite3.connect

    def without_shared_memory(place: str, **settings: object) -> sqlite3.Connection:
        return connect(f"{place}&vfs=unix-dotfile", **settings)  # type: ignore[call-overload, no-any-return]

    edit(file, "PRAGMA journal_mode = DELETE")
    monkeypatch.setattr("concomp.impl.session.ledger.engines.sqlite3.connect", without_shared_memory)
    account = Ledger(file).account("main")
    assert "keep it on a local disk" in message(lambda: account.spend(TENTH, "one more"), BookUnavailable)
