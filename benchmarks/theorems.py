"""Theorems: how long searches, evidence and advice take, beside what they ought to take at most."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from benchmarks.figures import Figure
from benchmarks.timing import seconds
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.pool import local
from concomp.obligations.runner.project import this_project
from concomp.obligations.runner.results import Report
from concomp.obligations.runner.running import find_again, recheck
from concomp.obligations.runner.store import Store
from concomp.obligations.search.journal import Task
from concomp.obligations.search.objectives import OBJECTIVES
from concomp.obligations.search.pool import search

R = TypeVar("R")
SEEDS, EFFORT = range(100, 110), 10_000
CORES = 2
PLANS = ("three_counters", "adaptive_queries", "million_users", "pure_streams", "leaky_streams")


def figures() -> Iterator[Figure]:
    """Seconds on the clock beside what is to be reached."""
    yield from map(_searched, [name for name, objective in OBJECTIVES.items() if objective.refutable])
    yield from map(_advised, PLANS)
    yield _looked_at_again()
    yield _found_anew()


def _searched(name: str) -> Figure:
    taken = [_timed(partial(search, Task(name, seed, EFFORT))) for seed in SEEDS]
    found = sum(entry.violates for entry, _ in taken)
    slowest = max(clock for _, clock in taken)
    return Figure(f"search {name}, the slowest seed", slowest, 60, "s", f"found on {found} of {len(SEEDS)} seeds")


def _advised(plan: str) -> Figure:
    command = [sys.executable, "-c", "from concomp.cli import main; main()"]
    asked = [*command, "advise", f"examples/plans/{plan}.toml"]

    def advise() -> None:
        subprocess.run(asked, check=True, stdout=subprocess.DEVNULL)

    return Figure(f"concomp advise {plan}.toml, start-up included", seconds(advise), 5, "s")


def _looked_at_again() -> Figure:
    project = this_project()
    report, taken = _timed(
        lambda: recheck(project, list(project.registry.statements), workers=local(CORES, 120), cache=Cache(None))
    )
    return Figure(f"concomp check --locked --jobs {CORES}", taken, 180, "s", _told(report))


def _found_anew() -> Figure:
    """Into a folder of its own, so that nothing in the clone is written."""
    with TemporaryDirectory() as folder:
        project = replace(this_project(), store=Store(Path(folder)))
        report, taken = _timed(
            lambda: find_again(project, list(project.registry.statements), workers=local(CORES, 3600))
        )
    return Figure(f"concomp check --full --jobs {CORES}", taken, 2700, "s", _told(report))


def _told(report: Report) -> str:
    return f"{len(report.failures)} failed, {len(report.undecided)} undecided"


def _timed(work: Callable[[], R]) -> tuple[R, float]:
    started = perf_counter()
    return work(), perf_counter() - started
