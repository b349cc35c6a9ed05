"""Databases, by their URL, set so that what is committed is kept."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import PoolProxiedConnection

from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import is_elsewhere
from concomp.impl.session.ledger.locks import Presence, presence, present
from concomp.model.numbers import ParameterError

BUSY = 10.0
"""The seconds for which a transaction waits for another process."""
LOCK = 0x636F6E636F6D70
"""The key of the lock under which books are begun, in PostgreSQL."""
SLIPPED = re.compile(r"postgres|[^/]*:.*@", re.DOTALL)
"""What begins like a URL, though it is none: taken for a path, it would be shown with its password."""
NO_FILES = (None, "", ":memory:")
"""What SQLite takes for a database that ends with its process."""
READS = "concomp_reads"
"""The option of a connection that writes nothing, and so waits for nobody."""
LOCKING = "BEGIN IMMEDIATE"
"""How a transaction begins that writes in SQLite, so that nobody else writes till it ends."""
WRITING = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""How one begins in PostgreSQL, where it locks the heads of its books, and then reads what is committed."""
READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
"""How one begins in PostgreSQL that reads all of one moment."""
KEEPING = ("synchronous_commit = on",)
"""What a session sets in PostgreSQL so that what is committed is kept."""
DEMANDED = {
    "fsync": ("on", "so that it may forget what it has committed: turn it on"),
    "synchronous_commit": ("on", "so that it may forget what it has committed: turn it on"),
    "server_encoding": ("UTF8", "in which not every label can be written: make the database with UTF8"),
}
"""What is read back of PostgreSQL's settings, and what helps where it is anything else."""
WHOLE = "mode=rw"
"""How a file is opened that may have a log: by a mode that makes none, so that one that was deleted is missing."""
STILL = "mode=ro&immutable=1"
"""How one is opened that nobody can write here, so that no log can be made beside it."""
MISSING = "it cannot be opened: give the path of a file that is there, or start a book in it"
NEEDED = "give a path, sqlite:///path or postgresql://user@host/database"


class Broken(Exception):
    """Thrown within this folder where the database does not do what a ledger needs; its text says what."""


class Outdated(Exception):
    """Thrown within this folder where a connection was made to a file whose log was made, or is gone, since then."""


class OpenFile(sqlite3.Connection):
    """A connection to an SQLite file, which it does not change by being made.

    path: its name. files: which it has opened. presence: what keeps its log there; None where no log is kept.
    is_still: whether nobody can write it here.
    """

    path: Path
    files: tuple[object, ...] = ()
    presence: Presence | None = None
    is_still = False

    def close(self) -> None:
        """Close it."""
        # Before, so that the last of all takes the log in.
        self.presence = None
        super().close()


def read_url(url: object) -> URL:
    """The URL of a database; text without :// is the path of an SQLite file. ParameterError for anything else."""
    text = str(url) if isinstance(url, Path) else url
    if isinstance(text, str) and text and "\0" not in text:
        if "://" not in text and not SLIPPED.match(text):
            return _of_file(text)
        try:
            read = make_url(text)
        except (ArgumentError, ValueError):
            read = None
        if read is not None and read.drivername == "sqlite" and read.database not in NO_FILES and not read.query:
            return _of_file(str(read.database))
        if read is not None and read.drivername in ("postgresql", "postgresql+psycopg"):
            return read.set(drivername="postgresql+psycopg")
    raise ParameterError("the ledger", _without_secrets(url), NEEDED)


def _of_file(path: str) -> URL:
    """The URL of a file, whatever folder the program goes to."""
    return URL.create("sqlite", database=os.path.abspath(path))


class Database:
    """A database, by its engine; its connections are given back as soon as nobody refers to it any more.

    An engine refers to itself, and would keep them until it is collected.
    """

    __slots__ = ("__weakref__", "engine")

    def __init__(self, url: URL) -> None:
        """Take its URL; nothing is connected yet, and no file is made."""
        self.engine = _sqlite(url) if url.drivername == "sqlite" else _postgresql(url)
        weakref.finalize(self, _give_back, self.engine, os.getpid())


