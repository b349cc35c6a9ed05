"""Statements that SQLAlchemy's Core writes, once for each engine, and the engine's driver runs.

For each run of a statement Core takes several times as long as the engine does, while whoever charges holds a lock.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql import ClauseElement

from concomp.impl.session.isolation import is_elsewhere

Row = dict[str, Any]


class Written(NamedTuple):
    """A statement as a driver takes it.

    constants: the values that it has itself. places: in order, if by order. columns: of what it selects, if it does.
    """

    text: str
    constants: Mapping[str, Any]
    places: tuple[str, ...] | None
    columns: tuple[str, ...]

    def arguments(self, values: Mapping[str, Any]) -> Any:
        """The values, as the driver takes them."""
        named = {**self.constants, **values}
        return named if self.places is None else [named[place] for place in self.places]

    def rows(self, fetched: Iterable[Sequence[Any]]) -> list[Row]:
        """The rows that it selects, with the names of their columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in fetched]


class Statement:
    """A statement of Core whose values are bound by name."""

    __slots__ = ("_clause", "_written")

    def __init__(self, clause: ClauseElement) -> None:
        """Take what Core makes."""
        self._clause = clause
        self._written: dict[str, Written] = {}

    def written(self, dialect: Dialect) -> Written:
        """The statement as the driver of an engine takes it."""
        written = self._written.get(dialect.paramstyle)
        if written is None:
            compiled: Any = self._clause.compile(dialect=dialect)
            constants = {name: value for name, value in compiled.params.items() if value is not None}
            places = tuple(compiled.positiontup) if compiled.positional else None
            columns = tuple(getattr(self._clause, "selected_columns", {}).keys())
            written = self._written[dialect.paramstyle] = Written(str(compiled), constants, places, columns)
        return written


class Rows:
    """The rows of a ledger, within a transaction: what runs statements."""

    __slots__ = ("_connection", "_cursor", "_dialect", "_process")

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect) -> None:
        """Take a connection that is in a transaction, and what its engine speaks."""
        self._connection = connection
        self._cursor = connection.cursor()
        self._dialect = dialect
        self._process = os.getpid()

    @classmethod
    def of(cls, connection: Connection) -> Rows:
        """The rows, within the transaction of a connection of Core."""
        return cls(connection.connection, connection.dialect)

    def run(self, statement: Statement, values: Mapping[str, Any]) -> None:
        """Run a statement that has no result."""
        self.run_each(statement, [values])

    def run_each(self, statement: Statement, listed: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement that has no result with each of these values."""
        written = statement.written(self._dialect)
        self._cursor.executemany(written.text, list(map(written.arguments, listed)))

    def all_of(self, *asked: tuple[Statement, Mapping[str, Any]]) -> list[list[Row]]:
        """The rows that each of some statements selects, with its values."""
        return [self._selected(statement.written(self._dialect), values) for statement, values in asked]

    def one(self, statement: Statement, values: Mapping[str, Any]) -> Row | None:
        """The row that a statement selects by a key, if there is one."""
        (found,) = self.all_of((statement, values))
        return next(iter(found), None)

    def commit(self) -> None:
        """Keep what was done; returns when it is kept. Raises WrongProcess in a process that was forked meanwhile."""
        refused = is_elsewhere(self._process, "ledger")
        if refused is not None:
            raise refused
        self._commit()

    def _commit(self) -> None:
        self._connection.commit()

    def _selected(self, written: Written, values: Mapping[str, Any]) -> list[Row]:
        self._cursor.execute(written.text, written.arguments(values))
        return written.rows(self._cursor.fetchall())
