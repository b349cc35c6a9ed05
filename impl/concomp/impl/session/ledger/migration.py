"""A ledger of an older schema, made one of this program's: in one transaction, and only if all of it verifies then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select, update

from concomp.impl.session.ledger.chain import OF_NESTED
from concomp.impl.session.ledger.engines import Broken, lock_ledger
from concomp.impl.session.ledger.heads import demand_intact, demand_no_newer_schema, demand_tables
from concomp.impl.session.ledger.statements import Rows
from concomp.impl.session.ledger.tables import BOOKS, ENTRIES, NESTED, SCHEMA
from concomp.impl.session.ledger.verification import verify_book

Step = Callable[[Connection], None]
"""What changes tables and rows of one schema to those of the next."""


def nest(connection: Connection) -> None:
    """Make room for what nested sessions launch, of which nothing was kept before."""
    for column in (ENTRIES.c[name] for name in OF_NESTED):
        connection.exec_driver_sql(f"ALTER TABLE {ENTRIES.name} ADD COLUMN {column.name} {column.type}")
    NESTED.create(connection)


STEPS: Mapping[int, Step] = {1: nest}
"""The step from each schema to the next; the hashes of entries stay what they were."""


@dataclass(frozen=True)
class Migration:
    """What came of a book. before, after: its schema."""

    name: str
    before: int
    after: int


def migrate(connection: Connection) -> tuple[Migration, ...]:
    """Take all books to this program's schema; nobody charges meanwhile.

    Raises Broken for a book of a newer schema, for one that there is no step for, for one that does not verify when it
    is migrated, then nothing of it is kept, and for one that has nothing to migrate and is not intact.
    """
    lock_ledger(connection)
    demand_tables(connection)
    rows = list(map(dict, connection.execute(select(BOOKS).order_by(BOOKS.c.name).with_for_update()).mappings()))
    for row in rows:
        demand_no_newer_schema(row["name"], row["schema"])
    oldest = min((row["schema"] for row in rows), default=SCHEMA)
    for schema in range(oldest, SCHEMA):
        _step(schema)(connection)
    if oldest < SCHEMA:
        connection.execute(update(BOOKS).values(schema=SCHEMA))
        _demand_sound(connection)
    for row in rows if oldest == SCHEMA else ():
        demand_intact(Rows.of(connection), row)
    return tuple(Migration(row["name"], row["schema"], SCHEMA) for row in rows)


def _step(schema: int) -> Step:
    step = STEPS.get(schema)
    if step is None:
        raise Broken(f"no step leads from schema {schema} to the next: use an older concomp, or see who wrote there")
    return step


def _demand_sound(connection: Connection) -> None:
    for book in connection.execute(select(BOOKS)).mappings().all():
        found = verify_book(connection, dict(book))
        if found.problem is not None:
            raise Broken(f"the book {found.name!r} would not verify, and is left as it was: {found.problem}")
