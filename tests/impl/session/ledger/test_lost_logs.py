"""A session notices that what it has charged is no longer there: its log deleted, an old copy put back."""

from __future__ import annotations

import gc
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable, InsufficientBudget
from concomp.impl.session.ledger import engines
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import spending

READER = """
import sqlite3, sys
ledger = sqlite3.connect(sys.argv[1])
ledger.execute("SELECT * FROM books").fetchall()
ledger.close()
"""
"""A program that reads a ledger."""
SPENDER = """
import sys
from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.session.ledger.ledger import Ledger
print("ready", flush=True)
print(Ledger(sys.argv[1]).account("main").spend(PureDP(1), "in another process").number)
"""
"""A program that charges a ledger, and tells the number of its charge."""
BUDGET, UNIT = PureDP(4), PureDP(1)


def launch(session: Session) -> Any:
    return session.create(spending(UNIT)).send(True)


def in_a_child(work: Callable[[], object]) -> None:
    """Do something in another process."""
    child = os.fork()
    if not child:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def spend(file: Path) -> None:
    Ledger(file).account("main").spend(UNIT, "in another process")


def copy_within(source: Path, target: Path) -> None:
    """Copy a database into another, which stays the same file."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        read.backup(written)


def answered_by_new_ones(file: Path) -> int:
    """How many launches a session is admitted that begins now."""
    session, answered = Session.resume(file, BUDGET), 0
    while True:
        try:
            launch(session)
        except InsufficientBudget:
            return answered
        answered += 1


def answered_after(session: Session) -> int:
    """How many launches a session is admitted before it is refused, tried again once."""
    answered, refused = 0, 0
    while refused < 2:
        try:
            launch(session)
            answered += 1
        except (BookUnavailable, InsufficientBudget):
            refused += 1
    return answered


@pytest.mark.parametrize("ends", [("-wal",), ("-shm",), ("-wal", "-shm")])
def test_a_log_that_is_deleted_is_noticed_before_the_next_launch(file: Path, ends: tuple[str, ...]) -> None:
    session = Session.start(file, BUDGET)
    launch(session)
    for end in ends:
        Path(f"{file}{end}").unlink()
    with pytest.raises(BookUnavailable, match=r"its file or its log \(-wal, -shm\) was deleted or replaced"):
        launch(session)
    answered = 1 + answered_after(session)
    assert answered + answered_by_new_ones(file) <= 4


@pytest.mark.parametrize("copied", [("",), ("", "-wal", "-shm")])
def test_a_process_that_copies_its_ledger_and_loses_its_locks_keeps_its_log(
    file: Path, tmp_path: Path, copied: tuple[str, ...]
) -> None:
    """Whoever closes it then takes itself for the last, and would take the log away; or make its index anew."""
    session = Session.start(file, BUDGET)
    launch(session)
    log = engines._identities(file)
    for end in copied:
        shutil.copy(f"{file}{end}", tmp_path / "copy")
    # A fork would share what SQLite knows of its files.
    subprocess.run([sys.executable, "-c", READER, file], check=True)
    assert engines._identities(file) == log
    assert 1 + answered_after(session) == 4
    assert answered_by_new_ones(file) == 0


@pytest.mark.parametrize("place", [1, 2])
def test_a_ledger_that_is_opened_while_the_last_other_is_dropped_keeps_its_log(
    file: Path, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    """SQLite's locks of this process go with what is dropped, those on what is being opened too."""
    ledgers = [Ledger(file)]
    ledgers[0].start("main", usual_rule(BUDGET)).spend(UNIT, "a count")
    log = engines._identities(file)

    def drop() -> None:
        ledgers.clear()
        gc.collect()

    def opened(*arguments: Any) -> Any:
        if place == 1:
            dropped()
        connection = connect(*arguments)
        connection.execute("SELECT count(*) FROM books").fetchall()
        if place == 2:
            dropped()
        return connection

    def dropped() -> None:
        thread = threading.Thread(target=drop)
        thread.start()
        thread.join()
        subprocess.run([sys.executable, "-c", READER, file], check=True)

    connect = engines._connect
    with monkeypatch.context() as patch:
        patch.setattr(engines, "_connect", opened)
        account = Ledger(file).account("main")
    assert ledgers == []
    assert engines._identities(file) == log
    assert [account.spend(UNIT, "a count").number for _ in range(4)] == [2, 3, 4, None]
    in_a_child(lambda: spend(file))
    assert Ledger(file).verify()[0].number == 4


