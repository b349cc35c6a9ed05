"""python -m concomp.obligations.search JOURNAL [OBJECTIVE …]: search, and go on where it was stopped."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from concomp.obligations.runner.pool import NO_LIMIT, local
from concomp.obligations.search.candidates import describe
from concomp.obligations.search.journal import Entry, Journal, SpoiledJournal, Task, read_back
from concomp.obligations.search.objectives import OBJECTIVES
from concomp.obligations.search.pool import SearchFailed, search_all


def line_of(entry: Entry) -> str:
    """An entry as a line."""
    best = read_back(entry.best, OBJECTIVES[entry.task.objective].space.shape)
    outcome = f"VIOLATED by {describe(best)}" if entry.violates else "nothing"
    return f"{entry.task.objective} seed {entry.task.seed}: {outcome} ({entry.evaluations} candidates)"


@click.command()
@click.argument("journal", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("objectives", nargs=-1, type=click.Choice(list(OBJECTIVES)))
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(1), help="How many seeds for each.")
@click.option("--first", default=0, show_default=True, type=click.IntRange(0), help="The first seed.")
@click.option("--effort", default=4000, show_default=True, type=click.IntRange(1), help="Candidates for each seed.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Searches at a time.")
def main(journal: Path, objectives: tuple[str, ...], seeds: int, first: int, effort: int, jobs: int) -> None:
    """Search for violations of OBJECTIVES, all if none is named, and keep a JOURNAL of what is done.

    Ends with 1 if a claim that is not known to be false is exceeded.

    Example: python -m concomp.obligations.search journal.jsonl 5.4-sum 5.6 --seeds 10
    """
    tasks = [Task(name, seed, effort) for name in objectives or OBJECTIVES for seed in range(first, first + seeds)]
    kept = Journal(journal)
    try:
        for entry in search_all(tasks, kept, local(jobs, NO_LIMIT)):
            click.echo(line_of(entry))
    except (SpoiledJournal, SearchFailed) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    wanted = {*tasks}
    unexpected = [
        entry
        for entry in kept.entries()
        if entry.task in wanted and entry.violates and not OBJECTIVES[entry.task.objective].refutable
    ]
    sys.exit(1 if unexpected else 0)


if __name__ == "__main__":
    main()
