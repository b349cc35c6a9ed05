"""Interrupts that come at any moment: nothing is charged twice, nothing runs that is not charged, no lock is left."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from types import FrameType
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session import isolation
from concomp.impl.session import session as sessions
from concomp.impl.session.book import MemoryBook
from concomp.impl.session.conversations.conversation import Single
from concomp.impl.session.errors import ClosedHandle, Reentrant
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.groups import bit, echo, router
from tests.impl.session.mechanisms import Plain

COST = Fraction(1, 100_000)
DELAYS = (1e-6, 5e-6, 2e-5, 8e-5, 2e-4, 5e-4)


@pytest.fixture
def _alarm() -> Iterator[None]:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def in_the_midst(patch: pytest.MonkeyPatch, where: Any, name: str, call: Callable[[], object]) -> list[str]:
    """What a signal handler is told that calls something in the midst of something else."""
    told: list[str] = []
    usual = getattr(where, name)

    def handled(*arguments: Any, **named: Any) -> Any:
        try:
            call()
        except Reentrant as error:
            told.append(str(error))
        return usual(*arguments, **named)

    patch.setattr(where, name, handled)
    return told


IN_MIDST = "a signal handler or a finaliser uses what its own thread is in the midst of using: "


def test_a_signal_handler_in_the_midst_of_a_launch_launches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(PureDP(1))
    told = in_the_midst(monkeypatch, sessions, "Entry", lambda: session.create(Plain(PureDP(COST))))
    assert session.create(Plain(PureDP(COST))).send(True) in (False, True)
    assert [text.startswith(IN_MIDST) for text in told] == [True]
    assert session.privacy_loss().guarantee == PureDP(COST)


def test_a_signal_handler_in_the_midst_of_a_message_sends_none(monkeypatch: pytest.MonkeyPatch) -> None:
    handle = Session(PureDP(1)).create(Plain(PureDP(COST)))
    told = in_the_midst(monkeypatch, Single, "exchange", lambda: handle.send(True))
    assert handle.send(True) in (False, True)
    assert [text.startswith(IN_MIDST) for text in told] == [True]


def test_a_signal_handler_may_close_a_session_at_any_moment() -> None:
    session = Session(PureDP(1))
    with session._status._lock:
        session.close()
    assert session.describe().status == "closed"


@pytest.mark.full
@pytest.mark.usefixtures("_alarm")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("seed", range(3))
def test_whenever_it_comes(seed: int) -> None:
    random, book, begun = Random(seed), MemoryBook(), list[int]()

    def begin(randomness: Randomness) -> Respond:
        begun.append(1)
        return lambda message: message

    session = Session(PureDP(1), book=book)
    single, member, known = Plain(PureDP(COST), begin), echo(PureDP(COST)), router()
    handle, group = session.create(single), session.partition(known, member, at_most=1)
    calls: list[Callable[[], Any]] = [
        lambda: session.create(single),
        lambda: session.session(PureDP(COST)),
        lambda: session.partition(known, member, at_most=1),
        lambda: handle.send(True),
        lambda: group.send(bit(random.randint(1, 5))),
        session.describe,
    ]
    interrupted, end = 0, time.monotonic() + 3
    while time.monotonic() < end:
        call = random.choice(calls)
        with suppress(ClosedHandle):
            try:
                try:
                    signal.setitimer(signal.ITIMER_REAL, random.choice(DELAYS))
                    call()
                finally:
                    signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupted += 1
        assert not session._turn._lock._is_owned()
        assert not book._turn._lock._is_owned()
        assert isolation.is_waited_for() is None
    assert interrupted > 100
    assert len(begun) <= len(book._charged)
    assert session.privacy_loss().guarantee == PureDP(COST * len(book._charged))
    assert session.create(single).send(True) is True
