"""Books of an older schema are migrated, all or none, by a program that knows the step; older programs refuse."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import heads, migration
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.migration import Migration
from concomp.impl.session.ledger.tables import SCHEMA
from concomp.impl.session.ledger.transactions import transact
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import spending

RULE = usual_rule(PureDP(2))
NEXT = SCHEMA + 1
Patch = pytest.MonkeyPatch


@pytest.fixture
def ledger(url: str) -> Ledger:
    """Two books, one of which has a charge."""
    ledger = Ledger(url)
    ledger.start("main", RULE).spend(PureDP(1), "a count")
    ledger.start("other", RULE)
    return ledger


def know_next(patch: Patch, step: Callable[[Connection], object]) -> None:
    """Let this be a program of the next schema, to which a step leads."""
    patch.setattr(migration, "SCHEMA", NEXT)
    patch.setattr(heads, "SCHEMA", NEXT)
    patch.setattr(migration, "STEPS", {SCHEMA: step})


def with_a_note(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE entries ADD COLUMN note VARCHAR(20)")


def with_an_edit(connection: Connection) -> None:
    with_a_note(connection)
    connection.exec_driver_sql("UPDATE entries SET label = 'another'")


def has_a_note(ledger: Ledger) -> bool:
    return "note" in {column["name"] for column in inspect(ledger._database.engine).get_columns("entries")}


def test_there_is_nothing_to_migrate(ledger: Ledger) -> None:
    assert ledger.migrate() == (Migration("main", SCHEMA, SCHEMA), Migration("other", SCHEMA, SCHEMA))


@pytest.mark.parametrize("table", ["entries", "answered"])
def test_a_ledger_whose_table_is_gone_is_neither_migrated_nor_begun(ledger: Ledger, table: str) -> None:
    with ledger._database.engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {table}")
    for call in (ledger.migrate, lambda: ledger.start("third", RULE)):
        with pytest.raises(BookUnavailable, match=f"its table {table} is gone, and what it kept with it"):
            call()


def test_a_book_that_was_edited_is_not_said_to_be_migrated(file: Path) -> None:
    ledger = Ledger(file)
    ledger.start("main", RULE).spend(PureDP(1), "a count")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE books SET id = 7")
    with pytest.raises(BookUnavailable, match="concomp ledger verify"):
        ledger.migrate()


def test_an_older_book_is_refused_then_migrated_and_gone_on_with(ledger: Ledger, monkeypatch: Patch) -> None:
    know_next(monkeypatch, with_a_note)
    older = r"the book '.*' has the older schema 2: run `concomp ledger migrate`"
    calls = (
        lambda: ledger.start("third", RULE),
        lambda: ledger.resume("main", RULE),
        ledger.states,
        ledger.verify,
    )
    for call in calls:
        with pytest.raises(BookUnavailable, match=older):
            call()
    assert ledger.migrate() == (Migration("main", SCHEMA, NEXT), Migration("other", SCHEMA, NEXT))
    assert has_a_note(ledger)
    account = ledger.resume("main", RULE)
    assert account.spend(PureDP(1), "a count").number == 2
    assert not account.spend(PureDP(1), "a count").is_accepted
    assert [each.problem for each in ledger.verify()] == [None, None]
    assert ledger.migrate() == (Migration("main", NEXT, NEXT), Migration("other", NEXT, NEXT))
    monkeypatch.undo()
    for refused in (ledger.migrate, ledger.states, lambda: ledger.resume("main", RULE)):
        with pytest.raises(BookUnavailable, match=r"has schema 3, and this program knows 2: use a newer concomp"):
            refused()


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        ({SCHEMA: with_an_edit}, "the book 'main' would not verify, and is left as it was"),
        ({}, "no step leads from schema 2"),
    ],
)
def test_a_migration_that_breaks_a_book_is_not_kept(
    ledger: Ledger, steps: Any, problem: str, monkeypatch: Patch
) -> None:
    know_next(monkeypatch, with_a_note)
    monkeypatch.setattr(migration, "STEPS", steps)
    with pytest.raises(BookUnavailable, match=problem):
        ledger.migrate()
    monkeypatch.undo()
    assert not has_a_note(ledger)
    assert [each.problem for each in ledger.verify()] == [None, None]


FIRST = Path(__file__).with_name("schema_1.sql")
"""A ledger as the first schema wrote it: in `main` a launch, a nested session that launched, a launch; and `other`."""
HEAD = "d5bad8beb9d756b753efca882d9b31bd037459afae422b9bd93c22c56adbcf1e"


def written_by_the_first(url: str) -> Ledger:
    """The ledger of the first schema on an engine."""
    ledger = Ledger(make_empty(url))
    statements = [each for each in FIRST.read_text().split(";\n") if each.startswith(("CREATE", "INSERT"))]
    # An engine that looks at references has books before entries.
    ordered = sorted(statements, key=lambda each: (each.startswith("INSERT"), "books" not in each.split("(")[0]))

    def write(connection: Connection) -> None:
        for each in ordered:
            connection.exec_driver_sql(each)

    transact(ledger._database.engine, write, "it is not written")
    return ledger


def make_empty(url: str) -> str:
    if "://" not in url:
        Path(url).touch()
    return url


def test_a_ledger_of_the_first_schema_keeps_its_heads_and_nests_from_now_on(url: str) -> None:
    ledger, budget = written_by_the_first(url), PureDP(1)
    with pytest.raises(BookUnavailable, match="has the older schema 1: run `concomp ledger migrate`"):
        Session.resume(url, budget)
    assert ledger.migrate() == (Migration("main", 1, 2), Migration("other", 1, 2))
    assert [each.problem for each in ledger.verify("main", HEAD)] == [None]
    session = Session.resume(url, budget)
    assert session.remaining().guarantee == PureDP("3/10")
    session.session(PureDP("3/10")).create(spending(PureDP("1/10")))
    assert [each.problem for each in ledger.verify("main", HEAD)] == [None]
    paths = ledger.history("main", lambda postings: [(each.kind, each.path) for each in postings])
    assert paths == [
        *(("certificate", None), ("session", None), ("certificate", None)),
        *(("session", None), ("certificate", "4")),
    ]
