"""Interrupts that come at any moment: nothing is charged twice, nothing runs that is not charged, no lock is left."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from linecache import getline
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session import isolation
from concomp.impl.session import session as sessions
from concomp.impl.session.answers import HALTED
from concomp.impl.session.book import MemoryBook
from concomp.impl.session.conversations.conversation import Single
from concomp.impl.session.errors import ClosedHandle, Reentrant
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.outcome import outcome_of
from concomp.impl.session.session import Session
from concomp.model.language import Bool, PostProcessing
from tests.impl.session.groups import bit, echo, router
from tests.impl.session.mechanisms import Plain, answering

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


def may_be_interrupted(frame: FrameType) -> bool:
    """Whether an interrupt may come in this line: Python lets none come where nothing is called, or a lock is taken."""
    file = frame.f_code.co_filename
    # Of what Python calls by itself, such as finalisers, interrupts are not passed on.
    if "concomp" not in Path(file).parts:
        return False
    source = getline(file, frame.f_lineno)
    return not source.lstrip().startswith(("with ", "try:", "wait.is_over"))


def interrupted_at(line: int, call: Callable[[], object]) -> bool:
    """Whether a call is interrupted in the line of this number, from 1, that is run once it is contained."""
    left = line

    def in_line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        left -= event == "line" and may_be_interrupted(frame)
        if left == 0:
            sys.settrace(None)
            raise KeyboardInterrupt
        return in_line

    def in_call(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code is not outcome_of.__code__:
            return in_call
        sys.settrace(in_line)
        return in_line(frame, event, argument)

    before = sys.gettrace()
    sys.settrace(in_call)
    try:
        call()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_whichever_line_it_comes_in_it_closes_the_handle() -> None:
    session, mechanism = Session(PureDP(1)), answering(lambda bit: bit, loss=PureDP(COST))
    for line in range(1, 1000):
        handle = session.create(mechanism)
        if not interrupted_at(line, lambda handle=handle: handle.send(True)):  # type: ignore[misc]
            break
        with pytest.raises(ClosedHandle):
            handle.send(True)
    assert 20 < line < 1000
    assert handle.send(True) is True


def interrupt_in(line: int, call: Callable[[], object]) -> KeyboardInterrupt | None:
    """The interrupt of a call, with its traceback, in this line of those of `contain`; None if there is none."""
    left = line

    def in_line(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        left -= event == "line" and frame.f_code is isolation.contain.__code__ and may_be_interrupted(frame)
        if left == 0:
            left = -1
            raise KeyboardInterrupt
        return in_line

    before = sys.gettrace()
    sys.settrace(in_line)
    try:
        call()
    except KeyboardInterrupt as interrupt:
        return interrupt
    finally:
        sys.settrace(before)
    return None


def test_an_interrupt_that_is_kept_leaves_nobody_waited_for() -> None:
    session, line = Session(PureDP(1)), 1
    while (kept := interrupt_in(line, session.privacy_loss)) is not None:
        assert isolation.is_waited_for() is None, line
        assert kept.__traceback__ is not None
        line += 1
    assert line > 3


class Passing(PostProcessing):
    """Hands everything on."""

    def on_left(self, message: Bool) -> None:
        self.send_right(message)

    def on_right(self, answer: Bool) -> None:
        self.send_left(answer)


def test_whichever_line_it_comes_in_it_ends_a_post_processing() -> None:
    session, mechanism, processing = Session(PureDP(1)), answering(lambda bit: bit, loss=PureDP(COST)), Passing()
    for line in range(1, 10_000, 7):
        processed = session.create(mechanism).post_process(processing)
        if not interrupted_at(line, lambda processed=processed: processed.query(True)):  # type: ignore[misc]
            break
        assert processed.query(True) is HALTED
    assert 100 < line < 10_000
    assert processed.query(True) is True


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
