"""Nested sessions in the rows of a book, within a transaction.

What opens a nested session is charged its whole budget, as an entry that keeps its rule. What it launches are entries
of the same chain, by a path of the numbers of the entries that opened it and those around it: "3/7". They leave the
totals of the book as they are, and have totals of their own.
"""

from __future__ import annotations

from sqlalchemy import bindparam, select

from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.ledger.chain import entry_hash
from concomp.impl.session.ledger.engines import Broken
from concomp.impl.session.ledger.heads import Head, read_totals, reading
from concomp.impl.session.ledger.statements import Row, Rows, Statement
from concomp.impl.session.ledger.tables import ENTRIES

OF_BOOK = select(ENTRIES).where(ENTRIES.c.book == bindparam("book"))
OPENED = Statement(OF_BOOK.where(ENTRIES.c.nonce == bindparam("nonce")))
"""The entry that was made with a nonce."""
LAST_AT = Statement(OF_BOOK.where(ENTRIES.c.path == bindparam("path")).order_by(ENTRIES.c.number.desc()).limit(1))
"""The last entry of a nested session."""


def path_within(outer: str | None, number: int) -> str:
    """The path of what a nested session launches, by that of the entry that opened it, and its number."""
    return str(number) if outer is None else f"{outer}/{number}"


def path_of(rows: Rows, head: Head, nonce: str) -> str:
    """The path of what a nested session launches, by the nonce of the entry that opened it; Broken if there is none."""
    opened = rows.one(OPENED, {"book": head.book, "nonce": nonce})
    if opened is None:
        raise Broken(f"the book {head.row['name']!r} lacks the charge of a nested session: see `concomp ledger verify`")
    return path_within(opened["path"], opened["number"])


def totals_at(rows: Rows, head: Head, path: str | None) -> Totals | None:
    """The totals of a nested session, or the book's own where there is no path; None before the first charge.

    Raises Broken for an entry that was edited.
    """
    if path is None:
        return head.totals
    last = rows.one(LAST_AT, {"book": head.book, "path": path})
    if last is None:
        return None
    with reading(f"entry {last['number']}"):
        if entry_hash(last) == last["hash"]:
            return totals_after(last)
    raise Broken(f"entry {last['number']} was edited: see `concomp ledger verify`")


def totals_after(entry: Row) -> Totals:
    """The totals after an entry, of whoever was charged: its nested session, or the book."""
    return read_totals(entry["totals"] if entry["path"] is None else entry["within"])
