"""Transactions on a ledger: done again where that may help, and looked for where nobody knows whether they were done.

A charge is one transaction that writes. In SQLite it holds the database's one lock from its first statement on; in
PostgreSQL the row of its book's head. So a transaction whose end is unknown is over before another can look for it.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection

from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import engines
from concomp.impl.session.ledger.engines import LOCKING, READS, Broken, demand_same_files, file_of, shown
from concomp.impl.session.ledger.locks import alone
from concomp.impl.session.ledger.statements import Rows

T = TypeVar("T")
LONGEST = 30.0
"""The seconds after which a transaction is not begun again."""
TRIES = 8
"""How often a transaction is begun that did not end, or of which it is not known."""
PAUSE = 0.05
"""The seconds before the second try; each further pause is twice as long."""
PASSING = ("40001", "40P01", "55P03", "57P01", "57P02", "57P03", "08000", "08003", "08006", "08001", "08004")
"""PostgreSQL's codes for what may come out otherwise when it is tried again: conflicts and lost connections."""
SNAPSHOT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The option of a connection that writes nothing in PostgreSQL."""


def transact(engine: Engine, work: Callable[[Connection], T], what: str) -> T:
    """What the work comes to, after its commit.

    The work is begun again where its transaction did not end, or nobody knows whether it did: it must look first for
    what it has done before. what: what is not known to be done, for the error. Raises BookUnavailable.
    """

    def once() -> T:
        with _alone(engine), engine.connect() as connection:
            with connection.begin():
                done = work(connection)
            # What was committed to a log that was deleted meanwhile is committed nowhere.
            demand_same_files(connection.connection)
            return done

    return _tried(engine, once, what)


def write(engine: Engine, work: Callable[[Rows], T], what: str) -> T:
    """The same for work that charges, by the engine's driver: whoever charges makes others wait."""

    of_driver = engine.dialect.loaded_dbapi.Error

    def once() -> T:
        with _alone(engine):
            return charged(engine.raw_connection())

    def charged(connection: PoolProxiedConnection) -> T:
        try:
            demand_same_files(connection)
            if engine.dialect.name == "sqlite":
                connection.cursor().execute(LOCKING)
            done = work(Rows(connection, engine.dialect))
            commit(connection)
            demand_same_files(connection)
        except BaseException as error:
            _give_up(connection, is_sound=isinstance(error, Exception) and not isinstance(error, (Broken, of_driver)))
            raise
        connection.close()
        return done

    return _tried(engine, once, what)


def _alone(engine: Engine) -> AbstractContextManager[None]:
    """While nobody else opens or charges an SQLite ledger; PostgreSQL's locks are the server's."""
    return alone(file_of(engine.url), engines.BUSY) if engine.dialect.name == "sqlite" else nullcontext()


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
        except (Broken, OSError) as error:
            problem = str(error)
            break
    raise BookUnavailable(f"{what}: {shown(engine.url)}: {problem}")


def read(engine: Engine, work: Callable[[Connection], T], what: str) -> T:
    """What reading comes to, of one moment, while others charge; otherwise as `transact`."""
    options = SNAPSHOT if engine.dialect.name == "postgresql" else {READS: True}
    reading = engine.execution_options(**options)

    def once() -> T:
        # Whoever opens the files of SQLite may make its log anew; whoever reads them then disturbs nobody.
        with _alone(engine):
            opened = reading.connect()
        with opened as connection:
            with connection.begin():
                done = work(connection)
            demand_same_files(connection.connection)
            return done

    return _tried(engine, once, what)


def close(engine: Engine) -> None:
    """Give back the connections; the last one to an SQLite ledger takes its log in."""
    try:
        with _alone(engine):
            engine.dispose()
    except OSError:
        engine.dispose()


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
