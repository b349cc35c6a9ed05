"""Statements that SQLAlchemy's Core writes, once for each engine, and the engine's driver runs.

For each run of a statement Core takes several times as long as the engine does, while whoever charges holds a lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql import ClauseElement

Row = dict[str, Any]


class Written(NamedTuple):
    """A statement as a driver takes it. constants: the values that it has itself. places: in order, if by order."""

    text: str
    constants: Mapping[str, Any]
    places: tuple[str, ...] | None

    def arguments(self, values: Mapping[str, Any]) -> Any:
        """The values, as the driver takes them."""
        named = {**self.constants, **values}
        return named if self.places is None else [named[place] for place in self.places]


class Statement:
    """A statement of Core whose values are bound by name."""

    __slots__ = ("_clause", "_written")

    def __init__(self, clause: ClauseElement) -> None:
        """Take what Core makes."""
        self._clause = clause
        self._written: dict[str, Written] = {}

    def written(self, dialect: Dialect) -> Written:
        """The statement as the driver of an engine takes it."""
        written = self._written.get(dialect.name)
        if written is None:
            compiled: Any = self._clause.compile(dialect=dialect)
            constants = {name: value for name, value in compiled.params.items() if value is not None}
            places = tuple(compiled.positiontup) if compiled.positional else None
            written = self._written[dialect.name] = Written(str(compiled), constants, places)
        return written


class Rows:
    """The rows of a ledger, within a transaction: what runs statements."""

    __slots__ = ("_cursor", "_dialect")

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect) -> None:
        """Take a connection that is in a transaction, and what its engine speaks."""
        self._cursor = connection.cursor()
        self._dialect = dialect

    @classmethod
    def of(cls, connection: Connection) -> Rows:
        """The rows, within the transaction of a connection of Core."""
        return cls(connection.connection, connection.dialect)

    def run(self, statement: Statement, values: Mapping[str, Any]) -> None:
        """Run a statement that has no result."""
        written = statement.written(self._dialect)
        self._cursor.execute(written.text, written.arguments(values))

    def run_each(self, statement: Statement, listed: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement that has no result with each of these values."""
        written = statement.written(self._dialect)
        self._cursor.executemany(written.text, list(map(written.arguments, listed)))

    def all(self, statement: Statement, values: Mapping[str, Any]) -> list[Row]:
        """The rows that a statement selects."""
        self.run(statement, values)
        names = [column[0] for column in self._cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in self._cursor.fetchall()]

    def one(self, statement: Statement, values: Mapping[str, Any]) -> Row | None:
        """The row that a statement selects by a key, if there is one."""
        return next(iter(self.all(statement, values)), None)
