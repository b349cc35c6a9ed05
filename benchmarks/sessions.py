"""Sessions: what a launch and a query take over the mechanism's own, and whether that stays so."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import Figure
from benchmarks.timing import seconds
from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import Plain, answering

LAUNCHES, MANY = 1000, 100_000
QUERIES = 10_000


@dataclass(frozen=True)
class Ready:
    """A mechanism whose attributes are at hand, so that it is the session's time that is taken."""

    name: str
    digest: str
    function: Any
    loss: Any
    evidence: Any
    properties: Any
    answers: Any
    begin: Any


def figures() -> Iterator[Figure]:
    """The figures."""
    first = launching(0)
    yield Figure("a launch", first, 20, "µs")
    yield Figure(f"a launch after {MANY} others, beside the first ones", launching(MANY) / first, 1.2, "")
    handle = talking()
    yield Figure("a query, event level", seconds(lambda: talk(handle)) / QUERIES * 1e6, 2, "µs")
    yield Figure(f"memory that {QUERIES} more queries take", growth(handle), 1000, "B")


def launching(before: int) -> float:
    """Microseconds for a launch after so many."""
    session, mechanism = Session(PureDP(700)), ready()
    for _ in range(before):
        session.create(mechanism)

    def launch() -> None:
        for _ in range(LAUNCHES):
            session.create(mechanism)

    return seconds(launch) / LAUNCHES * 1e6


def ready() -> Ready:
    """A mechanism with a loss that makes products long."""
    plain: Plain = answering(lambda bit: bit, loss=PureDP(e_eps="1001/1000"), horizon=10**9)
    return Ready(**{name: getattr(plain, name) for name in Ready.__dataclass_fields__})


def talking() -> Handle:
    """A handle."""
    return Session(PureDP(700)).create(ready())


def talk(handle: Handle) -> None:
    """Ask so many queries."""
    for _ in range(QUERIES):
        handle.send(False)


def growth(handle: Handle) -> int:
    """How many bytes more are held after as many queries again."""
    talk(handle)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    talk(handle)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return max(0, after - before)
