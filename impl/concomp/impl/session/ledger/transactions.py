"""Transactions on a ledger: done again where that may help, and looked for where nobody knows whether they were done.

A charge is one transaction that writes. In SQLite it holds the database's one lock from its first statement on; in
PostgreSQL the row of its book's head. So a transaction whose end is unknown is over before another can look for it.
"""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from sqlalchemy import Connection, Dialect, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import PoolProxiedConnection

from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import Turn, is_elsewhere
from concomp.impl.session.ledger import engines
from concomp.impl.session.ledger.engines import (
    MISSING,
    READS,
    Broken,
    Outdated,
    demand_same_files,
    file_of,
    lock_file,
    shown,
)
from concomp.impl.session.ledger.locks import alone
from concomp.impl.session.ledger.statements import Rows

_of_thread = threading.local()
"""The turns of this thread on ledgers, by their places."""
_left: list[PoolProxiedConnection] = []
"""Connections in a process that was forked in the midst of their use: they are the parent's, and are never closed."""
S = TypeVar("S")
T = TypeVar("T")
LONGEST = 30.0
"""The seconds after which a transaction is not begun again."""
TRIES = 8
"""How often a transaction is begun that did not end, or of which it is not known."""
PAUSE = 0.05
"""The seconds before the second try; each further pause is twice as long."""
CONFLICTS = "40001", "40P01", "55P03"
LOST = "57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "08000", "08003", "08006", "08001", "08004"
PASSING = (*CONFLICTS, *LOST)
"""PostgreSQL's codes for what may come out otherwise when it is tried again: conflicts and lost connections."""


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
        process = os.getpid()
        try:
            rows = begin(connection, engine.dialect)
            done = work(rows)
            commit(rows)
            demand_same_files(connection)
        except BaseException as error:
            if is_elsewhere(process) is not None:
                _left.append(connection)
                raise
            _give_up(connection, is_sound=isinstance(error, Exception) and not isinstance(error, (Broken, of_driver)))
            raise
        connection.close()
        return done

    return _tried(engine, once, what)


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """While nobody else opens or charges an SQLite ledger; PostgreSQL's locks are the server's.

    Raises Reentrant where this thread is in the midst of it, and would wait for itself.
    """
    is_file = engine.dialect.name == "sqlite"
    place = str(file_of(engine.url).parent if is_file else engine.url)
    turns: dict[str, Turn] = vars(_of_thread)
    locked = alone(file_of(engine.url), engines.BUSY) if is_file else nullcontext()
    with turns.setdefault(place, Turn()).taken(), locked:
        yield


def begin(connection: PoolProxiedConnection, dialect: Dialect) -> Rows:
    """The rows of a ledger, within a transaction that charges."""
    if dialect.name == "sqlite":
        lock_file(connection)
        return Rows(connection, dialect)
    # The driver is an extra: where it is missing, there is no connection.
    from concomp.impl.session.ledger.batches import Batch

    return Batch(connection, dialect)


def commit(rows: Rows) -> None:
    """Confirm what was charged: what this returns from is on the disk."""
    rows.commit()


def _give_up(connection: PoolProxiedConnection, is_sound: bool) -> None:
    """Keep nothing of a transaction, nor of a connection that an interrupt or an error may have left anyhow."""
    if is_sound:
        connection.close()
    elif connection.is_valid:
        connection.invalidate()


def _tried(engine: Engine, once: Callable[[], T], what: str) -> T:
    """What a transaction comes to that is begun again where that may help; BookUnavailable."""
    problem, start, process = "", time.monotonic(), os.getpid()
    of_driver = engine.dialect.loaded_dbapi.Error
    for attempt in range(TRIES):
        if attempt and time.monotonic() - start > LONGEST:
            break
        if attempt:
            time.sleep(PAUSE * 2 ** (attempt - 1) * random.uniform(0.5, 1))
        try:
            done = _in_file(once)
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
        except OSError as error:
            problem = _problem_of_files(error)
            break
        else:
            _demand_process(process)
            return done
        _demand_process(process)
    raise BookUnavailable(f"{what}: {shown(engine.url)}: {problem}")


def _in_file(once: Callable[[], T]) -> T:
    """What a transaction comes to, in an SQLite file as it stands; done again where a log was made, which is rare."""
    for _ in range(TRIES):
        try:
            return once()
        except Outdated:
            continue
    raise Broken("its log (-wal, -shm) comes and goes: keep other programs from taking it away")


def _demand_process(process: int) -> None:
    """Raise WrongProcess in one that was forked meanwhile, in a signal handler: what was done, its parent has done."""
    refused = is_elsewhere(process, "ledger")
    if refused is not None:
        raise refused


def read(engine: Engine, work: Callable[[Connection], T], what: str) -> T:
    """What reading comes to, of one moment, while others charge; otherwise as `transact`."""
    reading = engine.execution_options(**{READS: True})

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


class OfCaller(Exception):
    """Thrown within a transaction for what a function of the caller's has raised: no matter of the database's."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


def handed(rows: Iterator[S], use: Callable[[Iterator[S]], T]) -> T:
    """What a function of the caller's makes of rows, which it is handed once; OfCaller for what it raises.

    Raises Broken where no more can be read: what was handed already cannot be taken back, and read again.
    """

    def some_at_a_time() -> Iterator[S]:
        try:
            yield from rows
        except SQLAlchemyError as error:
            problem = _problem(error)
        else:
            return
        raise Broken(f"no more of it can be read: {problem}")

    try:
        return use(some_at_a_time())
    except Broken:
        raise
    except Exception as error:
        raise OfCaller(error) from error


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


def _problem_of_files(error: OSError) -> str:
    """What the operating system says, in a line, or this program where it has waited too long."""
    if error.strerror is None:
        return str(error)
    return f"{error.strerror}: {error.filename or 'its files'}: give a path in a folder that is there and can be opened"


def _problem(error: Exception) -> str:
    """What the database says, in a line, without the statement and its values."""
    said = _said(error)
    text = str(said)
    if "no such table" in text or getattr(said, "sqlstate", None) == "42P01":
        return "there is no ledger in it, or a table or the log (-wal) of one is gone: start a book, or restore a copy"
    if "unable to open" in text:
        return MISSING
    return " ".join(text.split())[:300] or type(error).__name__
