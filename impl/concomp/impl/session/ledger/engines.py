"""Databases, by their URL, set so that what is committed is kept.

A charge is one transaction that writes. In SQLite it holds the database's one lock from its first statement on; in
PostgreSQL the row of its book's head. So a transaction whose end is unknown is over before another can look for it.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection

from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger.statements import Rows
from concomp.model.numbers import ParameterError

T = TypeVar("T")
LONGEST = 30.0
"""The seconds after which a transaction is not begun again."""
TRIES = 8
"""How often a transaction is begun that did not end, or of which it is not known."""
PAUSE = 0.05
"""The seconds before the second try; each further pause is twice as long."""
BUSY = 10.0
"""The seconds for which a transaction waits for another process."""
LOCK = 0x636F6E636F6D70
"""The key of the lock under which books are begun, in PostgreSQL."""
SLIPPED = re.compile(r"postgres|[^/]*:.*@", re.DOTALL)
"""What begins like a URL, though it is none: taken for a path, it would be shown with its password."""
NO_FILES = (None, "", ":memory:")
"""What SQLite takes for a database that ends with its process."""
OPENED = "concomp_opened"
"""Where a connection to SQLite keeps which files it has opened."""
READS = "concomp_reads"
"""The option of a connection in SQLite that writes nothing, and so waits for nobody."""
LOCKING = "BEGIN IMMEDIATE"
"""How a transaction begins that writes in SQLite, so that nobody else writes till it ends."""
SNAPSHOT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The option of one that writes nothing in PostgreSQL."""
NEEDED = "give a path, sqlite:///path or postgresql://user@host/database"
PASSING = ("40001", "40P01", "55P03", "57P01", "57P02", "57P03", "08000", "08003", "08006", "08001", "08004")
"""PostgreSQL's codes for what may come out otherwise when it is tried again: conflicts and lost connections."""


class Broken(Exception):
    """Thrown within this folder where the database does not do what a ledger needs; its text says what."""


def read_url(url: object) -> URL:
    """The URL of a database; text without :// is the path of an SQLite file. ParameterError for anything else."""
    text = str(url) if isinstance(url, Path) else url
    if isinstance(text, str) and text and "\0" not in text:
        if "://" not in text and not SLIPPED.match(text):
            return URL.create("sqlite", database=text)
        try:
            read = make_url(text)
        except (ArgumentError, ValueError):
            read = None
        if read is not None and read.drivername == "sqlite" and read.database not in NO_FILES and not read.query:
            return read
        if read is not None and read.drivername in ("postgresql", "postgresql+psycopg"):
            return read.set(drivername="postgresql+psycopg")
    raise ParameterError("the ledger", _without_secrets(url), NEEDED)


def open_engine(url: URL) -> Engine:
    """The database's engine; nothing is connected yet, and no file is made."""
    return _sqlite(url) if url.drivername == "sqlite" else _postgresql(url)


def make_file(url: URL) -> None:
    """Make the file of an SQLite database that is missing; BookUnavailable where that is not possible."""
    problem = None
    try:
        if url.drivername == "sqlite":
            _path(url).touch()
    except OSError as error:
        problem = error.strerror
    if problem is not None:
        raise BookUnavailable(f"the ledger {shown(url)} cannot be made: {problem}: give a path that can be written")


def lock_ledger(connection: Connection) -> None:
    """Wait until nobody else begins a book; in SQLite, whoever writes has waited already."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")


def shown(url: URL) -> str:
    """The path, or the host and the database: no password, wherever it stands in the URL."""
    if url.drivername == "sqlite":
        return os.fsencode(str(url.database)).decode("utf-8", "backslashreplace")
    return f"postgresql://{url.host or ''}/{url.database or ''}"


def transact(engine: Engine, work: Callable[[Connection], T], what: str) -> T:
    """What the work comes to, after its commit.

    The work is begun again where its transaction did not end, or nobody knows whether it did: it must look first for
    what it has done before. what: what is not known to be done, for the error. Raises BookUnavailable.
    """

    def once() -> T:
        with engine.connect() as connection:
            with connection.begin():
                done = work(connection)
            # What was committed to a log that was deleted meanwhile is committed nowhere.
            _demand_same_files(connection.connection)
            return done

    return _tried(engine, once, what)


def write(engine: Engine, work: Callable[[Rows], T], what: str) -> T:
    """The same for work that charges, by the engine's driver: whoever charges makes others wait."""

    of_driver = engine.dialect.loaded_dbapi.Error

    def once() -> T:
        connection = engine.raw_connection()
        try:
            _demand_same_files(connection)
            if engine.dialect.name == "sqlite":
                connection.cursor().execute(LOCKING)
            done = work(Rows(connection, engine.dialect))
            commit(connection)
            _demand_same_files(connection)
        except BaseException as error:
            _give_up(connection, is_sound=isinstance(error, Exception) and not isinstance(error, (Broken, of_driver)))
            raise
        connection.close()
        return done

    return _tried(engine, once, what)


def commit(connection: PoolProxiedConnection) -> None:
    """Confirm what was charged: what this returns from is on the disk."""
    connection.commit()


def _give_up(connection: PoolProxiedConnection, is_sound: bool) -> None:
    """Keep nothing of a transaction, nor of a connection that an interrupt or an error may have left anyhow."""
    if is_sound:
        connection.close()
    elif connection.is_valid:
        connection.invalidate()


