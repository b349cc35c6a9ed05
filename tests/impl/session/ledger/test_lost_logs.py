"""A session notices that what it has charged is no longer there: its log deleted, an old copy put back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable, InsufficientBudget
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


def test_a_process_that_copies_its_ledger_and_loses_its_locks_spends_nothing_twice(file: Path, tmp_path: Path) -> None:
    session = Session.start(file, BUDGET)
    launch(session)
    shutil.copy(file, tmp_path / "copy.db")
    # The last one, as it seems: it deletes the log. A fork would share what SQLite knows of its files.
    subprocess.run([sys.executable, "-c", READER, file], check=True)
    assert not Path(f"{file}-wal").exists()
    answered = 1 + answered_after(session)
    assert answered + answered_by_new_ones(file) == 4


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
