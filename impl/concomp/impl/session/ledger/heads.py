"""The rows of a book, within a transaction that writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    String,
    bindparam,
    cast,
    exists,
    insert,
    inspect,
    literal,
    select,
    union_all,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session.book import Entry, shortened
from concomp.impl.session.errors import SessionError
from concomp.impl.session.ledger.chain import entry_hash, founding_hash, write
from concomp.impl.session.ledger.engines import Broken
from concomp.impl.session.ledger.forms import loss_text, rule_text
from concomp.impl.session.ledger.memory import NOTHING, Seen
from concomp.impl.session.ledger.statements import Row, Rows, Statement
from concomp.impl.session.ledger.tables import ANSWERED, BOOKS, ENTRIES, LONGEST_LABEL, METADATA, SCHEMA
from concomp.impl.session.same import VerySame

OF_NAME = select(BOOKS).where(BOOKS.c.name == bindparam("name"))
NAMED = Statement(OF_NAME)
"""A book by its name."""
LOCKED = Statement(OF_NAME.with_for_update())
"""The same, which nobody else charges till the transaction ends."""
OF_NAMED = select(ENTRIES).where(ENTRIES.c.book == OF_NAME.with_only_columns(BOOKS.c.id).scalar_subquery())
LAST = OF_NAME.with_only_columns(BOOKS.c.number).scalar_subquery()
KEYS = (
    *(ENTRIES.c.number == number for number in (literal(1), LAST, bindparam("seen"))),
    ENTRIES.c.nonce == bindparam("nonce"),
)
# Each by a key of its own: for several at once, PostgreSQL goes through a book whose entries it has not counted yet.
LOOKED_AT = Statement(union_all(*map(OF_NAMED.where, KEYS)))
"""The first entry of a book by its name, the last by its head, one by its number, and the one made with a nonce."""
APPEND = Statement(insert(ENTRIES))
MOVE = Statement(
    update(BOOKS)
    .where(BOOKS.c.id == bindparam("book"))
    .values({column: bindparam(f"{column}_after") for column in ("number", "totals", "head")})
)
"""Change what a book says of its head."""
IS_NOTED = exists().where(ANSWERED.c.book == bindparam("book"), ANSWERED.c.nonce == bindparam("nonce"))
NOTE = Statement(
    insert(ANSWERED).from_select(
        ["book", "nonce"],
        select(cast(bindparam("book"), Integer), cast(bindparam("nonce"), String)).where(~IS_NOTED),
    )
)
"""Note that a charge has brought an answer, unless that is noted."""


@dataclass(frozen=True)
class Head:
    """What the last charge of a book left.

    row: of the book, whose lock the transaction holds. known: the entry that was made with the nonce that was looked
    for, if there is one.
    """

    row: Row
    known: Row | None

    @property
    def book(self) -> int:
        """The number of the book."""
        return int(self.row["id"])

    @property
    def number(self) -> int:
        """The number of its last entry."""
        return int(self.row["number"])

    @property
    def seen(self) -> Seen:
        """Its last entry, to be known again."""
        return Seen(self.number, str(self.row["head"])) if self.number else NOTHING

    @property
    def totals(self) -> Totals | None:
        """What is kept; None before the first charge."""
        with reading("what the head keeps"):
            return read_totals(self.row["totals"]) if self.row["number"] else None


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turn whatever goes wrong in reading a row into Broken: somebody may have written anything there."""
    problem = None
    try:
        yield
    except (Broken, SQLAlchemyError, SessionError):
        raise
    except Exception as error:
        problem = type(error).__name__
    if problem is not None:
        raise Broken(f"{what} cannot be read ({problem}): see `concomp ledger verify`")


def write_totals(totals: Totals) -> str:
    """Totals as they are kept."""
    return write(totals.to_json())


def read_totals(kept: str) -> Totals:
    """What `write_totals` wrote."""
    return Totals.from_json(json.loads(kept))


