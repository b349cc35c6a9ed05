"""Launches and answers from many threads come out as if they had been made one after the other."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.book import MemoryBook
from concomp.impl.session.errors import ClosedHandle, InsufficientBudget, InvalidQuery
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import Plain, Rising, answering, spending

SMALL = PureDP(e_eps="1001/1000")


@pytest.fixture
def _many_switches() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def at_once(threads: int, call: Callable[[], int]) -> int:
    """The sum of what the call returns in so many threads that start together."""
    barrier = Barrier(threads)

    def run() -> int:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(lambda _: run(), range(threads)))


def admitted(threads: int, each: int) -> tuple[int, Session]:
    """How many launches are admitted with a budget for half of them."""
    half = threads * each // 2
    session = Session(PureDP("1/1000" if each < 1000 else "1/100"))
    budget = session.privacy_budget
    assert isinstance(budget, PureDP)
    created = spending(PureDP(budget.epsilon_up / half))

    def launch() -> int:
        count = 0
        for _ in range(each):
            try:
                session.create(created)
            except InsufficientBudget:
                continue
            count += 1
        return count

    return at_once(threads, launch), session


@pytest.mark.usefixtures("_many_switches")
def test_half_of_the_launches_are_admitted() -> None:
    count, session = admitted(16, 50)
    assert count == 400
    assert session.describe().launches == {"certificate": 400}


@pytest.mark.usefixtures("_many_switches")
def test_sessions_that_share_a_book_share_its_budget() -> None:
    book, created = MemoryBook(), spending(PureDP("1/200"))
    sessions = iter([Session(PureDP(1), book=book) for _ in range(8)])

    def launch() -> int:
        session, count = next(sessions), 0
        for _ in range(50):
            try:
                session.create(created)
            except InsufficientBudget:
                continue
            count += 1
        return count

    assert at_once(8, launch) == 200


@pytest.mark.full
def test_half_of_many_launches_are_admitted() -> None:
    count, session = admitted(64, 10_000)
    assert count == 320_000
    assert session.privacy_loss().guarantee == session.privacy_budget


@pytest.mark.usefixtures("_many_switches")
def test_every_message_is_read_once() -> None:
    session = Session(PureDP(1))
    levels: list[int] = []
    handle = session.create(
        answering(lambda level: levels.append(level) or level, function=Rising(), answers=range(9999))
    )

    def climb() -> int:
        count = 0
        for level in range(1, 60):
            try:
                handle.send(level)
            except InvalidQuery:
                continue
            count += 1
        return count

    assert at_once(8, climb) == len(levels)
    assert levels == sorted(set(levels))


def test_a_slow_launch_holds_up_nobody() -> None:
    going, ready = Event(), Event()

    def begin(randomness: Randomness) -> Respond:
        ready.set()
        assert going.wait(5)
        return lambda bit: bit

    session = Session(PureDP(1))
    slow: list[Any] = []
    thread = Thread(target=lambda: slow.append(session.create(Plain(begin=begin))))
    thread.start()
    assert ready.wait(5)
    assert session.create(answering(lambda bit: bit)).send(True) is True
    assert session.privacy_loss().guarantee == PureDP("1/5")
    going.set()
    thread.join()
    assert slow[0].send(True) is True


def test_a_slow_answer_holds_up_no_other_handle() -> None:
    going, ready = Event(), Event()

    def wait(bit: object) -> object:
        ready.set()
        assert going.wait(5)
        return bit

    session = Session(PureDP(1))
    slow, quick = session.create(answering(wait)), session.create(answering(lambda bit: bit))
    thread = Thread(target=lambda: slow.send(True))
    thread.start()
    assert ready.wait(5)
    assert quick.send(True) is True
    going.set()
    thread.join()


def test_a_session_that_is_closed_while_a_launch_is_read_charges_nothing() -> None:
    class Slow(Plain):
        """Is read slowly enough for somebody else to close the session."""

        @property
        def digest(self) -> str:
            thread = Thread(target=session.close)
            thread.start()
            thread.join()
            return super().digest

    session = Session(PureDP(1))
    with pytest.raises(ClosedHandle):
        session.create(Slow())
    assert session.privacy_loss().guarantee == PureDP(0)


@pytest.mark.usefixtures("_many_switches")
def test_after_a_session_is_closed_nothing_is_launched() -> None:
    session = Session(PureDP(1))
    outcomes: Counter[str] = Counter()

    def launch() -> int:
        for index in range(20):
            if index == 10:
                session.close()
            try:
                session.create(spending(SMALL))
            except ClosedHandle:
                outcomes["closed"] += 1
        return 0

    at_once(4, launch)
    assert outcomes["closed"] >= 10
    with pytest.raises(ClosedHandle):
        session.create(spending(SMALL))
