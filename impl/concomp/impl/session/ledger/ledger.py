"""Ledgers: databases of books, each with its own rule and budget."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection, Engine

from concomp.impl.accounting.rules.rule import Refusal, Rule
from concomp.impl.accounting.rules.written import write_loss
from concomp.impl.accounting.together import Asked
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.isolation import Unique, is_elsewhere
from concomp.impl.session.ledger import chain
from concomp.impl.session.ledger.account import UNKNOWN, Account, Decision, demand_request, demand_text
from concomp.impl.session.ledger.charging import Charged
from concomp.impl.session.ledger.engines import Database, lock_ledger, make_file, read_url, shown
from concomp.impl.session.ledger.forms import loss_text, rule_text
from concomp.impl.session.ledger.heads import book_named, demand_known_ledger, demand_tables, found_book
from concomp.impl.session.ledger.history import Posting, State, books, history, rule_of, state
from concomp.impl.session.ledger.memory import Memory
from concomp.impl.session.ledger.migration import Migration, migrate
from concomp.impl.session.ledger.statements import Rows
from concomp.impl.session.ledger.tables import METADATA
from concomp.impl.session.ledger.transactions import OfCaller, close, handed, read, transact, write
from concomp.impl.session.ledger.verification import Verification, verify_book
from concomp.model.numbers import ParameterError

T = TypeVar("T")
LONGEST_NAME = 200
UNREAD = "the ledger cannot be read"


class _Refused(Exception):
    """Thrown within a transaction so that nothing of it is kept: the book that refuses, and why."""

    def __init__(self, name: str, refusal: Refusal) -> None:
        super().__init__(name)
        self.name, self.refusal = name, refusal


class Ledger(Unique):
    """A database of books, which outlive the processes that charge them."""

    __slots__ = ("_database", "_memory", "_process", "_url")

    def __init__(self, url: object) -> None:
        """Take the URL: a path or sqlite:///path, or postgresql://user@host/database; ParameterError for another."""
        self._url = read_url(url)
        self._database = Database(self._url)
        self._memory = Memory()
        self._process = os.getpid()

    def start(self, name: str, rule: Rule) -> Account:
        """Begin a book; BookUnavailable if there is one of this name: what it has spent does not come back.

        A file that is missing is made, and so are the tables. Raises ParameterError for a rule of somebody's own, and
        for what is no name.
        """
        demand_text("the book's name", name, LONGEST_NAME)
        columns = _columns(rule)
        make_file(self._url)

        def work(connection: Connection) -> bool:
            lock_ledger(connection)
            demand_tables(connection)
            METADATA.create_all(connection)
            demand_known_ledger(connection)
            if book_named(Rows.of(connection), name) is not None:
                return False
            found_book(connection, name, columns)
            return True

        if not transact(self._used(), work, f"it is not known whether the book {name!r} was begun"):
            raise BookUnavailable(f"there is a book {name!r} in {shown(self._url)}: resume it, or give another name")
        return Account(self._database, self._memory, name, rule)

    def resume(self, name: str, rule: Rule) -> Account:
        """Go on with a book; BookUnavailable if it is missing, or has another measure, rule or budget."""
        account = self.account(name)
        found, wanted = _columns(account.rule), _columns(rule)
        other = next((column for column, text in wanted.items() if found[column] != text), None)
        if other is not None:
            of_book, remedy = f"the book {name!r} has another {other}", "give the one it has, or start another book"
            raise BookUnavailable(f"{of_book}, {found[other]}, not {wanted[other]}: {remedy}")
        return account

    def account(self, name: str) -> Account:
        """A book, by the rule that it has itself; BookUnavailable if it is missing, or cannot be read."""
        demand_text("the book's name", name, LONGEST_NAME)

        def work(connection: Connection) -> Rule | None:
            row = book_named(Rows.of(connection), name)
            return None if row is None else rule_of(row)

        rule = read(self._used(), work, f"the book {name!r} cannot be read")
        if rule is None:
            raise self._missing(name)
        return Account(self._database, self._memory, name, rule)

    def names(self) -> tuple[str, ...]:
        """The names of the books; BookUnavailable if the ledger cannot be read."""
        return read(self._used(), lambda connection: tuple(b["name"] for b in books(connection, None)), UNREAD)

    def states(self, name: str | None = None) -> tuple[State, ...]:
        """All books as they stand, or the one with this name; BookUnavailable if there is none."""

        def work(connection: Connection) -> tuple[State, ...]:
            return tuple(state(connection, book) for book in books(connection, name))

        return self._of(name, read(self._used(), work, UNREAD))

    def history(self, name: str, use: Callable[[Iterator[Posting]], T]) -> T:
        """What `use` makes of the entries of a book, which come in order and some at a time; it is called once.

        Raises BookUnavailable if there is no such book, or no more can be read; and what `use` raises.
        """

        def work(connection: Connection) -> tuple[T, ...]:
            return tuple(handed(history(connection, book), use) for book in books(connection, name))

        try:
            return self._of(name, read(self._used(), work, UNREAD))[0]
        except OfCaller as thrown:
            error = thrown.error
        raise error

    def verify(self, name: str | None = None, expect: str | None = None) -> tuple[Verification, ...]:
        """What is found of all books, or the one with this name, when their chains and decisions are made again.

        expect: a head that was kept elsewhere, of the one book. Raises BookUnavailable if there is no such book, or the
        ledger cannot be read.
        """

        def work(connection: Connection) -> tuple[Verification, ...]:
            return tuple(verify_book(connection, book, expect) for book in books(connection, name))

        return self._of(name, read(self._used(), work, UNREAD))

    def migrate(self) -> tuple[Migration, ...]:
        """Take all books to the schema of this program, all or none; no charge is changed.

        Raises BookUnavailable for a book of a newer schema, and where a book would not verify afterwards.
        """
        return transact(self._used(), migrate, "the ledger is not migrated")

    def spend(self, losses: Mapping[str, Asked], label: str, request: str | None = None) -> dict[str, Decision]:
        """Charge several books, by their names, all or none.

        If one is refused, its decision is the only one that comes back. Otherwise as `Account.spend`.
        """
        if not isinstance(losses, Mapping) or not losses:
            raise ParameterError("losses", losses, "give a mapping from names of books to losses, at least one")
        accounts = {name: self.account(name) for name in losses}
        asked = {name: account.entry(losses[name], label) for name, account in accounts.items()}
        kind = _together(losses)
        seen = {name: self._memory.of(name) for name in accounts}
        entries = {name: replace(entry, kind=kind) for name, entry in asked.items()}
        nonce = demand_request(request)

        def work(rows: Rows) -> dict[str, Charged]:
            charged: dict[str, Charged] = {}
            # In one order, whoever asks, so that no two wait for each other.
            for name in sorted(accounts):
                kept = accounts[name].spend_in(rows, nonce, entries[name], seen[name])
                if isinstance(kept, Refusal):
                    raise _Refused(name, kept)
                charged[name] = kept
            return charged

        try:
            kept: Mapping[str, Charged | Refusal] = write(self._used(), work, UNKNOWN)
        except _Refused as error:
            kept = {error.name: error.refusal}
        decisions = {name: accounts[name].decision(kept[name]) for name in losses if name in kept}
        for account in accounts.values():
            account.demand_own_process()
        return decisions

    def _used(self) -> Engine:
        """The database; WrongProcess after a fork, where two processes would share one connection."""
        refused = is_elsewhere(self._process, "ledger")
        if refused is not None:
            raise refused
        return self._database.engine

    def _of(self, name: str | None, found: tuple[T, ...]) -> tuple[T, ...]:
        if name is not None and not found:
            raise self._missing(name)
        return found

    def _missing(self, name: str) -> BookUnavailable:
        return BookUnavailable(f"there is no book {name!r} in {shown(self._url)}: start it, or give its name")

    def close(self) -> None:
        """Give back the connections to the database."""
        close(self._database.engine)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Ledger {shown(self._url)}>"


def _together(losses: Mapping[str, Asked]) -> str:
    """The kind of what is charged at once: it tells all the books, so that a request for others is another one."""
    written = chain.write({name: write_loss(loss) for name, loss in losses.items()})
    return f"together {hashlib.sha256(written.encode()).hexdigest()[:24]}"


def open_ledger(ledger: object) -> Ledger:
    """The ledger, or the one with this path or URL; ParameterError for what is neither."""
    return ledger if isinstance(ledger, Ledger) else Ledger(ledger)


def _columns(rule: Rule) -> dict[str, str]:
    """What a book says of its rule, and never changes."""
    budget = rule.budget
    return {
        "measure": str(budget.measure),
        "budget": loss_text(budget),
        "rule": rule_text(rule),
    }
