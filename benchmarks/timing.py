"""How times are taken: the median of five, beside a fixed loop."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from statistics import median
from time import perf_counter

REPETITIONS = 5


def seconds(work: Callable[[], object]) -> float:
    """The median time of five runs."""
    times = []
    for _ in range(REPETITIONS):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def calibration() -> Fraction:
    """A fixed amount of exact arithmetic."""
    return sum((Fraction(1, n) for n in range(1, 2000)), Fraction(0))
