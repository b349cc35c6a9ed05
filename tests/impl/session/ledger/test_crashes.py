"""Whatever kills a process, every answer that left it is charged, and at most one charge more."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable

import pytest
from sqlalchemy import create_engine

from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.session import Session
from tests.impl.session.ledger.crashes import (
    BUDGET,
    POINTS,
    Killer,
    answers_of_child,
    answers_of_killed,
    demand_nothing_lost,
    failing,
    kill,
    launcher,
)
from tests.impl.session.ledger.postgres import Server
from tests.impl.session.mechanisms import TENTH

CHARGED_FROM = POINTS.index("after COMMIT")
NTH = 3


def begin(url: str) -> None:
    ledger = Ledger(url)
    ledger.start("main", usual_rule(BUDGET))
    ledger.close()


@pytest.mark.parametrize("point", POINTS)
def test_a_process_is_killed_at_a_point(url: str, point: str) -> None:
    begin(url)
    answers = answers_of_killed(url, Killer(point, NTH, kill))
    assert answers == NTH - 1
    assert demand_nothing_lost(url, answers) == NTH - 1 + (POINTS.index(point) >= CHARGED_FROM)
    session = Session.resume(url, BUDGET)
    session.create(launcher(Killer("", 0, kill))).send(True)


def launch_for_ever(session: Session, answered: Callable[[], object]) -> None:
    while True:
        session.create(launcher(Killer("", 0, kill))).send(True)
        answered()


def kill_at_random(url: str, seed: int) -> None:
    """Kill a child at some moment, and look at what is kept."""
    begin(url)

    def kill_later(child: int) -> None:
        time.sleep(random.Random(seed).uniform(0, 0.12))
        os.kill(child, signal.SIGKILL)

    answers = answers_of_child(lambda answered: launch_for_ever(Session.resume(url, BUDGET), answered), kill_later)
    demand_nothing_lost(url, answers)


@pytest.mark.parametrize("seed", range(3))
def test_a_process_is_killed_at_any_moment(url: str, seed: int) -> None:
    kill_at_random(url, seed)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(3, 203))
def test_a_process_is_killed_at_any_moment_often(url: str, seed: int) -> None:
    kill_at_random(url, seed)


def test_several_threads_of_a_killed_process_lose_nothing(url: str) -> None:
    begin(url)

    def work(answered: Callable[[], object]) -> None:
        session = Session.resume(url, BUDGET)
        for _ in range(3):
            threading.Thread(target=launch_for_ever, args=(session, answered), daemon=True).start()
        time.sleep(0.06)
        kill()

    demand_nothing_lost(url, answers_of_child(work), charges_more=3)


def terminate_others(url: str) -> None:
    """Terminate all connections of a database but one's own."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    engine.dispose()


@pytest.mark.parametrize("point", ["after INSERT", "before COMMIT", "after COMMIT"])
def test_a_charge_whose_connection_is_lost_is_made_once(fresh_database: str, point: str) -> None:
    begin(fresh_database)
    session = Session.resume(fresh_database, BUDGET)
    killer = Killer(point, 2, lambda: terminate_others(fresh_database))
    with failing(killer):
        for _ in range(3):
            session.create(launcher(killer)).send(True)
    assert next(killer.reached) > 2
    demand_nothing_lost(fresh_database, 3, charges_more=0)


def test_a_commit_whose_answer_is_lost_is_found_by_its_nonce(fresh_database: str) -> None:
    """The connection dies after the server has committed, and before the program knows."""
    psycopg = pytest.importorskip("psycopg")
    begin(fresh_database)
    session = Session.resume(fresh_database, BUDGET)

    def lose_the_answer() -> None:
        terminate_others(fresh_database)
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    killer = Killer("after COMMIT", 1, lose_the_answer)
    with failing(killer):
        session.create(launcher(killer)).send(True)
    demand_nothing_lost(fresh_database, 1, charges_more=0)


@pytest.mark.full
def test_a_server_that_stops_in_a_charge_loses_nothing(server: Server, fresh_database: str) -> None:
    begin(fresh_database)
    session = Session.resume(fresh_database, BUDGET)
    session.create(launcher(Killer("", 0, kill))).send(True)
    killer = Killer("before COMMIT", 1, lambda: server.stop("immediate"))
    with failing(killer), pytest.raises(BookUnavailable, match="not known whether the charge was kept"):
        session.create(launcher(killer))
    server.start()
    demand_nothing_lost(fresh_database, 1)
    assert session.create(launcher(Killer("", 0, kill))).send(True) in (True, False)
    assert TENTH.epsilon_down * 3 >= session.privacy_loss().guarantee.epsilon_down >= TENTH.epsilon_down * 2  # type: ignore[union-attr]
