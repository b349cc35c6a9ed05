"""What a ledger says of its books and their charges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from concomp.impl.accounting.rules.rule import Reading, Rule
from concomp.impl.accounting.together import Asked
from concomp.impl.session.ledger.forms import loss_of, rule_within
from concomp.impl.session.ledger.heads import demand_intact, demand_known_schema, read_totals, reading
from concomp.impl.session.ledger.statements import Row, Rows
from concomp.impl.session.ledger.tables import ANSWERED, BOOKS, ENTRIES, demand_types

AT_ONCE = 1000
"""How many entries are read at once."""
OF_POSTING = ("number", "time", "label", "kind", "nonce", "hash", "path")
"""The columns of an entry that history shows as they are."""


@dataclass(frozen=True)
class Posting:
    """A charge as history shows it.

    number: its place. label, loss, kind: what was launched, what it was charged, and on whose word.
    is_answered: whether it is known that it brought an answer; if not, it may have, or its process ended before.
    path: of a launch in a nested session, the numbers of the charges that opened it and those around it, such as "3/7";
    it was paid for with the first of them. None for a charge of the book's own.
    """

    number: int
    time: str
    label: str
    loss: Asked
    kind: str
    nonce: str
    hash: str
    is_answered: bool
    path: str | None


@dataclass(frozen=True)
class State:
    """A book as it stands.

    number, head: of the last entry. unanswered: how many charges are not known to have brought an answer. Both count
    what nested sessions launched.
    """

    name: str
    rule: Rule
    spent: Reading
    remaining: Reading
    number: int
    head: str
    unanswered: int


def rule_of(book: Row) -> Rule:
    """The rule of a book; Broken for what is none."""
    with reading(f"the rule of the book {book['name']!r}"):
        return rule_within(book["rule"], book["budget"])


def books(connection: Connection, name: str | None) -> list[Row]:
    """The rows of all books, or of the one with this name; Broken for a book of another schema."""
    chosen = select(BOOKS).order_by(BOOKS.c.name)
    found = connection.execute(chosen if name is None else chosen.where(BOOKS.c.name == name)).mappings()
    rows = [dict(row) for row in found]
    for row in rows:
        demand_types(BOOKS, row)
        demand_known_schema(row)
    return rows


def state(connection: Connection, book: Row) -> State:
    """A book as it stands; Broken if its head does not agree with its last entry."""
    demand_intact(Rows.of(connection), book)
    rule = rule_of(book)
    with reading("what the head keeps"):
        totals = read_totals(book["totals"]) if book["number"] else rule.start
    answered = select(func.count()).select_from(ANSWERED).where(ANSWERED.c.book == book["id"])
    unanswered = book["number"] - connection.execute(answered).scalar_one()
    return State(
        book["name"], rule, rule.spent(totals), rule.remaining(totals), book["number"], book["head"], unanswered
    )


def history(connection: Connection, book: Row) -> Iterator[Posting]:
    """The entries of a book, in order."""
    joined = ENTRIES.outerjoin(ANSWERED, (ANSWERED.c.book == ENTRIES.c.book) & (ANSWERED.c.nonce == ENTRIES.c.nonce))
    listed = select(ENTRIES, ANSWERED.c.nonce.label("answered")).select_from(joined)
    ordered = listed.where(ENTRIES.c.book == book["id"]).order_by(ENTRIES.c.number)
    for row in connection.execution_options(yield_per=AT_ONCE).execute(ordered).mappings():
        columns: dict[str, Any] = {name: row[name] for name in OF_POSTING}
        with reading(f"entry {row['number']}"):
            demand_types(ENTRIES, row)
            loss = loss_of(row["asked"])
        yield Posting(loss=loss, is_answered=row["answered"] is not None, **columns)
