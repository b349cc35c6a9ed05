"""Sessions under asyncio: each call runs in a thread, so that no slow mechanism or book holds up the loop.

A call that is cancelled goes on in its thread: what it charges stays charged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from typing import Any, Literal, TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, RuleFor
from concomp.impl.session.description import Description
from concomp.impl.session.groups.group import Group, GroupDescription
from concomp.impl.session.groups.partition import Request, Router
from concomp.impl.session.handle import Handle
from concomp.impl.session.isolation import Unique
from concomp.impl.session.mechanism import ContinualMechanism
from concomp.impl.session.outcome import Outcome, outcome_of, settle
from concomp.impl.session.session import Session
from concomp.model.numbers import Exact

T = TypeVar("T")


class AsyncHandle(Unique):
    """A mechanism that was launched in an `AsyncSession`."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Handle) -> None:
        """Take the handle."""
        self._handle = handle

    async def send(self, message: object) -> Any:
        """As `Handle.send`."""
        running = _in_thread(self._handle.outcome, message)
        # Whether cancelled or refused, what is raised passes no frame that holds the message.
        del message
        return settle(await running)

    update = send
    """`send`, of a message that brings data."""
    query = send
    """`send`, of a message that asks."""

    async def close(self) -> None:
        """As `Handle.close`."""
        await _called(self._handle.close)

    def __repr__(self) -> str:
        return repr(self._handle)


class AsyncGroup(AsyncHandle):
    """A group that was launched in an `AsyncSession`."""

    __slots__ = ("_group",)

    def __init__(self, group: Group) -> None:
        """Take the group."""
        super().__init__(group)
        self._group = group

    async def describe(self) -> GroupDescription:
        """As `Group.describe`."""
        return await _called(self._group.describe)


class AsyncSession(Unique):
    """A session whose calls are awaited."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Take the session, which may be used from threads at the same time."""
        self._session = session

    async def create(self, mechanism: ContinualMechanism, *, trust: Literal["declared"] | None = None) -> AsyncHandle:
        """As `Session.create`; cancelled, its charge stays."""
        running = _in_thread(self._session.outcome, mechanism, trust)
        del mechanism
        return AsyncHandle(settle(await running))

    async def partition(
        self,
        router: Router,
        mechanism: ContinualMechanism,
        *,
        at_most: int,
        delta_budget: Exact | None = None,
        longest_exchange: int = 1000,
        trust: Literal["declared"] | None = None,
    ) -> AsyncGroup:
        """As `Session.partition`; cancelled, its charge stays."""
        request = Request(router, mechanism, at_most, delta_budget, longest_exchange, trust)
        running = _in_thread(self._session.partition_outcome, request)
        del router, mechanism, request
        return AsyncGroup(settle(await running))

    async def session(self, budget: Guarantee, *, rule: RuleFor | None = None) -> AsyncSession:
        """As `Session.session`; cancelled, its charge stays."""
        return AsyncSession(await _called(lambda: self._session.session(budget, rule=rule)))

    @property
    def privacy_budget(self) -> Guarantee:
        """What may be lost in all."""
        return self._session.privacy_budget

    async def privacy_loss(self) -> Reading:
        """As `Session.privacy_loss`."""
        return await _called(self._session.privacy_loss)

    async def remaining(self) -> Reading:
        """As `Session.remaining`."""
        return await _called(self._session.remaining)

    async def describe(self) -> Description:
        """As `Session.describe`."""
        return await _called(self._session.describe)

    async def close(self) -> None:
        """As `Session.close`."""
        await _called(self._session.close)

    def __repr__(self) -> str:
        return f"<AsyncSession within {self.privacy_budget!r}>"


async def _called(call: Callable[[], T]) -> T:
    """The answer of a call that is made in a thread."""
    return settle(await _in_thread(lambda: outcome_of(call)))


def _in_thread(call: Callable[..., Outcome[T]], *arguments: object) -> asyncio.Future[Outcome[T]]:
    """What a call comes to in a thread; unlike `asyncio.to_thread`, no frame that is waited in holds the arguments.

    It is a value, since a future takes no StopIteration, and would never be done.
    """
    return asyncio.get_running_loop().run_in_executor(None, copy_context().run, call, *arguments)
