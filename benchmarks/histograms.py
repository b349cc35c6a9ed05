"""Histograms: how long a row takes, what is held, and how far answers are from the truth, beside a counter a column."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.figures import Figure, table
from benchmarks.timing import in_turns
from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.budgets import PureBudget
from concomp.impl.mechanisms.histograms.d_counter import DCounter
from concomp.impl.mechanisms.histograms.histogram import ContinualHistogram
from concomp.impl.noise.randomness import Randomness
from concomp.impl.noise.sources import SeededRandomness, SystemRandomness
from concomp.impl.session.mechanism import Respond
from concomp.report.text import columns

E = "2.718281828"
"""ε = 1."""
DELTA, BETA = "1e-6", "1/20"
STEPS = 1 << 16
HEADING = ("columns", "q*", "delta", "histogram: bound", "seen", "counters: bound", "seen")
SENT = 1 << 12
BYTES = 200_000
"""What 8 columns may hold: the registers, three parts, and answers of γ, ξ and q."""


def lines() -> Iterator[str]:
    """Times and what is held, then errors."""
    yield "Histograms: a row of 8 columns, microseconds of the processor, and bytes that are held after many rows"
    yield from table(figures())
    yield ""
    yield f"The largest error in {STEPS} rows at epsilon = 1 and beta = {BETA}: what is proved, and what one run has"
    found = [row(wide, most, delta) for wide in (1, 8) for delta in ("0", DELTA) for most in MOST]
    yield from columns([HEADING, *found])


MOST = (10, 100, 1000, 10_000, STEPS)
"""q*."""


def figures() -> Iterator[Figure]:
    """A row, with the system's generator and a seeded one, and what is held."""
    histogram = ContinualHistogram(8, e_eps=E)
    sources: dict[str, Randomness] = {"system": SystemRandomness(), "seeded": SeededRandomness(1)}
    for name, randomness in sources.items():
        taken = min(in_turns({name: partial(send, histogram.begin(randomness), SENT)})[name].cpu)
        yield Figure(f"a row of 8 columns, {name}", taken / SENT * 1e6, 200.0, "µs")
    yield Figure("held after 2^14 rows", held(histogram, 1 << 14), BYTES, "bytes")


def send(respond: Respond, rows: int) -> None:
    """So many rows of ones."""
    for _ in range(rows):
        respond((True,) * 8)


def held(histogram: ContinualHistogram, rows: int) -> int:
    """What a histogram holds after so many rows, over what it held after a few."""
    respond = histogram.begin(SeededRandomness(1))
    send(respond, 100)
    tracemalloc.start()
    send(respond, rows)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size


def row(wide: int, most: int, delta: str) -> tuple[str, ...]:
    """A line of the table of errors: a stream in which the query comes to `most`, evenly."""
    histogram = ContinualHistogram(wide, e_eps=E, delta=delta, beta=BETA)
    counter = plain(histogram)
    seen = farthest(_of_bits(histogram.begin(SeededRandomness(most))), most, wide, int)
    each = farthest(counter.begin(SeededRandomness(most)), most, wide, max)
    bound = histogram.error_bound(STEPS, most)
    return str(wide), str(most), delta, str(bound), str(seen), str(counter.error(histogram.beta / STEPS)), str(each)


def plain(histogram: ContinualHistogram) -> DCounter:
    """A binary tree for each column, with all that the histogram may lose: the third of its cube."""
    cubed = ContinualHistogram(histogram.columns, e_eps=histogram.e_eps**3, delta=histogram.delta)
    budget = cubed.parts.counter.counter.budget
    if isinstance(budget, PureBudget):
        return DCounter(histogram.columns, BinaryTreeCounter(STEPS, e_eps=budget.e_eps))
    return DCounter(histogram.columns, BinaryTreeCounter(STEPS, rho=budget.rho))


def farthest(respond: Respond, most: int, wide: int, read: Callable[[Any], int]) -> int:
    """How far an answer is from the truth at most, where so many rows are of ones, evenly, and the others of zeros."""
    worst, ones, sent = 0, (1,) * wide, 0
    zeros = (0,) * wide
    for time in range(1, STEPS + 1):
        due = time * most // STEPS > sent
        sent += due
        worst = max(worst, abs(read(respond(ones if due else zeros)) - sent))
    return worst


def _of_bits(respond: Respond) -> Respond:
    """The same of a mechanism that takes bits."""
    return lambda row: respond(tuple(map(bool, row)))
