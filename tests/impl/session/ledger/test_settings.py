"""What a ledger asks of a PostgreSQL server, and reads back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import create_engine

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.rule import charge
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.book import Entry, account_of
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import engines
from concomp.impl.session.ledger.ledger import Ledger
from tests.impl.session.launching import message
from tests.impl.session.mechanisms import TENTH

RULE = usual_rule(PureDP(1))


def run(url: str, *statements: str) -> list[str]:
    """What statements come to, one after the other, as somebody else runs them."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    lines = []
    with engine.connect() as connection:
        for statement in statements:
            found = connection.exec_driver_sql(statement)
            lines += [str(row[0]) for row in found] if found.returns_rows else []
    engine.dispose()
    return lines


@contextmanager
def setting(url: str, name: str, value: str) -> Iterator[None]:
    """A setting of whoever connects to the database meanwhile."""
    run(url, f"ALTER DATABASE postgres SET {name} = {value}")
    try:
        yield
    finally:
        run(url, f"ALTER DATABASE postgres RESET {name}")


def test_whatever_the_database_says_a_commit_is_waited_for(fresh_database: str) -> None:
    with setting(fresh_database, "synchronous_commit", "off"):
        ledger = Ledger(fresh_database)
        ledger.start("main", RULE)
        with ledger._database.engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
        ledger.close()


def test_a_server_that_does_not_take_the_setting_is_refused(
    fresh_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as behind what hands each statement to another connection."""
    monkeypatch.setattr(engines, "KEEPING", ())
    with setting(fresh_database, "synchronous_commit", "off"):
        refused = message(lambda: Ledger(fresh_database).start("main", RULE), BookUnavailable)
    assert "its synchronous_commit is off, so that it may forget what it has committed: turn it on" in refused


def test_a_database_of_another_encoding_is_refused(fresh_database: str) -> None:
    make = "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    run(fresh_database, make)
    try:
        latin = fresh_database.replace("/postgres", "/latin")
        refused = message(lambda: Ledger(latin).start("main", RULE), BookUnavailable)
    finally:
        run(fresh_database, "DROP DATABASE latin WITH (FORCE)")
    assert "its server_encoding is LATIN1" in refused


def test_the_encoding_of_the_program_is_not_asked_for(fresh_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with Ledger(fresh_database) as ledger:
        ledger.start("main", RULE).spend(TENTH, "Zählung 😀")
        assert ledger.history("main", lambda postings: [each.label for each in postings]) == ["Zählung 😀"]


def charge_for(ledger: Ledger, name: str) -> None:
    """Charge a launch of a mechanism of this name."""
    account = ledger.start("main", RULE)
    entry = Entry(account_of(RULE), name, TENTH)
    account.charge("n", entry, lambda kept: charge(RULE, kept or RULE.start, TENTH))


@pytest.mark.parametrize("name", ["'", "\\'; DROP TABLE books; --", "%s %(x)s", "Zählung 😀"])
def test_a_name_is_kept_as_it_is(fresh_database: str, name: str) -> None:
    with Ledger(fresh_database) as ledger:
        charge_for(ledger, name)
        assert ledger.history("main", lambda postings: [each.label for each in postings]) == [name]
        assert ledger.verify()[0].problem is None


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_a_name_that_could_not_be_kept_as_it_is_is_refused(fresh_database: str, name: str) -> None:
    with Ledger(fresh_database) as ledger:
        assert "PostgreSQL does not keep" in message(lambda: charge_for(ledger, name), BookUnavailable)
        assert ledger.states()[0].number == 0


def test_a_connection_that_was_given_up_for_its_idleness_is_made_anew(fresh_database: str) -> None:
    with setting(fresh_database, "idle_session_timeout", "'500ms'"), Ledger(fresh_database) as ledger:
        account = ledger.start("main", RULE)
        for number in (1, 2):
            time.sleep(0.6)
            assert account.spend(TENTH, "a count").number == number


def test_a_charge_looks_at_no_entry_more_when_there_are_more(fresh_database: str) -> None:
    """Whatever PostgreSQL has counted of the table: the plan is made when there is nothing in it."""
    with Ledger(fresh_database) as ledger:
        account = ledger.start("main", usual_rule(PureDP(100)))
        for number in range(100):
            account.spend(TENTH, f"count {number}")
    reads = "SELECT coalesce(sum(idx_tup_read), 0) FROM pg_stat_user_indexes WHERE relname = 'entries'"
    scans = "SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'entries'"
    end = time.monotonic() + 5
    while int(run(fresh_database, reads)[0]) < 100 and time.monotonic() < end:
        time.sleep(0.05)
    assert 100 <= int(run(fresh_database, reads)[0]) < 1000
    assert int(run(fresh_database, scans)[0]) < 100
