"""What a ledger says, made again: the chain, the totals, and every decision of the rule.

What is cut off the end, and a copy that was kept and put back, agree with themselves: these are noticed only by a head
that was kept elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, func, select

from concomp.impl.accounting.rules.rule import Reading, Refusal, Rule, charge
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.written import read_budget, read_loss, read_rule
from concomp.impl.accounting.together import Asked
from concomp.impl.session.ledger.chain import entry_hash, founding_hash
from concomp.impl.session.ledger.heads import Row, demand_known_schema, write_totals
from concomp.impl.session.ledger.tables import ANSWERED, BOOKS, ENTRIES
from concomp.model.numbers import ParameterError


@dataclass(frozen=True)
class Entry:
    """An entry as history shows it.

    number: its place. label, loss, kind: what was launched, what it was charged, and on whose word.
    is_answered: whether it is known that it brought an answer; if not, it may have, or its process ended before.
    """

    number: int
    time: str
    label: str
    loss: Asked
    kind: str
    nonce: str
    hash: str
    is_answered: bool


@dataclass(frozen=True)
class State:
    """A book as it stands.

    number, head: of the last entry. unanswered: how many charges are not known to have brought an answer.
    """

    name: str
    rule: Rule
    spent: Reading
    remaining: Reading
    number: int
    head: str
    unanswered: int


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


@lru_cache(maxsize=1024)
def _loss(written: str) -> Asked:
    return read_loss(json.loads(written))


def rule_of(book: Row) -> Rule:
    """The rule of a book; ParameterError for what is none."""
    return read_rule(json.loads(book["rule"]), read_budget(json.loads(book["budget"])))


def books(connection: Connection, name: str | None) -> list[Row]:
    """The rows of all books, or of the one with this name; Broken for a book of another schema."""
    chosen = select(BOOKS).order_by(BOOKS.c.name)
    found = connection.execute(chosen if name is None else chosen.where(BOOKS.c.name == name)).mappings()
    rows = [dict(row) for row in found]
    for row in rows:
        demand_known_schema(row)
    return rows


def state(connection: Connection, book: Row) -> State:
    """A book as it stands."""
    rule = rule_of(book)
    totals = Totals.from_json(json.loads(book["totals"])) if book["number"] else rule.start
    answered = select(func.count()).select_from(ANSWERED).where(ANSWERED.c.book == book["id"])
    unanswered = book["number"] - connection.execute(answered).scalar_one()
    return State(
        book["name"], rule, rule.spent(totals), rule.remaining(totals), book["number"], book["head"], unanswered
    )


def history(connection: Connection, book: Row) -> Iterator[Entry]:
    """The entries of a book, in order."""
    joined = ENTRIES.outerjoin(ANSWERED, (ANSWERED.c.book == ENTRIES.c.book) & (ANSWERED.c.nonce == ENTRIES.c.nonce))
    listed = select(ENTRIES, ANSWERED.c.nonce.label("answered")).select_from(joined)
    ordered = listed.where(ENTRIES.c.book == book["id"]).order_by(ENTRIES.c.number)
    for row in connection.execution_options(yield_per=1000).execute(ordered).mappings():
        columns: dict[str, Any] = {name: row[name] for name in ("number", "time", "label", "kind", "nonce", "hash")}
        yield Entry(loss=_loss(row["asked"]), is_answered=row["answered"] is not None, **columns)


def verify_book(connection: Connection, book: Row, expected: str | None = None) -> Verification:
    """What is found of a book when all of it is made again.

    expected: a head that was kept elsewhere, which must be that of an entry.
    """
    found = Verification(book["name"], 0, founding_hash(book))
    seen = expected is None or expected == found.head
    try:
        rule = rule_of(book)
        totals, kept = rule.start, ""
        for entry in _entries(connection, book["id"]):
            problem, totals = _entry_problem(entry, found, rule, totals)
            if problem is not None:
                found.problem = f"entry {entry['number']}: {problem}"
                return found
            found.number, found.head, kept = entry["number"], entry["hash"], entry["totals"]
            seen = seen or found.head == expected
    except (ParameterError, ValueError, KeyError, TypeError) as error:
        found.problem = f"after entry {found.number}: {error}"
        return found
    if (book["number"], book["head"], book["totals"]) != (found.number, found.head, kept):
        found.problem = f"the head says entry {book['number']}, and the last entry is {found.number}"
    elif not seen:
        found.problem = f"no entry has the hash {expected}: entries were cut off, or an old copy was put back"
    return found


def _entries(connection: Connection, book: int) -> Iterator[Row]:
    ordered = select(ENTRIES).where(ENTRIES.c.book == book).order_by(ENTRIES.c.number)
    yield from map(dict, connection.execution_options(yield_per=1000).execute(ordered).mappings())


def _entry_problem(entry: Row, found: Verification, rule: Rule, totals: Totals) -> tuple[str | None, Totals]:
    """What is wrong with an entry, if anything, and the totals after it."""
    if entry["number"] != found.number + 1:
        return f"it follows entry {found.number}: one is missing or was put between", totals
    if entry["previous"] != found.head or entry_hash(entry) != entry["hash"]:
        return "its hash is not that of what it says and of the entry before: it was edited", totals
    decided = charge(rule, totals, _loss(entry["asked"]))
    if isinstance(decided, Refusal):
        return f"the rule refuses {decided.asked!r} after what was spent, {decided.spent!r}", totals
    if write_totals(decided) != entry["totals"]:
        return "its totals are not what the rule counts", totals
    return None, decided
