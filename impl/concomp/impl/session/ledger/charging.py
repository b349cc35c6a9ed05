"""A charge within a transaction: found again by its nonce, or decided on what is stored and appended."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Decide, Entry
from concomp.impl.session.errors import InvalidQuery
from concomp.impl.session.ledger.engines import Broken
from concomp.impl.session.ledger.heads import append, body, entry_of, locked_head, read_totals


@dataclass(frozen=True)
class Charged:
    """A charge that is kept: the number of its entry, and the totals after it."""

    number: int
    totals: Totals


def charge_book(
    connection: Connection, name: str, nonce: str, entry: Entry, decide: Decide, seen: int
) -> Charged | Refusal:
    """Charge a book, unless this nonce was charged before, or it is refused.

    seen: the number of an entry that is known to be there. Raises Broken where there is no such book, it is not whole,
    or that entry is gone; InvalidQuery if the nonce was charged for something else.
    """
    head = locked_head(connection, name)
    if head.number < seen:
        raise Broken(f"entry {seen} of the book {name!r} is gone: an old copy was put back; charge what it lacks")
    known = entry_of(connection, head, nonce)
    if known is not None:
        if any(known[column] != asked for column, asked in body(entry).items()):
            raise InvalidQuery(f"the request {nonce!r} was charged for something else: give each request an id")
        return Charged(known["number"], read_totals(known["totals"]))
    decided = decide(head.totals)
    if isinstance(decided, Refusal):
        return decided
    return Charged(append(connection, head, nonce, entry, decided), decided)
