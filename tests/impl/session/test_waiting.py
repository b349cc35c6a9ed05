"""Nobody waits for ever for what a session is given, and nobody is refused who is not waited for."""

from __future__ import annotations

import asyncio
import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.session import isolation
from concomp.impl.session.answers import FAILED
from concomp.impl.session.asynchronous import AsyncSession
from concomp.impl.session.book import Decide, Entry
from concomp.impl.session.errors import (
    BookUnavailable,
    ClosedHandle,
    InsufficientBudget,
    InvalidQuery,
)
from concomp.impl.session.events import Event
from concomp.impl.session.session import Session
from concomp.model.numbers import ParameterError
from tests.impl.session.mechanisms import TENTH, Plain, answering, spending
from tests.impl.session.test_given import Ledger, Reading, raiser


class TestWaiting:
    """Nobody waits for ever, and nobody is refused who is not waited for."""

    def test_a_hook_may_wait_for_a_thread_that_reads_the_session(self) -> None:
        described: list[str] = []
        pool = ThreadPoolExecutor(1)

        def hook(event: Event) -> None:
            described.append(pool.submit(lambda: session.describe().status).result(5))

        session = Session(PureDP(1), hook=hook)
        handle = session.create(answering(lambda bit: 2))
        with pytest.raises(InsufficientBudget):
            session.create(spending(PureDP(5)))
        with pytest.raises(InvalidQuery):
            handle.send("no bit")
        assert handle.send(True) is FAILED
        handle.close()
        session.close()
        pool.shutdown()
        assert described == ["open"] * 5 + ["closed"]

    def test_a_book_may_wait_for_a_thread_that_describes_the_session(self) -> None:
        described: list[object] = []

        class Book(Ledger):
            def charge(self, nonce: str, entry: Entry, decide: Decide) -> Totals | Refusal:
                thread = Thread(target=lambda: described.append(session.describe().launches), daemon=True)
                thread.start()
                thread.join(5)
                return super().charge(nonce, entry, decide)

        session = Session(PureDP(1), book=Book())
        session.create(Plain())
        assert described == [{}]

    def test_a_mechanism_may_wait_for_a_thread_that_closes_its_handle(self) -> None:
        alive: list[bool] = []

        def respond(bit: object) -> object:
            thread = Thread(target=handle.close, daemon=True)
            thread.start()
            thread.join(5)
            alive.append(thread.is_alive())
            return bit

        handle = Session(PureDP(1)).create(answering(respond))
        assert handle.send(True) is True
        assert alive == [False]
        with pytest.raises(ClosedHandle):
            handle.send(True)

    def test_a_task_that_a_hook_makes_is_refused_only_while_the_hook_runs(self) -> None:
        async def run() -> list[object]:
            read: list[object] = []
            tasks: list[asyncio.Task[None]] = []

            async def report() -> None:
                read.append(session.remaining().guarantee)

            def hook(event: Event) -> None:
                tasks.append(asyncio.get_running_loop().create_task(report()))

            session = Session(PureDP(1), hook=hook)
            session.create(spending(PureDP("1/2")))
            await asyncio.gather(*tasks)
            return read

        assert asyncio.run(run()) == [PureDP("1/2")]

    def test_what_a_mechanism_has_others_do_while_it_is_waited_for_is_refused(self) -> None:
        async def run() -> list[str]:
            loop, refused = asyncio.get_running_loop(), []

            def respond(bit: object) -> object:
                sending = asyncio.run_coroutine_threadsafe(handle.send(bit), loop)
                refused.append(type(sending.exception(5)).__name__)
                return bit

            handle = await AsyncSession(Session(PureDP(1))).create(answering(respond))
            assert await handle.send(True) is True
            return refused

        assert asyncio.run(run()) == ["Reentrant"]

    def test_an_interrupt_at_any_line_leaves_nobody_waited_for(self) -> None:
        session = Session(PureDP(1))
        code, lines = isolation.contain.__code__, set()

        def interrupt(frame: Any, event: str, argument: object) -> Any:
            if frame.f_code is not code:
                return interrupt if event == "call" else None
            if event == "line" and frame.f_lineno not in lines:
                lines.add(frame.f_lineno)
                raise KeyboardInterrupt
            return interrupt

        interrupted, created = 0, False
        while not created:
            before = sys.gettrace()
            sys.settrace(interrupt)
            try:
                session.create(spending(PureDP("1/1000")))
                created = True
            except KeyboardInterrupt:
                interrupted += 1
            finally:
                sys.settrace(before)
            gc.collect()
            assert isolation.is_waited_for() is None
        assert interrupted == len(lines) >= 5


@pytest.mark.parametrize("raised", [StopIteration("secret"), RuntimeError("secret")])
def test_under_asyncio_nothing_hangs_on_what_is_raised(raised: Exception) -> None:
    async def read() -> list[str]:
        session = AsyncSession(Session(PureDP(1), book=Reading(raiser(raised))))
        texts = []
        for call in (session.privacy_loss, session.remaining, session.describe):
            with pytest.raises(BookUnavailable) as thrown:
                await asyncio.wait_for(call(), 5)
            texts.append(str(thrown.value))
        with pytest.raises(ParameterError):
            await asyncio.wait_for(session.session(TENTH, rule=raiser(raised)), 5)
        return texts

    assert "secret" not in "".join(asyncio.run(read()))