def now() -> str:
    """The time, for people; nothing depends on it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def found_book(connection: Connection, name: str, columns: Mapping[str, Any]) -> None:
    """Begin a book with this name, rule and budget; raises IntegrityError if there is one."""
    row = {"name": name, "schema": SCHEMA, "time": now(), **columns}
    head = {"number": 0, "totals": "", "head": founding_hash(row)}
    connection.execute(insert(BOOKS).values(**row, **head))


def locked_head(rows: Rows, name: str, seen: Seen, nonce: str | None = None) -> Head:
    """The head of a book, which nobody else charges until the transaction ends, and the entry with the nonce.

    Raises Broken where there is no such book, its head does not agree with the last entry, or an entry that was seen is
    not there.
    """
    return _head(rows, name, LOCKED, seen, nonce)


def read_head(rows: Rows, name: str, seen: Seen) -> Head:
    """The head of a book, which others may charge meanwhile; raises what `locked_head` does."""
    return _head(rows, name, NAMED, seen, None)


def demand_known_schema(book: Row) -> None:
    """Raise Broken for a book of a form that this program does not know."""
    demand_no_newer_schema(book["name"], book["schema"])
    if book["schema"] != SCHEMA:
        raise Broken(f"the book {book['name']!r} has the older schema {book['schema']}: run `concomp ledger migrate`")


def demand_tables(connection: Connection) -> None:
    """Raise Broken for a ledger of whose tables some are there and some are not."""
    there = set(inspect(connection).get_table_names())
    gone = sorted(METADATA.tables.keys() - there)
    if gone and len(gone) < len(METADATA.tables):
        raise Broken(f"its table {gone[0]} is gone, and what it kept with it: restore a copy")


def demand_known_ledger(connection: Connection) -> None:
    """Raise Broken for a ledger of another schema, by any of its books: they are migrated together."""
    book = connection.execute(select(BOOKS).limit(1)).mappings().one_or_none()
    if book is not None:
        demand_known_schema(dict(book))


def demand_no_newer_schema(name: str, schema: object) -> None:
    """Raise Broken for a schema that no program of this version or before has written."""
    if type(schema) is not int or not 1 <= schema <= SCHEMA:
        found = f"the book {name!r} has schema {schema!r}, and this program knows {SCHEMA}"
        raise Broken(f"{found}: use a newer concomp, or see who wrote there")


def demand_intact(rows: Rows, book: Row) -> None:
    """Raise Broken for a book whose head does not agree with its last entry, or its rule with its first one."""
    (entries,) = rows.all_of(_looked_at(book["name"], NOTHING, None))
    _demand_agreement(book, entries)


def _demand_agreement(book: Row, entries: Sequence[Row]) -> None:
    with reading(f"the book {book['name']!r}"):
        founding = founding_hash(book)
        first, last = _links(book, entries) if book["number"] or entries else (founding, founding)
    if first != founding:
        raise Broken(f"the rule or budget of the book {book['name']!r} was edited: see `concomp ledger verify`")
    if book["head"] != last:
        remedy = "see `concomp ledger verify`"
        raise Broken(f"the head of the book {book['name']!r} is not what its last entry left: {remedy}")


def append(rows: Rows, head: Head, nonce: str, entry: Entry, totals: Totals) -> Seen:
    """Append a charge to the book, and move its head; returns the entry, as it is known again.

    totals: of whoever charges. A session that is nested in the book has been paid for: the book's own stay as they are.
    """
    written, is_own = write_totals(totals), entry.path is None
    row = {
        **body(entry),
        "number": head.row["number"] + 1,
        "nonce": nonce,
        "totals": written if is_own else head.row["totals"],
        "within": None if is_own else written,
        "time": now(),
        "previous": head.row["head"],
    }
    digest = entry_hash(row)
    rows.run(APPEND, {"book": head.book, "hash": digest, **row})
    after = {"number_after": row["number"], "totals_after": row["totals"], "head_after": digest}
    rows.run(MOVE, {"book": head.book, **after})
    return Seen(row["number"], digest)


def body(entry: Entry) -> dict[str, Any]:
    """What is asked for, as an entry keeps it."""
    return {
        "kind": entry.kind,
        "label": shortened(entry.name, LONGEST_LABEL),
        "asked": loss_text(entry.loss),
        "evidence": None if entry.evidence is None else _evidence_hash(VerySame(entry.evidence)),
        "path": entry.path,
        "opens": None if entry.opens is None else rule_text(entry.opens),
    }


@lru_cache(maxsize=256)
def _evidence_hash(evidence: VerySame) -> str:
    """The hash of a piece of evidence, which never changes."""
    return sha256(evidence.objects[0].model_dump_json().encode()).hexdigest()


def note_answered(rows: Rows, head: Head, nonces: Set[str]) -> None:
    """Note that charges have brought an answer."""
    if nonces:
        rows.run_each(NOTE, [{"book": head.book, "nonce": nonce} for nonce in sorted(nonces)])


def book_named(rows: Rows, name: str) -> Row | None:
    """The row of a book; None if there is none of this name, Broken if this program does not know its schema."""
    row = rows.one(NAMED, {"name": name})
    if row is not None:
        demand_known_schema(row)
    return row


def _head(rows: Rows, name: str, chosen: Statement, seen: Seen, nonce: str | None) -> Head:
    # Both at once, and the entries by what the head says when it is locked: so whoever charges waits for a server once.
    books, entries = rows.all_of((chosen, {"name": name}), _looked_at(name, seen, nonce))
    if not books:
        raise Broken(f"there is no book {name!r}: if its file was deleted or restored, its budget is not back")
    (row,) = books
    demand_known_schema(row)
    _demand_agreement(row, entries)
    _demand_seen(name, entries, seen)
    return Head(row, next((entry for entry in entries if entry["nonce"] == nonce), None))


def _looked_at(name: str, seen: Seen, nonce: str | None) -> tuple[Statement, Mapping[str, Any]]:
    """What asks for the ends of a book, the entry that was seen, and the one with a nonce."""
    return LOOKED_AT, {"name": name, "seen": seen.number, "nonce": nonce}


def _demand_seen(name: str, entries: Sequence[Row], seen: Seen) -> None:
    if seen.number and all((each["number"], each["hash"]) != (seen.number, seen.hash) for each in entries):
        gone = f"entry {seen.number} of the book {name!r}, which was there, is gone"
        raise Broken(f"{gone}: an old copy was put back; charge what it lacks")


def _links(book: Row, entries: Sequence[Row]) -> tuple[str, str]:
    """What the founding hash and the head have to be, by the first entry and the last, whose own hash is made again.

    Empty for an entry that is missing, or does not agree with the head.
    """
    ends = {entry["number"]: entry for entry in entries}
    first, last = ends.get(1), ends.get(book["number"])
    agrees = last is not None and last["totals"] == book["totals"] and entry_hash(last) == last["hash"]
    return "" if first is None else str(first["previous"]), str(last["hash"]) if last and agrees else ""
