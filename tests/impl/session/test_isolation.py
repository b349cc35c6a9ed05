"""A session is not copied, not forked, not used by what it waits for; and what it raises holds no record."""

from __future__ import annotations

import copy
import logging
import os
import pickle
import traceback
import warnings
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.answers import FAILED
from concomp.impl.session.book import Decide, Entry, MemoryBook
from concomp.impl.session.errors import NotCopyable, Reentrant, SessionError, WrongProcess
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from concomp.model.language import Monitor, Opaque, require
from tests.impl.session.mechanisms import TENTH, Plain, answering


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, pickle.dumps, lambda each: each.__reduce__(), lambda each: each.__getstate__()],
)
@pytest.mark.parametrize("kind", ["session", "handle", "book", "nested"])
def test_nothing_that_spends_is_copied(duplicate: Callable[[Any], object], kind: str) -> None:
    session, book = Session(PureDP(1)), MemoryBook()
    there = {"session": session, "handle": session.create(Plain()), "book": book, "nested": session.session(TENTH)}
    with pytest.raises(NotCopyable) as thrown:
        duplicate(there[kind])
    name = type(there[kind]).__name__
    assert str(thrown.value) == (f"a {name} is copied or pickled: pass the object itself on, within its process")


def test_after_a_fork_nothing_waits_for_a_lock() -> None:
    ready, going = Event(), Event()

    def wait(bit: object) -> object:
        ready.set()
        going.wait(10)
        return bit

    session = Session(PureDP(1))
    handle = session.create(answering(wait))
    thread = Thread(target=lambda: handle.send(True))
    thread.start()
    assert ready.wait(5)
    session._turn._lock.acquire()
    calls: list[Callable[[], object]] = [
        lambda: handle.send(True),
        handle.close,
        lambda: session.create(Plain()),
        lambda: session.session(TENTH),
        lambda: session.send(handle, True),
        session.privacy_loss,
        session.remaining,
        session.describe,
        session.close,
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        refused = 0
        for call in calls:
            try:
                call()
            except WrongProcess:
                refused += 1
        os._exit(refused)
    session._turn._lock.release()
    _, status = os.waitpid(child, 0)
    going.set()
    thread.join()
    assert os.waitstatus_to_exitcode(status) == len(calls)
    assert not session._status.is_closed


class TestReentry:
    """What a session waits for cannot use one, so that no locks wait for each other."""

    TEXT = "a mechanism, hook or book uses a session that waits for it: return first, and let the caller go on"

    @pytest.mark.parametrize("whose", ["own", "child", "foreign", "itself"])
    def test_a_mechanism_uses_no_session(self, whose: str) -> None:
        session = Session(PureDP(1))
        child, foreign = session.session(TENTH), Session(PureDP(1))
        refused: list[str] = []
        handles: list[Any] = []

        def respond(bit: object) -> object:
            calls: dict[str, Callable[[], object]] = {
                "own": lambda: session.create(Plain()),
                "child": lambda: child.create(Plain()),
                "foreign": lambda: foreign.session(TENTH),
                "itself": lambda: handles[0].send(True),
            }
            try:
                calls[whose]()
            except Reentrant as error:
                refused.append(str(error))
                raise
            return bit

        handles.append(session.create(answering(respond)))
        assert handles[0].send(True) is FAILED
        assert refused == [self.TEXT]
        assert session.create(Plain()).send(True) in (False, True)

    def test_hooks_and_books_use_no_session(self) -> None:
        refused: list[str] = []
        sessions: list[Session] = []

        def note(call: Callable[[], object]) -> None:
            try:
                call()
            except Reentrant as error:
                refused.append(str(error))

        class Book(MemoryBook):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                note(lambda: sessions[0].create(Plain()))
                return super().charge(nonce, entry, decide)

        def begin(randomness: Randomness) -> Respond:
            note(lambda: sessions[0].remaining())
            return lambda bit: bit

        session = Session(PureDP(1), book=Book(), hook=lambda event: note(lambda: sessions[0].describe()))
        sessions.append(session)
        session.create(Plain(begin=begin))
        assert refused == [self.TEXT] * 3
        assert session.privacy_loss().guarantee == TENTH


CANARY = "canary 1729"


class Anything(Monitor):
    """Identical texts are accepted, but for the word "no"."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(left == right)


class Never(Monitor):
    """Nothing is accepted."""

    def step(self, left: Opaque, right: Opaque) -> None:
        require(left != right)


def record() -> str:
    """A record, which stands in no variable of the caller."""
    return "canary " + str(1729)


def told_by(error: BaseException) -> str:
    """All that an error shows, with the variables of every frame of the session's that it passed."""
    told = [str(error), repr(error.args), repr(vars(error))]
    seen: list[BaseException] = [error]
    while seen[-1].__context__ is not None or seen[-1].__cause__ is not None:
        seen.append(seen[-1].__cause__ or seen[-1].__context__)  # type: ignore[arg-type]
    for each in seen:
        shown = traceback.TracebackException.from_exception(each, capture_locals=True)
        told += [str(each), *(repr(frame.locals) for frame in shown.stack)]
    return "\n".join(told)


def raising(message: object) -> object:
    local = f"state with {message}"
    raise ValueError(local)


def interrupted(message: object) -> object:
    raise KeyboardInterrupt(message)


def raised_by(call: Callable[[], object]) -> BaseException | None:
    """What a call raises."""
    try:
        call()
    except (SessionError, KeyboardInterrupt) as error:
        return error
    return None


def cases() -> dict[str, Callable[[], object]]:
    """Calls that are refused, or interrupted, while a record is at hand."""
    session, closed = Session(PureDP(1)), Session(PureDP(1))
    texts: dict[str, Any] = {"function": Anything(), "answers": frozenset({"yes"})}
    refusing = session.create(answering(lambda m: m, function=Never(), answers=frozenset({"yes"})))
    stopped, failing = session.create(answering(interrupted, **texts)), session.create(answering(raising, **texts))
    over = closed.create(answering(lambda m: m, **texts))
    closed.close()

    def wrong_answer() -> None:
        assert failing.send(record()) is FAILED

    return {
        "refused": lambda: refusing.send(record()),
        "interrupted": lambda: stopped.send(record()),
        "failed": wrong_answer,
        "closed": lambda: over.send(record()),
        "foreign": lambda: closed.send(failing, record()),
        "sent by the session": lambda: session.send(refusing, record()),
        "no mechanism": lambda: session.create(record()),  # type: ignore[arg-type]
        "no evidence": lambda: session.create(Plain(name="holding", kind="declared", answers=[record()])),
        "no budget": lambda: session.create(Plain(PureDP(5), answers=[record()])),
    }


@pytest.mark.parametrize("case", list(cases()))
def test_no_error_repr_or_log_holds_a_record(case: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    raised = raised_by(cases()[case])
    assert (raised is None) == (case == "failed")
    assert raised is None or CANARY not in told_by(raised)
    assert CANARY not in caplog.text


def test_what_looks_for_a_record_finds_one() -> None:
    with pytest.raises(ValueError, match="state") as thrown:
        raising(record())
    assert CANARY in told_by(thrown.value)


def test_no_public_attribute_holds_a_record() -> None:
    received: list[object] = []
    session = Session(PureDP(1))
    handle = session.create(answering(lambda m: received.append(m) or "yes", function=Anything(), answers=["yes"]))
    assert handle.send(record()) == "yes"
    assert received == [CANARY]
    for each in (session, handle, session.describe(), MemoryBook()):
        public = [name for name in dir(each) if not name.startswith("_")]
        assert CANARY not in "".join([repr(each), *(repr(getattr(each, name)) for name in public)])
