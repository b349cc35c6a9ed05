"""Whoever reads a ledger changes no byte of it, reads it where nothing can be written, and leaves nothing open."""

from __future__ import annotations

import gc
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable, SessionError
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from tests.impl.session.launching import message
from tests.impl.session.ledger.test_settings import run
from tests.impl.session.mechanisms import TENTH, Plain

BUDGET, NOBODY = PureDP(1), 65534
READERS: dict[str, Callable[[Ledger], object]] = {
    "states": Ledger.states,
    "verify": Ledger.verify,
    "names": Ledger.names,
    "history": lambda ledger: ledger.history("main", list),
    "account": lambda ledger: ledger.account("main").privacy_loss(),
}


def begin(file: Path, charges: int = 1) -> None:
    """A ledger with a book, which is closed."""
    with Ledger(file) as ledger:
        account = ledger.start("main", usual_rule(BUDGET))
        for _ in range(charges):
            account.spend(TENTH, "a count")


def without_log(file: Path, copy: Path) -> None:
    """A copy of a ledger that keeps no log, as SQLite makes it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", [str(copy)])


def kept(folder: Path) -> dict[str, bytes]:
    """Every byte of the files in a folder."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_whoever_reads_another_programs_file_changes_nothing(file: Path, read: Callable[[Ledger], object]) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE another (x)")
        connection.commit()
    before = kept(file.parent)
    assert "there is no ledger in it" in message(lambda: read(Ledger(file)), BookUnavailable)
    assert kept(file.parent) == before


def test_a_copy_without_a_log_is_read_as_it_is_and_keeps_one_when_it_is_charged(file: Path, tmp_path: Path) -> None:
    begin(file)
    copy = tmp_path / "copies" / "budget.db"
    copy.parent.mkdir()
    without_log(file, copy)
    before = kept(copy.parent)
    readers = [Ledger(copy), Ledger(copy)]
    for read in READERS.values():
        for each in readers:
            read(each)
    assert kept(copy.parent) == before
    account = Ledger(copy).account("main")
    assert account.spend(TENTH, "a count").number == 2
    assert (copy.parent / "budget.db-wal").exists()
    # Those who have it open from before go on, and notice what others take away.
    assert [each.states()[0].number for each in readers] == [2, 2]
    assert readers[0].account("main").spend(TENTH, "a count").number == 3
    (copy.parent / "budget.db-wal").unlink()
    for call in (readers[0].states, account.privacy_loss):
        assert "was deleted or replaced" in message(call, BookUnavailable)


@contextmanager
def readable() -> Iterator[Path]:
    """A folder that everybody can read."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture
def public() -> Iterator[Path]:
    with readable() as folder:
        yield folder


def as_a_stranger(folder: Path, call: Callable[[], object]) -> str:
    """What a call comes to, or says, in a process that can write nothing in a folder."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            folder.chmod(0o555)
            if os.getuid() == 0:
                os.setresuid(NOBODY, NOBODY, NOBODY)
            os.write(writing, repr(call()).encode())
        except SessionError as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    folder.chmod(0o755)
    with os.fdopen(reading, "rb") as pipe:
        return pipe.read().decode()


def test_a_ledger_is_verified_where_nothing_can_be_written(public: Path) -> None:
    file = public / "budget.db"
    begin(file, 2)
    os.chmod(file, 0o444)
    before = kept(public)
    assert "number=2" in as_a_stranger(public, lambda: Ledger(file).states()[0])
    assert "problem=None" in as_a_stranger(public, lambda: Ledger(file).verify())
    refused = as_a_stranger(public, lambda: Ledger(file).account("main").spend(TENTH, "a count"))
    assert "attempt to write a readonly database: copy it into a folder that can be written" in refused
    assert kept(public) == before


def test_a_log_that_cannot_be_read_is_not_left_out(public: Path, file: Path) -> None:
    """What was charged last is in it: a process was killed, and its files lie where nothing can be written."""
    ledger = Ledger(file)
    ledger.start("main", usual_rule(BUDGET)).spend(TENTH, "a count")
    for end in ("", "-wal"):
        shutil.copy(f"{file}{end}", public / f"budget.db{end}")
    said = as_a_stranger(public, lambda: Ledger(public / "budget.db").states())
    assert "its log (-wal) cannot be read where nothing can be written: copy both" in said
    ledger.close()


def test_what_others_write_is_seen_where_nothing_can_be_written(public: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root is another user than the one who can write nothing")
    file = public / "budget.db"
    begin(file)

    def twice() -> list[int]:
        ledger = Ledger(file)
        first = ledger.states()[0].number
        os.write(telling, b".")
        os.read(told, 1)
        return [first, ledger.states()[0].number]

    # What the stranger tells, and is told.
    heard, telling = os.pipe()
    told, answer = os.pipe()
    writer = os.fork()
    if not writer:
        try:
            os.read(heard, 1)
            with Ledger(file) as ledger:
                ledger.account("main").spend(TENTH, "a count")
        finally:
            os.write(answer, b".")
            os._exit(0)
    os.chmod(file, 0o644)
    assert as_a_stranger(public, twice) == "[1, 2]"
    os.waitpid(writer, 0)


def opened_by_this_process(file: Path) -> list[str]:
    """The files of a ledger that this process has open."""
    found = []
    for each in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{each}"))
        except OSError:
            continue
    return [each for each in found if each.startswith(str(file))]


def connections(url: str) -> int:
    """How many connections to a ledger there are, but for that which asks."""
    if "://" not in url:
        return len(opened_by_this_process(Path(url)))
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return int(run(url, asked)[0])


def test_a_ledger_that_nobody_refers_to_leaves_nothing_open(url: str) -> None:
    """At once: a server has few connections, and what is collected is collected at any time."""
    gc.disable()
    try:
        account = Ledger(url).start("main", usual_rule(BUDGET))
        account.spend(TENTH, "a count")
        session = Session.resume(url, BUDGET)
        session.session(TENTH).create(Plain()).send(True)
        assert connections(url) > 0
        del account, session
        for read in READERS.values():
            read(Ledger(url))
        # A server notices a little later.
        end = time.monotonic() + 5 * ("://" in url)
        while connections(url) and time.monotonic() < end:
            time.sleep(0.01)
        assert connections(url) == 0
    finally:
        gc.enable()