def _tried(engine: Engine, once: Callable[[], T], what: str) -> T:
    """What a transaction comes to that is begun again where that may help; BookUnavailable."""
    problem, start = "", time.monotonic()
    of_driver = engine.dialect.loaded_dbapi.Error
    for attempt in range(TRIES):
        if attempt and time.monotonic() - start > LONGEST:
            break
        if attempt:
            time.sleep(PAUSE * 2 ** (attempt - 1) * random.uniform(0.5, 1))
        try:
            return once()
        except (DBAPIError, PoolTimeout, of_driver) as error:
            problem = _problem(error)
            if not _may_pass(error):
                break
        except SQLAlchemyError as error:
            problem = _problem(error)
            break
        except Broken as error:
            problem = str(error)
            break
    raise BookUnavailable(f"{what}: {shown(engine.url)}: {problem}")


def read(engine: Engine, work: Callable[[Connection], T], what: str) -> T:
    """What reading comes to, of one moment, while others charge; otherwise as `transact`."""
    options = SNAPSHOT if engine.dialect.name == "postgresql" else {READS: True}
    return transact(engine.execution_options(**options), work, what)


def _path(url: URL) -> Path:
    return Path(str(url.database)).absolute()


def _sqlite(url: URL) -> Engine:
    path = _path(url)

    def connect() -> sqlite3.Connection:
        # By a mode that makes no file, so that one that was deleted is missing.
        uri = f"file:///{quote(os.fsencode(path).lstrip(b'/'))}?mode=rw"
        return sqlite3.connect(uri, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)

    engine = create_engine(url, creator=connect, max_overflow=100)

    @event.listens_for(engine, "connect")
    def settle(connection: Any, record: Any) -> None:
        opened = _identity(path)
        _demand_setting(connection, "journal_mode", "wal", set_to="WAL")
        _demand_setting(connection, "synchronous", 2, set_to="FULL")
        _demand_setting(connection, "foreign_keys", 1, set_to="ON")
        # Whoever reads opens the log.
        connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
        record.info[OPENED] = path, (opened, *_identities(path)[1:])

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        _demand_same_files(connection.connection)
        connection.exec_driver_sql("BEGIN" if READS in connection.get_execution_options() else LOCKING)

    return engine


def _demand_same_files(connection: PoolProxiedConnection) -> None:
    """Raise Broken, and give up the connection, if the files of an SQLite ledger are no longer those that it opened.

    The log is one of them. SQLite deletes it with the last connection, and takes itself for the last where the locks of
    the others are gone: those of a process go when it closes any file of its own on the ledger, such as after a copy.
    """
    if OPENED not in connection.info:
        return
    path, files = connection.info[OPENED]
    if _identities(path) != files:
        connection.invalidate()
        found = "its file or its log (-wal, -shm) was deleted or replaced while it was in use"
        raise Broken(f"{found}: compare heads, then open it again")


def _identities(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Which files there are: the database, its log, and the log's index, which lie where a link leads."""
    real = os.path.realpath(path) if os.path.islink(path) else path
    return _identity(path), *(_inode(f"{real}{end}") for end in ("-wal", "-shm"))


def _inode(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file there is, None for none; Broken for one that has another name, under which its log is another."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    if found.st_nlink != 1:
        raise Broken("its file has another name, a hard link, under which it would be charged twice: keep one")
    return found.st_dev, found.st_ino


def _demand_setting(connection: sqlite3.Connection, name: str, wanted: object, set_to: str) -> None:
    connection.execute(f"PRAGMA {name}={set_to}").fetchall()
    ((found,),) = connection.execute(f"PRAGMA {name}").fetchall()
    if found != wanted:
        raise Broken(
            f"its {name} is {found!r} and cannot be {set_to}: keep it on a local disk, where it can be written"
        )


def _postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url, max_overflow=100, isolation_level="READ COMMITTED")
    except ModuleNotFoundError:
        engine = None
    if engine is None:
        raise ParameterError("the ledger", shown(url), "PostgreSQL needs a driver: install concomp[postgres]")

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: Any, named: Any) -> Any:
        # The driver is an extra: where it is missing, the engine is.
        from concomp.impl.session.ledger import patience

        return patience.connect(*arguments, **named)

    @event.listens_for(engine, "connect")
    def settle(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = on")
            cursor.execute(f"SET lock_timeout = '{int(BUSY * 1000)}ms'")
            cursor.execute("SHOW fsync")
            (found,) = cursor.fetchone()
        connection.commit()
        if found != "on":
            raise Broken("its fsync is off, so that it may forget what it has committed: turn it on")

    return engine


def _may_pass(error: Exception) -> bool:
    """Whether the same may come out otherwise when it is tried again."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    # A connection that was never made has no code. SQLite waits by itself, and what it says then is its last word.
    said = _said(error)
    return not isinstance(said, sqlite3.Error) and getattr(said, "sqlstate", None) in (None, *PASSING)


def _said(error: Exception) -> object:
    """What the driver has thrown, if it was the driver."""
    return error.orig if isinstance(error, DBAPIError) else error


def _problem(error: Exception) -> str:
    """What the database says, in a line, without the statement and its values."""
    said = _said(error)
    text = str(said)
    if "no such table" in text or getattr(said, "sqlstate", None) == "42P01":
        return "there is no ledger in it, or a table or the log (-wal) of one is gone: start a book, or restore a copy"
    if "unable to open" in text:
        return "it cannot be opened: give the path of a file that is there, or start a book in it"
    return " ".join(text.split())[:300] or type(error).__name__


def _without_secrets(url: object) -> object:
    """What was given, as it may be shown: a URL by what comes before ://, or by nothing."""
    if isinstance(url, str) and ("://" in url or SLIPPED.match(url)):
        return f"{url.partition(':')[0]}:…"
    return url
