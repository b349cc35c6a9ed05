"""What a ledger says, made again: the chain, the totals, and every decision of the rule.

What is cut off the end, and a copy that was kept and put back, agree with themselves: these are noticed only by a head
that was kept elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, select

from concomp.impl.accounting.rules.rule import Refusal, Rule, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.ledger.chain import entry_hash, founding_hash
from concomp.impl.session.ledger.engines import Broken
from concomp.impl.session.ledger.forms import loss_of, rule_within
from concomp.impl.session.ledger.heads import reading, write_totals
from concomp.impl.session.ledger.history import rule_of
from concomp.impl.session.ledger.nesting import path_within
from concomp.impl.session.ledger.statements import Row
from concomp.impl.session.ledger.tables import ENTRIES


@dataclass
class Verification:
    """What was found of a book.

    problem: the first thing that does not agree, with its place; None if all does. number, head: of the last entry
    that was looked at.
    """

    name: str
    number: int
    head: str
    problem: str | None = None


def verify_book(connection: Connection, book: Row, expected: str | None = None) -> Verification:
    """What is found of a book when all of it is made again.

    expected: a head that was kept elsewhere, which must be that of an entry.
    """
    found = Verification(book["name"], 0, "")
    try:
        with reading(f"what follows entry {found.number}"):
            _follow(connection, book, found, expected)
    except Broken as error:
        found.problem = str(error)
    return found


def _follow(connection: Connection, book: Row, found: Verification, expected: str | None) -> None:
    """Follow the chain from the founding of the book to its head, and note the first thing that does not agree."""
    found.head = founding_hash(book)
    accounts, seen, kept = Accounts(rule_of(book)), expected in (None, found.head), ""
    for entry in _entries(connection, book["id"]):
        with reading(f"entry {entry['number']}"):
            problem = _broken_link(entry, found) or accounts.problem(entry)
        if problem is not None:
            found.problem = f"entry {entry['number']}: {problem}"
            return
        found.number, found.head, kept = entry["number"], entry["hash"], entry["totals"]
        seen = seen or found.head == expected
    if (book["number"], book["head"], book["totals"]) != (found.number, found.head, kept):
        found.problem = f"the head says entry {book['number']}, and the last entry is {found.number}"
    elif not seen:
        found.problem = f"no entry has the hash {expected}: entries were cut off, or an old copy was put back"


def _entries(connection: Connection, book: int) -> Iterator[Row]:
    ordered = select(ENTRIES).where(ENTRIES.c.book == book).order_by(ENTRIES.c.number)
    yield from map(dict, connection.execution_options(yield_per=1000).execute(ordered).mappings())


def _broken_link(entry: Row, found: Verification) -> str | None:
    """What is wrong with the place of an entry in the chain, if anything."""
    if entry["number"] != found.number + 1:
        return f"it follows entry {found.number}: one is missing or was put between"
    if entry["previous"] != found.head or entry_hash(entry) != entry["hash"]:
        return "its hash is not that of what it says and of the entry before: it was edited"
    return None


class Accounts:
    """What a book and the sessions that are nested in it have spent, by the decisions of their rules made again.

    It grows with the number of nested sessions, not with that of charges.
    """

    def __init__(self, rule: Rule) -> None:
        """Take the rule of the book; nothing is spent."""
        self._accounts: dict[str | None, tuple[Rule, Totals]] = {None: (rule, rule.start)}

    def problem(self, entry: Row) -> str | None:
        """What is wrong with what an entry says that was decided, if anything; it counts from now on."""
        path = entry["path"]
        account = self._accounts.get(path)
        if account is None:
            return f"no entry opens the nested session {path!r} that it is of"
        rule, totals = account
        decided = charge(rule, totals, loss_of(entry["asked"]))
        if isinstance(decided, Refusal):
            return f"the rule refuses {decided.asked!r} after what was spent, {decided.spent!r}"
        self._accounts[path] = rule, decided
        if write_totals(self._accounts[None][1]) != entry["totals"]:
            return "its totals are not what the rule counts"
        if entry["within"] != (None if path is None else write_totals(decided)):
            return "its totals within a nested session are not what the rule of that session counts"
        if entry["opens"] is not None:
            opened = rule_within(entry["opens"], entry["asked"])
            self._accounts[path_within(path, entry["number"])] = opened, opened.start
        return None
