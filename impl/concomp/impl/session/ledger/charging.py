"""A charge within a transaction: found again by its nonce, or decided on what is stored and appended."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Decide, Entry
from concomp.impl.session.errors import InvalidQuery
from concomp.impl.session.ledger.heads import Head, append, body
from concomp.impl.session.ledger.memory import Seen
from concomp.impl.session.ledger.nesting import totals_after, totals_at
from concomp.impl.session.ledger.statements import Rows


@dataclass(frozen=True)
class Charged:
    """A charge that is kept: its entry, as it is known again, and the totals after it, of whoever charged."""

    entry: Seen
    totals: Totals


def charge_head(rows: Rows, head: Head, nonce: str, entry: Entry, decide: Decide) -> Charged | Refusal:
    """Charge the book of a head that is locked, or a session nested in it, unless the nonce was charged before.

    Raises InvalidQuery if the nonce was charged for something else.
    """
    known = head.known
    if known is not None:
        if any(known[column] != asked for column, asked in body(entry).items()):
            raise InvalidQuery(f"the request {nonce!r} was charged for something else: give each request an id")
        return Charged(Seen(known["number"], known["hash"]), totals_after(known))
    decided = decide(totals_at(rows, head, entry.path))
    if isinstance(decided, Refusal):
        return decided
    return Charged(append(rows, head, nonce, entry, decided), decided)