def _give_back(engine: Engine, process: int) -> None:
    """Give back the connections of a process; after a fork, they are the parent's."""
    if is_elsewhere(process) is None:
        engine.dispose()


def make_file(url: URL) -> None:
    """Make the file of an SQLite database that is missing; BookUnavailable where that is not possible."""
    problem = None
    try:
        if url.drivername == "sqlite":
            file_of(url).touch()
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


def file_of(url: URL) -> Path:
    """The file of an SQLite database, by the name that it is given."""
    return Path(str(url.database))


def _sqlite(url: URL) -> Engine:
    path = file_of(url)
    engine = create_engine(url, creator=lambda: open_file(path), max_overflow=100)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if READS in connection.get_execution_options():
            demand_current(connection.connection)
            connection.exec_driver_sql("BEGIN")
        else:
            lock_file(connection.connection)

    return engine


def open_file(path: Path) -> OpenFile:
    """A connection to an SQLite file, whose log nobody takes away while it lasts; nothing of the file is changed.

    Raises Broken for a file that has two names, is mounted by itself, or has a log that cannot be read here; Outdated.
    """
    opened = _identity(path)
    if opened is None:
        raise Broken(MISSING)
    _demand_not_mounted(path)
    try:
        there, mode = _presence(path), WHOLE
    except sqlite3.OperationalError:
        if os.access(os.path.dirname(_followed(path)), os.W_OK):
            raise
        _demand_no_log(path)
        there, mode = None, STILL
    file = _connect(path, mode)
    _demand_setting(file, "synchronous", 2, set_to="FULL")
    _demand_setting(file, "foreign_keys", 1, set_to="ON")
    # Whoever reads opens the log.
    file.execute("SELECT count(*) FROM sqlite_master").fetchall()
    file.path, file.presence, file.is_still = path, there, mode is STILL
    file.files = opened, *_files(file)[1:]
    if there is None and _keeps_log(file):
        # Others have begun a log meanwhile, or one turned up where nothing can be written.
        file.close()
        raise Outdated
    return file


def _connect(path: Path, mode: str) -> OpenFile:
    uri = f"file:///{quote(os.fsencode(path).lstrip(b'/'))}?{mode}"
    settings: dict[str, Any] = {"timeout": BUSY, "isolation_level": None, "check_same_thread": False}
    return sqlite3.connect(uri, uri=True, factory=OpenFile, **settings)


def _presence(path: Path) -> Presence | None:
    """What keeps the log of a file there from now on; None for a file that keeps none."""
    database, index = _followed(path), f"{_followed(path)}-shm"
    found = present(database, index)
    if found is not None:
        return found
    # Whoever reads makes the log. Another may take it away again, since SQLite's locks on it are gone as soon as any
    # thread here closes a file of the ledger. So what is charged in is opened when it stays.
    with closing(_connect(path, WHOLE)) as first:
        ((mode,),) = first.execute("PRAGMA journal_mode").fetchall()
        if mode != "wal":
            return None
        first.execute("SELECT count(*) FROM sqlite_master").fetchall()
        try:
            return presence(database, index)
        except FileNotFoundError:
            pass
    raise Outdated


def _demand_no_log(path: Path) -> None:
    """Raise Broken for a file with a log, or whatever a crash has left, which nobody knows who reads the file alone."""
    left = next((end for end in ("-wal", "-journal") if os.path.exists(f"{_followed(path)}{end}")), None)
    if left is not None:
        remedy = "copy both into a folder that can be written"
        raise Broken(f"its log ({left}) cannot be read where nothing can be written: {remedy}")


def lock_file(connection: PoolProxiedConnection) -> None:
    """Begin a transaction that writes in an SQLite file, and so keeps a log.

    Raises Broken where nothing can be written; Outdated, and gives the connection up, where there was no log so far.
    """
    demand_current(connection)
    file: Any = connection.driver_connection
    if file.is_still:
        raise Broken("attempt to write a readonly database: copy it into a folder that can be written")
    if not _keeps_log(file):
        _demand_setting(file, "journal_mode", "wal", set_to="WAL")
        connection.invalidate()
        raise Outdated
    file.execute(LOCKING)


