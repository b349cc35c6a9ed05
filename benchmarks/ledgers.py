"""Ledgers: what a durable launch takes beside a bare insert, with many charges, and from many processes."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from sqlalchemy import Connection, create_engine, insert, select
from sqlalchemy.engine import make_url

from benchmarks.figures import Figure
from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.memory import NOTHING
from concomp.impl.session.ledger.statements import Rows
from concomp.impl.session.ledger.tables import BOOKS
from concomp.impl.session.ledger.transactions import transact, write
from concomp.impl.session.session import Session
from tests.impl.session.ledger.postgres import postgres
from tests.impl.session.mechanisms import spending

BUDGET, LOSS = PureDP(600), PureDP("1/2000")
LAUNCHES, MANY, WRITERS, SECONDS = 30, 100_000, 8, 2.0
LOCK = "UPDATE bare_head SET number = number + 1"
INSERT = "INSERT INTO bare (text) VALUES ('{}')".format("x" * 300)
Work = Callable[[], object]
_numbers = count()


def figures() -> Iterator[Figure]:
    """The figures."""
    with folder() as file:
        yield from of_engine("SQLite", str(file))
        yield from with_many(file.with_name("many.db"))
    if shutil.which("initdb") is not None:
        with postgres() as server:
            yield from of_engine("PostgreSQL", server.url)
            one, many = throughput(server.url, books=1), throughput(server.url, books=WRITERS)
            yield Figure(f"{WRITERS} writers on one book, beside as many on {WRITERS} books", one / many, 1 / 3, "")


@contextmanager
def folder() -> Iterator[Path]:
    """A file on the disk on which this program lies, where a commit takes what it takes."""
    # Where git does not look: whoever commits meanwhile would commit a ledger.
    build = Path.cwd() / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as made:
        yield Path(made) / "budget.db"


def of_engine(name: str, url: str) -> Iterator[Figure]:
    """The figures on one engine."""
    make_bare(url)
    launch, insert = launching(url), inserting(url)
    times: dict[Work, list[float]] = {launch: [], insert: []}
    cpu: dict[Work, float] = dict.fromkeys(times, 0.0)
    # The first ones compile statements.
    for work in times:
        work()
    for _ in range(LAUNCHES):
        for work, taken in times.items():
            start, begun = perf_counter(), process_time()
            work()
            taken.append(perf_counter() - start)
            cpu[work] += process_time() - begun
    durable, plain = (median(taken) * 1e3 for taken in times.values())
    remark = f"a bare insert {plain:.2f} ms; cpu {cpu[launch] / LAUNCHES * 1e3:.2f} ms"
    yield Figure(f"a durable launch, {name}", durable, 1.3 * plain, "ms", remark)
    charges, inserts = throughput(url, books=1), throughput(url, books=0)
    yield Figure(f"{WRITERS} processes on one book, {name}: bare transactions a charge", inserts / charges, 1 / 0.8, "")


def launching(url: str) -> Work:
    """A launch in a session on a book."""
    session, mechanism = Session.start(url, BUDGET, name="launches"), spending(LOSS)
    return lambda: session.create(mechanism)


def inserting(url: str) -> Work:
    """A transaction that inserts one row as long as an entry."""
    return bare(url, INSERT)


def moving(url: str) -> Work:
    """A transaction that does with a row what a charge does with a head: locks and changes it, and inserts another."""
    return bare(url, LOCK, INSERT)


def bare(url: str, *statements: str) -> Work:
    """A transaction of statements."""
    if url.startswith("postgresql"):
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))

        def run() -> None:
            with engine.begin() as connection:
                for statement in statements:
                    connection.exec_driver_sql(statement)

        return run
    script = ";".join(("BEGIN IMMEDIATE", *statements, "COMMIT"))
    connection = sqlite3.connect(f"{url}-bare", isolation_level=None, timeout=60)
    connection.execute("PRAGMA synchronous=FULL")
    return lambda: connection.executescript(script)


def make_bare(url: str) -> None:
    """Make the tables of bare transactions."""
    tables = "CREATE TABLE bare (text text)", "CREATE TABLE bare_head (number int)", "INSERT INTO bare_head VALUES (0)"
    if not url.startswith("postgresql"):
        sqlite3.connect(f"{url}-bare").execute("PRAGMA journal_mode=WAL").fetchall()
    bare(url, *tables)()


def throughput(url: str, books: int) -> float:
    """Transactions a second of eight processes on so many books; bare ones on one row if there is none."""
    names = [f"{next(_numbers)}" for _ in range(books)]
    ledger = Ledger(url)
    for name in names:
        ledger.start(name, usual_rule(BUDGET))
    ledger.close()
    pipes = [os.pipe() for _ in range(WRITERS)]
    for number, (_, writing) in enumerate(pipes):
        if not os.fork():
            work = spending_on(url, names[number % books]) if books else moving(url)
            # The first one connects, and compiles statements.
            work()
            os.write(writing, str(times_in(work)).encode())
            os._exit(0)
        os.close(writing)
    counts = [int(os.read(reading, 20)) for reading, _ in pipes]
    for _ in pipes:
        os.wait()
    return sum(counts) / SECONDS


def spending_on(url: str, name: str) -> Work:
    """A charge on a book."""
    account = Ledger(url).account(name)
    return lambda: account.spend(LOSS, "a count")


def times_in(work: Work) -> int:
    """How often it is done in the time."""
    done, end = 0, perf_counter() + SECONDS
    while perf_counter() < end:
        work()
        done += 1
    return done


def with_many(file: Path) -> Iterator[Figure]:
    """The figures of a book of many charges."""
    ledger = Ledger(file)
    account = ledger.start("main", usual_rule(BUDGET))

    def spend() -> float:
        start = perf_counter()
        account.spend(LOSS, "a count")
        return perf_counter() - start

    first = median(spend() for _ in range(LAUNCHES))
    small = file.stat().st_size

    def fill(rows: Rows) -> None:
        for number in range(MANY):
            account.spend_in(rows, str(number), account.entry(LOSS, "a count"), NOTHING)

    write(ledger._database.engine, fill, "the book is not filled")
    later = median(spend() for _ in range(LAUNCHES))
    yield Figure(f"a charge after {MANY} others, beside the first ones", later / first, 1.2, "")
    yield Figure("the file, a charge", (file.stat().st_size - small) / MANY, 1000, "B")
    start, begun = perf_counter(), process_time()
    ledger.verify()
    taken, cpu = (perf_counter() - start) / MANY * 1e6, (process_time() - begun) / MANY * 1e6
    yield Figure("verifying 10⁶ charges", taken, 30, "s", f"cpu {cpu:.1f} s")
    alone = opening(file)
    transact(ledger._database.engine, shelve, "there are no other books")
    yield Figure(f"opening a book among {MANY} others, beside alone", opening(file) / alone, 1.2, "")


def shelve(connection: Connection) -> None:
    """Put many books beside the one that there is."""
    row = dict(connection.execute(select(BOOKS)).mappings().one())
    del row["id"]
    connection.execute(insert(BOOKS), [{**row, "name": f"other {number}"} for number in range(MANY)])


def opening(file: Path) -> float:
    """Seconds to open a book."""

    def taken() -> float:
        start = perf_counter()
        Ledger(file).account("main")
        return perf_counter() - start

    return median(taken() for _ in range(LAUNCHES))
