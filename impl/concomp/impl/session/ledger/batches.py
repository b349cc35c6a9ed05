"""Batches of statements: whoever charges in PostgreSQL sends two messages, and so holds the lock of a book for one.

The first begins, locks the head and reads; the second writes and commits. Whatever is in them goes at once, since each
message has to wake the server, and each answer the program. Statements are prepared on each connection, once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from psycopg.pq import Escaping, ExecStatus
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.pool import PoolProxiedConnection

from concomp.impl.session.ledger.engines import WRITING, Broken
from concomp.impl.session.ledger.statements import Row, Rows, Statement, Written

LONGEST_IDLE = 10_000
"""The milliseconds after which a server gives up a charge whose program is gone, or stopped, and frees the book."""
LOST = re.compile("[\0\ud800-\udfff]")
"""The characters that PostgreSQL does not keep."""
PREPARED = "concomp_prepared"
"""Where a connection keeps the statements that are prepared on it, by their names."""
DIALECT: Dialect = PGDialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]
"""What the server takes for a statement that is prepared."""


class Batch(Rows):
    """The rows of a ledger in PostgreSQL, within a transaction whose statements wait for one another.

    What is run goes with the next rows that are asked for, or with the commit; these tell what went wrong with it.
    """

    __slots__ = ("_begun", "_escaping", "_prepared", "_waiting")

    def __init__(self, connection: PoolProxiedConnection, dialect: Dialect) -> None:
        """Take a connection that is in no transaction; it begins with the first message."""
        super().__init__(connection, dialect)
        driver: Any = connection.driver_connection
        self._cursor: Any = driver.cursor()
        self._escaping = Escaping(driver.pgconn)
        self._prepared: dict[str, str] = connection.info.setdefault(PREPARED, {})
        self._begun = [WRITING, f"SET LOCAL idle_in_transaction_session_timeout = {LONGEST_IDLE}"]
        self._waiting: list[tuple[Statement, Mapping[str, Any]]] = []

    def run_each(self, statement: Statement, listed: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement that has no result with each of these values, with what follows."""
        self._waiting += [(statement, values) for values in listed]

    def all_of(self, *asked: tuple[Statement, Mapping[str, Any]]) -> list[list[Row]]:
        """The rows that each of some statements selects, with its values; all that waits is done before."""
        self._waiting += asked
        return self._sent()

    def _commit(self) -> None:
        self._sent("COMMIT")

    def _sent(self, *last: str) -> list[list[Row]]:
        """The rows that come of what waits."""
        waiting = [(statement.written(DIALECT), values) for statement, values in self._waiting]
        new = {name_of(written.text): written.text for written, _ in waiting}.items() - self._prepared.items()
        texts = [*self._begun, *(f"PREPARE {name} AS {text}" for name, text in new)]
        texts += [f"EXECUTE {name_of(written.text)}({self._literals(written, values)})" for written, values in waiting]
        self._begun, self._waiting = [], []
        self._cursor.execute(";".join([*texts, *last]))
        self._prepared.update(new)
        return [written.rows(self._next()) for written, _ in waiting if written.columns]

    def _literals(self, written: Written, values: Mapping[str, Any]) -> str:
        return ",".join(map(self._literal, written.arguments(values)))

    def _literal(self, value: str | int | None) -> str:
        """A value, as it stands in a statement; Broken for text that PostgreSQL does not keep."""
        if not isinstance(value, str):
            return "NULL" if value is None else str(int(value))
        if LOST.search(value):
            raise Broken("a text has characters that PostgreSQL does not keep: give a name without them")
        return self._escaping.escape_literal(value.encode()).decode()

    def _next(self) -> list[Any]:
        """What the next statement of the message selects that selects anything."""
        while self._cursor.pgresult.status != ExecStatus.TUPLES_OK:
            self._cursor.nextset()
        found: list[Any] = self._cursor.fetchall()
        self._cursor.nextset()
        return found


@lru_cache(maxsize=64)
def name_of(text: str) -> str:
    """The name under which a statement is prepared."""
    return f"concomp_{sha256(text.encode()).hexdigest()[:24]}"
