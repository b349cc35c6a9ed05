"""Whatever kills a process, every answer that left it is charged, and at most one charge more."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import BookUnavailable
from concomp.impl.session.ledger import engines
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
    telling,
)
from tests.impl.session.ledger.postgres import Server
from tests.impl.session.ledger.test_settings import run
from tests.impl.session.mechanisms import TENTH

CHARGED_FROM = POINTS.index("after COMMIT")
NTH = 3
OTHERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
"""The connections of a database but one's own."""


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


def test_a_process_that_is_stopped_in_mid_charge_is_said_and_not_waited_for(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(str(file))
    monkeypatch.setattr(engines, "BUSY", 0.05)

    def meanwhile(child: int) -> None:
        os.waitpid(child, os.WUNTRACED)
        for call in (Ledger(file).states, lambda: Session.resume(file, BUDGET)):
            with pytest.raises(BookUnavailable, match="its folder is locked: others open or charge ledgers there"):
                call()
        os.kill(child, signal.SIGCONT)

    def stop() -> None:
        os.kill(os.getpid(), signal.SIGSTOP)

    def work(answered: Callable[[], object]) -> None:
        killer = Killer("before COMMIT", 2, stop)
        session = Session.resume(file, BUDGET)
        with failing(killer):
            for _ in range(3):
                session.create(launcher(killer)).send(True)
                answered()

    assert answers_of_child(work, meanwhile) == 3
    demand_nothing_lost(str(file), 3, charges_more=0)


def terminate_others(url: str) -> None:
    """Terminate all connections of a database but one's own."""
    run(url, OTHERS.replace("pid", "pg_terminate_backend(pid)", 1))


WITHIN = ("after INSERT", "before COMMIT", "after COMMIT")
"""The points at which the server may not know, or the program."""
EACH_OTHER = [pytest.param(point, marks=pytest.mark.full) for point in POINTS if point not in WITHIN]


@pytest.mark.parametrize("point", [*WITHIN, *EACH_OTHER])
def test_a_charge_whose_connection_is_lost_is_made_once(fresh_database: str, point: str) -> None:
    begin(fresh_database)
    killer = Killer(point, 2, lambda: terminate_others(fresh_database))
    session = telling(fresh_database, killer)
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
@pytest.mark.parametrize("how", ["terminated", "killed"])
def test_backends_that_end_at_any_moment_lose_nothing(fresh_database: str, how: str) -> None:
    """Four threads charge, each with requests of its own; a backend that is killed takes all others with it."""
    ends = threading.Event()
    Ledger(fresh_database).start("main", usual_rule(PureDP(700)))
    charged: list[str] = []

    def charge(thread: int) -> None:
        account = None
        for number in count():
            while not ends.is_set():
                try:
                    account = account or Ledger(fresh_database).account("main")
                    account.spend(TENTH, "a count", request=f"{thread} {number}")
                except BookUnavailable:
                    continue
                charged.append(f"{thread} {number}")
                break
            if ends.is_set():
                return

    threads = [threading.Thread(target=charge, args=(thread,)) for thread in range(4)]
    for each in threads:
        each.start()
    for _ in range(20 if how == "terminated" else 2):
        time.sleep(0.1)
        if how == "terminated":
            terminate_others(fresh_database)
        else:
            (backend,) = run(fresh_database, f"{OTHERS} LIMIT 1")
            os.kill(int(backend), signal.SIGKILL)
            time.sleep(3)
    ends.set()
    for each in threads:
        each.join()
    (found,) = Ledger(fresh_database).verify()
    requests = Ledger(fresh_database).history("main", lambda postings: [each.nonce for each in postings])
    assert found.problem is None
    assert len(set(requests)) == len(requests) <= len(charged) + 4
    assert set(charged) <= set(requests)


@pytest.mark.full
@pytest.mark.parametrize("point", POINTS)
def test_a_server_that_stops_at_a_point_loses_nothing(server: Server, fresh_database: str, point: str) -> None:
    begin(fresh_database)
    killer = Killer(point, 2, lambda: server.stop("immediate"))
    session = telling(fresh_database, killer)
    is_charged = POINTS.index(point) >= CHARGED_FROM
    refused = nullcontext() if is_charged else pytest.raises(BookUnavailable, match="not known whether the charge")
    with failing(killer), refused:
        for _ in range(2):
            session.create(launcher(killer)).send(True)
    server.start()
    assert demand_nothing_lost(fresh_database, 1 + is_charged) == 1 + is_charged
    assert session.create(launcher(Killer("", 0, kill))).send(True) in (True, False)
    assert demand_nothing_lost(fresh_database, 2 + is_charged, charges_more=0) == 2 + is_charged
