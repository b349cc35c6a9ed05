"""Work done side by side: in processes of its own, each with a limit of time, or in an executor that is handed in.

A worker is started afresh (`spawn`), serves one task after the other, and leads a process group, so that what it
starts ends with it. A worker that exceeds the limit is killed and replaced: no task can hold up the others, not even
one that is stuck inside a solver.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class TimedOut:
    """A task that did not end within the limit."""

    seconds: float


@dataclass(frozen=True)
class Broke:
    """A task that ended with an exception, or that took its process down."""

    message: str


Outcomes = Generator[tuple[int, R | TimedOut | Broke], None, None]
"""The number of each task with what came of it, as they end."""


class Workers(Protocol):
    """Whoever does the same work on many tasks, and says what came of each as it ends."""

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        """Do `work`, a function of a module, on every task; yields (number of the task, what came of it)."""


def local(jobs: int, limit: float) -> Workers:
    """Processes on this machine, at most `jobs` at a time, with `limit` seconds for each task."""

    def perform(work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        return run(work, tasks, jobs, limit)

    return perform


def within(executor: Executor) -> Workers:
    """An executor of the kind of `concurrent.futures`, such as Dask's; how long a task may take is its own matter."""

    def perform(work: Callable[[T], R], tasks: Sequence[T], /) -> Outcomes[R]:
        numbers = {executor.submit(_guarded, work, task): number for number, task in enumerate(tasks)}
        try:
            for future in as_completed(numbers):
                yield numbers[future], _outcome(future)
        finally:
            for future in numbers:
                future.cancel()

    return perform


def _outcome(future: Future[R | TimedOut | Broke]) -> R | TimedOut | Broke:
    try:
        return future.result()
    except Exception as error:
        return Broke(f"the executor lost it: {error or type(error).__name__}")


def _guarded(work: Callable[[T], R], task: T) -> R | TimedOut | Broke:
    """What came of a task, where what it throws may not be such as can be sent."""
    try:
        return work(task)
    except Exception:
        return Broke(traceback.format_exc(limit=-3).strip())


@dataclass
class _Worker(Generic[T]):
    process: BaseProcess
    connection: Connection
    task: int | None = None
    deadline: float = 0.0

    def give(self, number: int, task: T, limit: float) -> None:
        self.connection.send(task)
        self.task, self.deadline = number, time.monotonic() + limit

    def end(self) -> None:
        # The group lives on while anything that the worker started does.
        if self.process.pid is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.connection.close()


def run(work: Callable[[T], R], tasks: Sequence[T], jobs: int, limit: float) -> Outcomes[R]:
    """Do `work` on every task, at most `jobs` at a time; yields (number of the task, what came of it) as they end.

    work: a function of a module, for it is sent by name.
    limit: seconds for each task.
    """
    waiting = list(enumerate(tasks))[::-1]
    workers = [_start(work) for _ in range(min(jobs, len(tasks)))]
    try:
        while waiting or any(worker.task is not None for worker in workers):
            for worker in workers:
                if worker.task is None and waiting:
                    worker.give(*waiting.pop(), limit)
            ready = _ready(workers)
            for place, worker in enumerate(workers):
                ended = _ended(worker, worker.connection in ready, limit)
                if worker.task is None or ended is None:
                    continue
                yield worker.task, ended
                worker.task = None
                if not isinstance(ended, TimedOut) and worker.process.is_alive():
                    continue
                worker.end()
                workers[place] = _start(work)
    finally:
        for worker in workers:
            worker.end()


def _ready(workers: Sequence[_Worker[T]]) -> list[object]:
    """The connections over which something came, before the first deadline."""
    busy = [worker for worker in workers if worker.task is not None]
    until = min(worker.deadline for worker in busy) - time.monotonic()
    return list(wait([worker.connection for worker in busy], max(0.0, until)))


def _ended(worker: _Worker[T], ready: bool, limit: float) -> Any:
    """What came of the worker's task; None if it goes on."""
    if ready:
        return _received(worker)
    return TimedOut(limit) if worker.task is not None and time.monotonic() > worker.deadline else None


def _received(worker: _Worker[T]) -> Any:
    try:
        return worker.connection.recv()
    except EOFError:
        worker.process.join()
        return Broke(f"its process ended with status {worker.process.exitcode}")


def _start(work: Callable[[T], R]) -> _Worker[T]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, work))
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _serve(connection: Connection, work: Callable[[T], R]) -> None:
    os.setsid()
    # What a task prints must not mix with the output of the command.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        connection.send(_guarded(work, task))
