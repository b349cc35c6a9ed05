"""The tables of a ledger: public values only, no message and no answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

from concomp.impl.session.ledger.engines import Broken

SCHEMA = 2
"""The form of a book; it rises when an older program could no longer read it."""
LONGEST_LABEL = 400
"""The most characters of a label."""
METADATA = MetaData()

BOOKS = Table(
    "books",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("measure", String(20), nullable=False),
    Column("rule", Text, nullable=False),
    Column("budget", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("time", String(40), nullable=False),
    # The head: what the last charge left. Whoever charges locks it, so that charges of one book wait for one another.
    Column("number", Integer, nullable=False),
    Column("totals", Text, nullable=False),
    Column("head", String(64), nullable=False),
)
"""A book: its rule and budget, which never change, and its head."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("book", Integer, ForeignKey("books.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("nonce", String(200), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("label", String(LONGEST_LABEL), nullable=False),
    Column("asked", Text, nullable=False),
    Column("totals", Text, nullable=False),
    Column("evidence", String(64), nullable=True),
    Column("time", String(40), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    # The entries that opened the nested session that it is of, outermost first: "3/7"; null for the book's own.
    Column("path", Text, nullable=True),
    # The rule of the nested session that it opens, within what it is charged; null if it opens none.
    Column("opens", Text, nullable=True),
    # The totals of the nested session that it is of, after it; those of the book stay as they were.
    Column("within", Text, nullable=True),
    # In this order: by the other, PostgreSQL looks for a number among all nonces of a book, till it has counted them.
    UniqueConstraint("nonce", "book"),
)
"""A charge: what was asked for, and the totals after it. It is appended, and never changed."""

NESTED = Index(
    "entries_of_nested",
    *(ENTRIES.c.book, ENTRIES.c.path, ENTRIES.c.number),
    sqlite_where=ENTRIES.c.path.is_not(None),
    postgresql_where=ENTRIES.c.path.is_not(None),
)
"""The last entry of a nested session; whoever nests none pays nothing for it."""

ANSWERED = Table(
    "answered",
    METADATA,
    Column("book", Integer, ForeignKey("books.id"), primary_key=True),
    Column("nonce", String(200), primary_key=True),
)
"""The charges that are known to have brought an answer; what is not here may have brought one that was not noted."""


def demand_types(table: Table, row: Mapping[Any, Any]) -> None:
    """Raise Broken for a row with a value of another type than its column's, which SQLite keeps as it is."""
    for name, types in TYPES[table]:
        if type(row[name]) not in types:
            raise Broken(f"the column {name} of the table {table.name} was edited: see `concomp ledger verify`")


TYPES = {
    table: [
        (column.name, (column.type.python_type, *([type(None)] if column.nullable else []))) for column in table.columns
    ]
    for table in (BOOKS, ENTRIES)
}
"""The types of the values of each column."""
