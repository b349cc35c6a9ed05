"""Many searches at once, in any executor of the kind of `concurrent.futures`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from concomp.obligations.search.climb import climb
from concomp.obligations.search.journal import Entry, Journal, Task, as_data
from concomp.obligations.search.objectives import OBJECTIVES


def search(task: Task) -> Entry:
    """Do one search. Raises KeyError if there is no objective of this name."""
    objective = OBJECTIVES[task.objective]
    done = climb(objective.excess, objective.space.drawn, objective.space.moved, task.seed, task.effort)
    return Entry(task, str(done.excess), as_data(done.best), done.evaluations, done.judged)


def local_executor(jobs: int) -> Executor:
    """Processes on this machine, each started afresh."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def search_all(tasks: Sequence[Task], journal: Journal, executor: Executor) -> Iterator[Entry]:
    """Do the searches that the journal does not hold yet; each entry is written before it is handed on."""
    for ended in as_completed([executor.submit(search, task) for task in journal.missing(tasks)]):
        entry = ended.result()
        journal.add(entry)
        yield entry