@pytest.mark.parametrize("others", ["leave", "stay"])
def test_a_log_that_is_taken_away_while_it_is_opened_is_not_charged_in(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: str
) -> None:
    """Another thread copies the ledger, and SQLite's locks are gone: whoever reads it then takes the log away."""
    with Ledger(file) as ledger:
        ledger.start("main", usual_rule(BUDGET)).spend(UNIT, "a count")
    stays = READER.replace("ledger.close()", 'print("ready", flush=True); sys.stdin.read()')
    readers: list[subprocess.Popen[str]] = []

    def taken_away(*files: str) -> Any:
        monkeypatch.undo()
        for each in (file, *files):
            shutil.copy(each, tmp_path / "copy")
        subprocess.run([sys.executable, "-c", READER, file], check=True)
        assert not Path(f"{file}-wal").exists()
        if others == "stay":
            pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
            readers.append(subprocess.Popen([sys.executable, "-c", stays, file], text=True, **pipes))
            assert readers[0].stdout is not None
            assert readers[0].stdout.readline() == "ready\n"
        return engines.presence(*files)

    monkeypatch.setattr(engines, "presence", taken_away)
    account = Ledger(file).account("main")
    assert account.spend(UNIT, "a count").number == 2
    in_a_child(lambda: spend(file))
    assert account.spend(UNIT, "a count").number == 4
    for each in readers:
        each.communicate("")
    assert Ledger(file).verify()[0].number == 4


def test_the_last_to_close_takes_the_log_in(file: Path) -> None:
    log = Path(f"{file}-wal")
    first = Ledger(file)
    first.start("main", usual_rule(BUDGET)).spend(UNIT, "a count")
    with Ledger(file) as second:
        second.account("main").spend(UNIT, "a count")
    assert log.exists()
    first.close()
    assert not log.exists()
    assert Ledger(file).states()[0].number == 2


def test_a_log_that_is_deleted_in_mid_charge_is_noticed_before_anything_runs(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.start(file, BUDGET)
    launch(session)
    # The last that is done in a charge.
    monkeypatch.setattr(
        "concomp.impl.session.ledger.account.note_answered", lambda *_: Path(f"{file}-wal").unlink(missing_ok=True)
    )
    with pytest.raises(BookUnavailable, match="not known whether the charge was kept"):
        launch(session)
    assert not Path(f"{file}-wal").exists()


def test_a_process_that_reads_its_logs_index_in_mid_charge_charges_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as by a copy of the folder: SQLite's lock on writing is gone then, and another process is let in."""
    session = Session.start(file, BUDGET)
    launch(session)
    others: list[subprocess.Popen[str]] = []

    def lose_locks(*_: object) -> None:
        Path(f"{file}-shm").read_bytes()
        other = subprocess.Popen([sys.executable, "-c", SPENDER, file], stdout=subprocess.PIPE, text=True)
        others.append(other)
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        time.sleep(0.5)

    # The last that is done in a charge.
    with monkeypatch.context() as patch:
        patch.setattr("concomp.impl.session.ledger.account.note_answered", lose_locks)
        launch(session)
    (other,) = others
    assert other.communicate()[0] == "3\n"
    launch(session)
    (found,) = Ledger(file).verify()
    assert (found.number, found.problem) == (4, None)


def test_an_old_copy_is_known_by_its_entries_however_many_follow(file: Path, tmp_path: Path) -> None:
    session = Session.start(file, BUDGET)
    launch(session)
    copy_within(file, tmp_path / "old.db")
    launch(session)
    copy_within(tmp_path / "old.db", file)
    in_a_child(lambda: spend(file))
    assert [each.number for each in Ledger(file).states()] == [2]
    for call in (lambda: launch(session), session.privacy_loss, session.remaining, session.describe):
        with pytest.raises(BookUnavailable, match="entry 2 of the book 'main', which was there, is gone"):
            call()


def test_what_was_only_read_is_remembered_too(file: Path, tmp_path: Path) -> None:
    ledger = Ledger(file)
    account = ledger.start("main", usual_rule(BUDGET))
    copy_within(file, tmp_path / "old.db")
    in_a_child(lambda: spend(file))
    assert account.remaining().guarantee == PureDP(3)
    copy_within(tmp_path / "old.db", file)
    for call in (account.remaining, lambda: account.would_accept(UNIT), lambda: ledger.spend({"main": UNIT}, "both")):
        with pytest.raises(BookUnavailable, match="entry 1 of the book 'main', which was there, is gone"):
            call()
