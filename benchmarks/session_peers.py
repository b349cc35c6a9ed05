"""Other people's sessions, asked to launch; they come with the extra `peers`, and what is missing is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from benchmarks.peers import INSTALL
from concomp.report.text import columns

HEADING = ("library", "a launch with its answer", "of which the answer", "after so many others", "ratio")
FIRST, OTHERS, LATER = 50, 1000, 20


def lines() -> Iterator[str]:
    """A line for each peer that is there, and why for each that is not."""
    rows = [(name, *_row(peer())) for name, peer in PEERS.items() if find_spec(name)]
    yield from columns([HEADING, *rows]) if rows else ()
    yield from (f"{name} is not installed: {REASONS[name]}" for name in PEERS if not find_spec(name))


def _row(works: tuple[Callable[[], object], Callable[[], object]]) -> tuple[str, ...]:
    launch, answer = works
    alone, first = _microseconds(answer, FIRST), _microseconds(launch, FIRST)
    _microseconds(launch, OTHERS)
    later = _microseconds(launch, LATER)
    return f"{first:.0f} µs", f"{alone:.0f} µs", f"{later:.0f} µs after {OTHERS}", f"{later / first:.1f}"


def _microseconds(work: Callable[[], object], times: int) -> float:
    start = perf_counter()
    for _ in range(times):
        work()
    return (perf_counter() - start) / times * 1e6


def opendp() -> tuple[Callable[[], object], Callable[[], object]]:
    """A randomised response within a privacy filter, which composes in a fully adaptive way; and by itself."""
    import opendp.prelude as dp

    dp.enable_features("contrib")
    space: Any = dp.atom_domain(T=bool), dp.discrete_distance()
    response = dp.m.make_randomized_response_bool(0.50025)
    composed = dp.c.make_privacy_filter(dp.c.make_fully_adaptive_composition(*space, dp.max_divergence()), 1, 700.0)
    queryable = composed(True)
    return lambda: queryable(response), lambda: response(True)


def tumult() -> tuple[Callable[[], object], Callable[[], object]]:
    """A count of one row with a tiny budget; the count alone cannot be had."""
    from pyspark.sql import SparkSession
    from tmlt.analytics import AddOneRow, PureDPBudget, QueryBuilder, Session

    rows = SparkSession.builder.getOrCreate().createDataFrame([("a",)], ["name"])
    session = Session.from_dataframe(PureDPBudget(700), "rows", rows, protected_change=AddOneRow())
    return lambda: session.evaluate(QueryBuilder("rows").count(), PureDPBudget(0.001)), lambda: None


PEERS: dict[str, Callable[[], tuple[Callable[[], object], Callable[[], object]]]] = {
    "opendp": opendp,
    "tmlt": tumult,
}
REASONS = {
    "opendp": INSTALL,
    "tmlt": "it needs Spark, and so Java; pip install tmlt.analytics where there is one",
}
