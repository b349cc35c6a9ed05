"""Sessions: what a launch and a query take over the mechanism's own, and whether that stays so.

Times are the processor's, the least of five runs: what else the machine does should not count.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.figures import Figure
from benchmarks.timing import in_turns
from concomp.impl.accounting.guarantees import PureDP
from concomp.impl.session.handle import Handle
from concomp.impl.session.session import Session
from tests.impl.session.mechanisms import Plain, answering

LAUNCHES, MANY = 1000, 100_000
QUERIES, ALL = 100_000, 1_000_000


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
    yield Figure("a query, event level", microseconds(lambda: talk(handle, QUERIES), QUERIES), 2, "µs")
    yield Figure(f"memory that queries take after the first {QUERIES}, up to {ALL}", growth(), 1000, "kB")


def microseconds(work: Callable[[], object], times: int) -> float:
    """Microseconds of the processor for each of so many times."""
    return min(in_turns({"": work})[""].cpu) / times * 1e6


def launching(before: int) -> float:
    """Microseconds for a launch after so many."""
    session, mechanism = Session(PureDP(700)), ready()
    for _ in range(before):
        session.create(mechanism)

    def launch() -> None:
        for _ in range(LAUNCHES):
            session.create(mechanism)

    return microseconds(launch, LAUNCHES)


def ready() -> Ready:
    """A mechanism with a loss that makes products long."""
    plain: Plain = answering(lambda bit: bit, loss=PureDP(e_eps="1001/1000"), horizon=10**9)
    return Ready(**{name: getattr(plain, name) for name in Ready.__dataclass_fields__})


def talking() -> Handle:
    """A handle."""
    return Session(PureDP(700)).create(ready())


def talk(handle: Handle, times: int) -> None:
    """Ask so many queries."""
    for _ in range(times):
        handle.send(False)


def growth() -> int:
    """By how many kilobytes the process grows from the hundred thousandth query to the millionth."""
    handle = talking()
    talk(handle, QUERIES)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    talk(handle, ALL - QUERIES)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
