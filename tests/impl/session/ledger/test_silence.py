"""A PostgreSQL server that accepts and says nothing is waited for only so long."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import transactions
from concomp.impl.session.ledger.ledger import Ledger

patience: Any = pytest.importorskip(
    "concomp.impl.session.ledger.patience", reason="the extra `postgres` is not installed"
)


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for tenths of seconds; the least that the driver takes to connect is two seconds."""
    monkeypatch.setattr(patience, "SILENCE", 0.2)
    monkeypatch.setattr(patience, "CONNECTING", {"connect_timeout": 2})
    monkeypatch.setattr(transactions, "LONGEST", 1.0)


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """A process that does nothing meanwhile; its connections stay open."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextmanager
def silent() -> Iterator[str]:
    """The URL of a server that accepts whatever comes, and never says a word."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield f"postgresql://tester@127.0.0.1:{server.getsockname()[1]}/postgres"


def test_a_connection_that_falls_silent_is_given_up_and_the_charge_made_on_another(fresh_database: str) -> None:
    ledger = Ledger(fresh_database)
    backends: list[int] = []
    event.listen(ledger._database.engine, "connect", lambda connection, _: backends.append(connection.info.backend_pid))
    account = ledger.start("main", usual_rule(PureDP(2)))
    with stopped(backends[0]):
        assert account.spend(PureDP(1), "a count").number == 1
    assert len(backends) == 2
    assert [each.number for each in ledger.states()] == [1]
    ledger.close()


def test_a_server_that_says_nothing_is_unavailable_in_time() -> None:
    start = time.monotonic()
    with silent() as url, pytest.raises(BookUnavailable, match="connection timeout expired"):
        Ledger(url).start("main", usual_rule(PureDP(1)))
    assert time.monotonic() - start < 10


def test_several_hosts_and_what_the_url_says_make_nobody_wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(patience.PatientConnection, "connect", lambda **named: asked.append(named["connect_timeout"]))
    monkeypatch.setattr(patience, "CONNECTING", {"connect_timeout": 10})
    for host in ("a", "a,b", "a,b,c,d,e,f,g,h"):
        patience.connect(host=host, connect_timeout=0)
    assert asked == [10, 5, 2]
