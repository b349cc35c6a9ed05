"""How times are taken: the median of five, beside a fixed loop; of rivals, in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from time import perf_counter, process_time

REPETITIONS = 5
LONG = 10.0
"""Seconds beyond which work is not repeated."""


@dataclass(frozen=True)
class Times:
    """Seconds on the clock and of the processor, of each run."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    @property
    def seconds(self) -> str:
        """The least and the median on the clock, and the least of the processor."""
        return f"{min(self.wall):.4f} / {median(self.wall):.4f} s, cpu {min(self.cpu):.4f} s"


def seconds(work: Callable[[], object]) -> float:
    """The median time of five runs."""
    return median(in_turns({"": work})[""].wall)


def in_turns(works: Mapping[str, Callable[[], object]]) -> dict[str, Times]:
    """The times of each work, five runs in turns, so that what slows the machine down slows down all of them."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for _ in range(REPETITIONS):
        for name, work in works.items():
            if taken[name] and taken[name][0][0] > LONG:
                continue
            wall, cpu = perf_counter(), process_time()
            work()
            taken[name].append((perf_counter() - wall, process_time() - cpu))
    return {name: Times(*map(tuple, zip(*runs, strict=True))) for name, runs in taken.items()}


def calibration() -> Fraction:
    """A fixed amount of exact arithmetic."""
    return sum((Fraction(1, n) for n in range(1, 2000)), Fraction(0))
