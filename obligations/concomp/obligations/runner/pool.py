"""Work done side by side: in processes of its own, each with a limit of time, or in an executor that is handed in.

A worker is a child process that serves one task after the other; one that exceeds the limit is ended and replaced: no
task can hold up the others, not even one that is stuck inside a solver. It begins as a copy of this process, so that
what this one has imported, such as all the checks with their derivations, is not imported again by each; nor is it
looked through for cycles, which are looked for seldom. It goes through a stretch of the tasks, so that what neighbours
have in common, such as a family of mechanisms, is computed by one worker alone; then it helps the others.
"""

from __future__ import annotations

import gc
import math
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeVar

from concomp.obligations.processes.child import Child, Crashed, Ended, TimedOut, start_copy

T = TypeVar("T")
R = TypeVar("R")

NO_LIMIT = math.inf
"""The limit of tasks that end by themselves."""

SELDOM = (50_000, 20, 100)
"""When a worker looks for cycles: what it computes with is mostly plain values, which make none."""

Outcomes = Generator[tuple[int, R | TimedOut | Crashed], None, None]
"""The number of each task with what came of it, as they end."""


class Workers(Protocol):
    """Whoever does the same work on many tasks, and says what came of each as it ends."""

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        """Do `work`, a function of a module, on every task; yields (number of the task, what came of it)."""


def local(jobs: int, limit: float, memory: int | None = None) -> Workers:
    """Processes on this machine, at most `jobs` at a time, with `limit` seconds for each task, or NO_LIMIT.

    memory: bytes of address space that each may take.
    """

    def perform(work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        return run(work, tasks, jobs, limit, memory)

    return perform


def within(executor: Executor) -> Workers:
    """An executor of the kind of `concurrent.futures`, such as Dask's; how long a task may take is its own matter."""

    def perform(work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        numbers = {executor.submit(_guard, work, task): number for number, task in enumerate(tasks)}
        try:
            for future in as_completed(numbers):
                yield numbers[future], _outcome(future)
        finally:
            for future in numbers:
                future.cancel()

    return perform


def _outcome(future: Future[R | TimedOut | Crashed]) -> R | TimedOut | Crashed:
    try:
        return future.result()
    except Exception as error:
        return Crashed(f"the executor lost it: {error or type(error).__name__}")


def _guard(work: Callable[[T], R], task: T) -> R | TimedOut | Crashed:
    """What came of a task, where what it throws may not be such as can be sent."""
    try:
        return work(task)
    except Exception:
        return Crashed(traceback.format_exc(limit=-3).strip())


@dataclass
class _Worker:
    child: Child
    task: int | None = None
    deadline: float = 0.0


def _begin(memory: int | None) -> _Worker:
    """A worker that leaves alone what it is copied with, and looks for cycles seldom."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        return _Worker(start_copy(memory))
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def run(work: Callable[[T], R], tasks: Sequence[T], jobs: int, limit: float, memory: int | None = None) -> Outcomes[R]:
    """Do `work` on every task, at most `jobs` at a time; yields (number of the task, what came of it) as they end.

    work: a function of a module, for it is sent by name.
    limit: seconds for each task, or NO_LIMIT. memory: bytes of address space that a process may take.
    """
    waiting = _stretches(len(tasks), min(jobs, len(tasks)))
    workers: list[_Worker] = []
    try:
        while len(workers) < len(waiting):
            workers.append(_begin(memory))
        while any(waiting) or any(worker.task is not None for worker in workers):
            for place, worker in enumerate(workers):
                if worker.task is None and any(waiting):
                    worker.task = _next(waiting, place)
                    worker.child.send(work, tasks[worker.task])
                    worker.deadline = time.monotonic() + limit
            ready = _ready(workers)
            for place, worker in enumerate(workers):
                ended = _outcome_of(worker, worker.child.fileno() in ready, limit)
                if worker.task is None or ended is None:
                    continue
                yield worker.task, _in_words(ended)
                worker.task = None
                if isinstance(ended, TimedOut | Ended):
                    worker.child.close()
                    workers[place] = _begin(memory)
    finally:
        for worker in workers:
            worker.child.close()


def _stretches(count: int, parts: int) -> list[deque[int]]:
    """The numbers below `count` in so many stretches of nearly the same length."""
    return [deque(range(count * part // parts, count * (part + 1) // parts)) for part in range(parts)]


def _next(waiting: Sequence[deque[int]], place: int) -> int:
    """The first task of a worker's own stretch; the last of the longest one, where nothing is left of it."""
    return waiting[place].popleft() if waiting[place] else max(waiting, key=len).pop()


def _ready(workers: Sequence[_Worker]) -> list[object]:
    """The descriptors of children from whom something came, before the first deadline."""
    busy = [worker for worker in workers if worker.task is not None]
    until = min(worker.deadline for worker in busy) - time.monotonic()
    return list(wait([worker.child.fileno() for worker in busy], None if until == NO_LIMIT else max(0.0, until)))


def _outcome_of(worker: _Worker, ready: bool, limit: float) -> Any:
    """What came of the worker's task; None if it goes on."""
    if ready:
        return worker.child.receive()
    return TimedOut(limit) if worker.task is not None and time.monotonic() > worker.deadline else None


def _in_words(outcome: Any) -> Any:
    return Crashed(f"its process ended with status {outcome.status}") if isinstance(outcome, Ended) else outcome
