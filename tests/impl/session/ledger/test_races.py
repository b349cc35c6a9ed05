"""Processes on one book are one filter: none is lost, none is doubled, and the last unit goes to one of them."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.usual import usual_rule
from concomp.impl.session.errors import InsufficientBudget
from concomp.impl.session.ledger import locks
from concomp.impl.session.ledger.ledger import Ledger
from concomp.impl.session.ledger.locks import alone
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import TENTH, Plain

BUDGET = PureDP(1)


def begin(url: str, spent: int) -> None:
    ledger = Ledger(url)
    account = ledger.start("main", usual_rule(BUDGET))
    for _ in range(spent):
        account.spend(TENTH, "before")
    ledger.close()


def accepted_until_refused(url: str) -> bytes:
    """A dot for each launch that is admitted, then "r" for a refusal."""
    session = Session.resume(url, BUDGET)
    told = b""
    with suppress(InsufficientBudget):
        while True:
            session.create(Plain())
            told += b"."
    return told + b"r"


def race(url: str, processes: int) -> list[bytes]:
    """What each of so many processes is told, all begun at once."""
    pipes = [os.pipe() for _ in range(processes)]
    gate, opening = os.pipe()
    children = []
    for _, writing in pipes:
        child = os.fork()
        if not child:
            os.close(opening)
            os.read(gate, 1)
            with suppress(BaseException):
                os.write(writing, accepted_until_refused(url))
            os._exit(0)
        children.append(child)
        os.close(writing)
    os.close(gate)
    os.close(opening)
    told = []
    for child, (reading, _) in zip(children, pipes, strict=True):
        with os.fdopen(reading, "rb") as pipe:
            told.append(pipe.read())
        os.waitpid(child, 0)
    return told


def race_for_the_last_unit(url: str) -> None:
    begin(url, spent=9)
    assert sorted(race(url, processes=2)) == [b".r", b"r"]


@pytest.mark.parametrize("_time", range(5))
def test_one_of_two_processes_gets_the_last_unit(url: str, _time: int) -> None:
    race_for_the_last_unit(url)


@pytest.mark.full
@pytest.mark.parametrize("_time", range(100))
def test_one_of_two_processes_gets_the_last_unit_always(url: str, _time: int) -> None:
    race_for_the_last_unit(url)


def test_of_threads_that_wait_the_first_asks_most_often(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that asked alike were passed over for ten seconds, one time in a hundred, and given up."""
    pauses: dict[str, float] = {}
    served: list[str] = []

    def wait() -> None:
        with alone(file, 10):
            served.append(threading.current_thread().name)

    def sleep(seconds: float) -> None:
        pauses.setdefault(threading.current_thread().name, seconds)
        slept(seconds)

    slept = time.sleep
    monkeypatch.setattr(locks.time, "sleep", sleep)
    threads = [threading.Thread(target=wait, name=str(place)) for place in range(7)]
    with alone(file, 1):
        for each in threads:
            each.start()
            while each.name not in pauses:
                slept(0.001)
    for each in threads:
        each.join()
    assert list(pauses.values()) == [0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.016]
    assert sorted(served) == [each.name for each in threads]


def test_eight_processes_spend_the_budget_once(url: str) -> None:
    begin(url, spent=0)
    told = race(url, processes=8)
    assert all(each.endswith(b"r") for each in told)
    assert sum(each.count(b".") for each in told) == 10
    (found,) = Ledger(url).verify()
    assert (found.number, found.problem) == (10, None)