def demand_current(connection: PoolProxiedConnection) -> None:
    """Raise Outdated, and give up the connection, if it knows of no log and the file was changed; else as below."""
    file = connection.driver_connection
    if isinstance(file, OpenFile) and not _keeps_log(file) and _files(file) != file.files:
        connection.invalidate()
        raise Outdated
    demand_same_files(connection)


def demand_same_files(connection: PoolProxiedConnection) -> None:
    """Raise Broken, and give up the connection, if the files of an SQLite ledger are no longer those that it opened.

    The log is one of them. SQLite deletes it with the last connection, and takes itself for the last where the locks of
    the others are gone: those of a process go when it closes any file of its own on the ledger, such as after a copy.
    """
    file = connection.driver_connection
    if isinstance(file, OpenFile) and _files(file) != file.files:
        connection.invalidate()
        found = "its file or its log (-wal, -shm) was deleted or replaced while it was in use"
        raise Broken(f"{found}: compare heads, then open it again")


def _keeps_log(file: OpenFile) -> bool:
    return file.files[1] is not None


def _files(file: OpenFile) -> tuple[object, ...]:
    """Which files there are; of one that nobody can write here, SQLite asks no more whether it was written."""
    return *_identities(file.path), os.stat(file.path).st_mtime_ns if file.is_still else None


def _identities(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Which files there are: the database, its log, and the log's index, which lie where a link leads."""
    return _identity(path), *(_inode(f"{_followed(path)}{end}") for end in ("-wal", "-shm"))


def _followed(path: Path) -> str:
    """The path, or where a link leads."""
    return os.path.realpath(path) if os.path.islink(path) else str(path)


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


def _demand_not_mounted(path: Path) -> None:
    """Raise Broken for a file that is mounted by itself, as containers do: its log would lie in another folder.

    Each name of such a file has a log of its own, and what is charged by one is unknown by the other.
    """
    if mount_of(_followed(path)) != mount_of(os.path.dirname(_followed(path))):
        raise Broken("its file is mounted without its folder, where its log would lie: mount the folder")


def mount_of(path: str) -> str:
    """The number of the mount in which a path lies, as Linux says; elsewhere a folder is mounted as a whole."""
    if sys.platform != "linux":
        return ""
    # So opened, a file is not read, and this process keeps SQLite's locks on it when it closes it.
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        said = Path(f"/proc/self/fdinfo/{file}").read_text()
    finally:
        os.close(file)
    return next(line for line in said.splitlines() if line.startswith("mnt_id:"))


def _demand_setting(connection: sqlite3.Connection, name: str, wanted: object, set_to: str) -> None:
    connection.execute(f"PRAGMA {name}={set_to}").fetchall()
    ((found,),) = connection.execute(f"PRAGMA {name}").fetchall()
    if found != wanted:
        raise Broken(
            f"its {name} is {found!r} and cannot be {set_to}: keep it on a local disk, where it can be written"
        )


def _postgresql(url: URL) -> Engine:
    try:
        engine = create_engine(url, max_overflow=100)
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
        # Else the driver begins transactions by itself, and waits for the server to say so.
        connection.autocommit = True
        # What the driver prepares by itself it gives up with all that others prepare.
        connection.prepare_threshold = None
        with connection.cursor() as cursor:
            for setting in (*KEEPING, f"lock_timeout = '{int(BUSY * 1000)}ms'"):
                cursor.execute(f"SET {setting}")
            for name, (wanted, remedy) in DEMANDED.items():
                (found,) = cursor.execute(f"SHOW {name}").fetchone()
                if found != wanted:
                    raise Broken(f"its {name} is {found}, {remedy}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(READING if READS in connection.get_execution_options() else WRITING)

    return engine


def _without_secrets(url: object) -> object:
    """What was given, as it may be shown: a URL by what comes before ://, or by nothing."""
    if isinstance(url, str) and ("://" in url or SLIPPED.match(url)):
        return f"{url.partition(':')[0]}:…"
    return url
