"""Many searches at once, by whatever does work side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.pool import Workers
from concomp.obligations.search.climb import climb
from concomp.obligations.search.journal import Entry, Journal, Task, as_data
from concomp.obligations.search.objectives import OBJECTIVES


class SearchFailed(RuntimeError):
    """A search ended without an entry: its process crashed, or exceeded its limit of time."""


def search(task: Task) -> Entry:
    """Do one search. Raises KeyError if there is no objective of this name."""
    objective = OBJECTIVES[task.objective]
    done = climb(objective.excess, objective.space.draw, objective.space.move, task.seed, task.effort)
    return Entry(task, str(done.excess), as_data(done.best), done.evaluations, done.judged)


def search_all(tasks: Sequence[Task], journal: Journal, workers: Workers) -> Iterator[Entry]:
    """Do the searches that the journal does not hold yet; each entry is written before it is handed on.

    Raises SearchFailed at the first search that ends without an entry; what was written before stays.
    """
    missing = journal.missing(tasks)
    for number, outcome in workers(search, missing):
        if isinstance(outcome, Crashed | TimedOut):
            task = missing[number]
            raise SearchFailed(
                f"{task.objective} seed {task.seed}: {outcome}; the entries before it are kept in {journal.path}: "
                "start the same command again to go on"
            )
        journal.add(outcome)
        yield outcome
