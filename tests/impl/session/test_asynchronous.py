"""Under asyncio a session answers as it does without, and what is cancelled stays charged."""

from __future__ import annotations

import asyncio
import copy
import traceback
from threading import Event
from typing import Any

import pytest

from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.asynchronous import AsyncSession
from concomp.impl.session.errors import ClosedHandle, InsufficientBudget, InvalidQuery, NotCopyable
from concomp.impl.session.mechanism import Respond
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import TENTH, Plain, answering
from tests.impl.session.test_isolation import CANARY, Anything, record, told_by


def test_calls_are_awaited() -> None:
    async def talk() -> list[object]:
        session = AsyncSession(Session(PureDP(1)))
        handles = await asyncio.gather(*(session.create(answering(lambda bit: bit)) for _ in range(5)))
        answers = await asyncio.gather(*(handle.send(True) for handle in handles))
        inner = await session.session(PureDP("1/2"))
        with pytest.raises(InsufficientBudget):
            await session.create(Plain())
        with pytest.raises(InvalidQuery):
            await handles[0].query("no bit")
        await (await inner.create(Plain())).close()
        assert (await session.remaining()).guarantee == PureDP(0)
        assert (await inner.privacy_loss()).guarantee == TENTH
        assert (await inner.describe()).budget == inner.privacy_budget == PureDP("1/2")
        await session.close()
        with pytest.raises(ClosedHandle):
            await handles[0].update(True)
        assert repr(session) == "<AsyncSession within PureDP(epsilon=1)>"
        with pytest.raises(NotCopyable):
            copy.copy(session)
        return answers

    assert asyncio.run(talk()) == [True] * 5


def test_a_cancelled_launch_stays_charged() -> None:
    ready, going = Event(), Event()

    def begin(randomness: Randomness) -> Respond:
        ready.set()
        assert going.wait(5)
        return lambda bit: bit

    async def cancel() -> object:
        session = AsyncSession(Session(PureDP(1)))
        launch = asyncio.create_task(session.create(Plain(begin=begin)))
        assert await asyncio.to_thread(ready.wait, 5)
        launch.cancel()
        with pytest.raises(asyncio.CancelledError):
            await launch
        going.set()
        return (await session.privacy_loss()).guarantee

    assert asyncio.run(cancel()) == TENTH


def test_what_is_cancelled_holds_no_message() -> None:
    ready, going = Event(), Event()

    def wait(bit: object) -> object:
        ready.set()
        assert going.wait(5)
        return bit

    async def cancel() -> str:
        handle = await AsyncSession(Session(PureDP(1))).create(
            answering(wait, function=Anything(), answers=frozenset({CANARY}))
        )
        sending = asyncio.create_task(handle.send(record()))
        while not ready.is_set():
            await asyncio.sleep(0.001)
        sending.cancel()
        with pytest.raises(asyncio.CancelledError) as thrown:
            await sending
        going.set()
        return told_by(thrown.value)

    assert CANARY not in asyncio.run(cancel())


def test_what_is_raised_holds_no_message() -> None:
    async def refuse() -> Any:
        handle = await AsyncSession(Session(PureDP(1))).create(Plain())
        return await handle.send("canary " + str(1729))

    with pytest.raises(InvalidQuery) as thrown:
        asyncio.run(refuse())
    shown = traceback.TracebackException.from_exception(thrown.value, capture_locals=True)
    assert "canary 1729" not in "".join(repr(frame.locals) for frame in shown.stack)
