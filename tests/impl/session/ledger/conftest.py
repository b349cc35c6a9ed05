"""Where the tests of this folder keep ledgers: SQLite files, and databases of one temporary PostgreSQL server."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from tests.impl.session.ledger.postgres import Server, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server; a skip where there is none."""
    with postgres() as running:
        yield running


@pytest.fixture
def fresh_database(server: Server) -> str:
    """The URL of a database in which there is nothing."""
    # Ledgers of earlier tests, which nobody holds, give their connections back: the server has few.
    gc.collect()
    engine = create_engine(server.url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()
    return server.url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The path of an SQLite file that is not there yet."""
    return tmp_path / "budget.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of a ledger that is not begun, on each engine."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("file"))
    return str(request.getfixturevalue("fresh_database"))
