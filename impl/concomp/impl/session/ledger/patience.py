"""Connections to PostgreSQL that wait for a server only so long: one that is silent may never answer again.

What the operating system offers covers a host that is gone. A host that is there, and whose server or proxy accepts and
says nothing, is noticed by nobody but whoever waits. The extra `postgres` brings the driver.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakSet

from psycopg import Connection, OperationalError

T = TypeVar("T")
CONNECTING = {"connect_timeout": 10, "tcp_user_timeout": 15_000, "keepalives_idle": 10}
"""Seconds to connect, milliseconds to acknowledge, seconds till a host is asked whether it is there."""
LEAST = 2
"""The least seconds for which the driver tries a host."""
_made: WeakSet[PatientConnection] = WeakSet()
SILENCE = 20.0
"""The seconds for which an answer is waited for; longer than a server waits for a lock."""


class PatientConnection(Connection[Any]):
    """A connection that is given up where the server says nothing, and is its own process's alone."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Take what the driver takes."""
        super().__init__(*arguments, **named)
        _made.add(self)

    def wait(self, gen: Generator[Any, Any, T], *arguments: Any, **named: Any) -> T:
        """What an exchange with the server comes to; OperationalError, and the connection is closed, after silence."""
        return super().wait(self._while_it_answers(gen), *arguments, **named)

    def _while_it_answers(self, exchange: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """The same exchange; the driver tells it every now and then that nothing came."""
        end = monotonic() + SILENCE
        try:
            wanted = next(exchange)
            while True:
                came = yield wanted
                if not came and monotonic() > end:
                    self.pgconn.finish()
                    raise OperationalError(f"the server has not answered for {SILENCE:.0f} seconds")
                wanted = exchange.send(came)
        except StopIteration as stop:
            answer: T = stop.value
            return answer


def connect(*arguments: Any, **named: Any) -> PatientConnection:
    """A connection, with what it takes to make one; OperationalError if there is none in time, for all hosts together.

    What a URL says of time does not count: whoever waits for a budget waits no longer.
    """
    hosts = 1 + max(str(named.get(name, "")).count(",") for name in ("host", "hostaddr"))
    in_time = CONNECTING | {"connect_timeout": max(LEAST, CONNECTING["connect_timeout"] // hosts)}
    return PatientConnection.connect(*arguments, **{**named, **in_time, "client_encoding": "UTF8"})


def _leave_to_parent() -> None:
    """Have none of the connections of the process that has forked this one: its server would take it for alive."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for connection in [each for each in _made if not each.closed]:
        # Closing it would tell the server that its parent leaves.
        os.dup2(nothing, connection.fileno())
    os.close(nothing)


os.register_at_fork(after_in_child=_leave_to_parent)
