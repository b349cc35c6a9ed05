"""The same audit at every point of a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from concomp.model.numbers import Exact, ParameterError, exact_delta, exact_e_eps, parameter
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.pool import Outcomes, Workers, within
from concomp.report.layout import Table, lines_of
from concomp.report.quantities import short
from concomp.sweeps.grid import Point, points
from concomp.sweeps.kept import Kept, about
from concomp.sweeps.rows import Asked, NoMechanism, Task, failed, read_rational, row
from concomp.sweeps.subjects import Family, family

if TYPE_CHECKING:
    from concomp.schemas.sweeps import SweptRow

TRIES = 3
"""How often the rows that an executor lost, as with a worker that is killed, are asked for."""


class SweepStopped(RuntimeError):
    """Thrown where rows could not be had; the message says how many, and how to go on."""


@dataclass(frozen=True)
class Sweep:
    """The rows of a sweep, a row for each point of its grid, in the grid's order."""

    rows: tuple[SweptRow, ...]

    def __str__(self) -> str:
        return "\n".join(lines_of([table(self.rows)]))


def sweep(
    mechanism: Mapping[str, object] | str | PathLike[str] | Callable[..., Any],
    grid: Mapping[str, Sequence[Any]],
    *,
    e_eps: Sequence[Exact] = (),
    delta: Exact | None = None,
    executor: Executor | None = None,
    keep: str | PathLike[str] | None = None,
) -> Sweep:
    """The exact privacy of a mechanism at every point of a grid.

    mechanism: a mechanism file with a named kernel, as its path or its contents; or a function that returns a `game`.
    grid: the values of each field of the kernel, or argument of the function: exact numbers, or ranges as two integers.
    e_eps: each E = e^ε for which the least δ is asked; delta: the δ for which the least E is asked.
    executor: where the work is done, of the kind of `concurrent.futures`, such as Dask's; in this process if none is
    given. keep: a file of the rows that are done; a sweep that is stopped goes on from it.
    Raises ParameterError for a grid, a number or an executor that is none, NoMechanism for a point that describes no
    mechanism, and SweepStopped if rows are lost again and again.

    >>> import concomp
    >>> contents = {"type": "cm", "kernel": {"law": "two_sided_geometric", "ratio": "1/2"}, "horizon": 1,
    ...             "verification": {"kind": "any"}}
    >>> print(concomp.sweep(contents, {"ratio": ["1/2", "2/3"]}, e_eps=[1]))
    ratio  delta at E = 1
    1/2    1/3 (~0.333333)
    2/3    1/5 (0.2)
    """
    if isinstance(e_eps, str) or not isinstance(e_eps, Iterable):
        raise ParameterError("e_eps", e_eps, "give a list of them")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ParameterError("executor", executor, "give one of the kind of concurrent.futures, or leave it out")
    if keep is not None and not isinstance(keep, str | PathLike):
        raise ParameterError("keep", keep, "give the path of a file")
    asked = Asked(
        tuple(parameter("e_eps", exact_e_eps, each) for each in e_eps),
        None if delta is None else parameter("delta", exact_delta, delta),
    )
    return run(family(mechanism), points(grid), asked, _here if executor is None else within(executor), _kept(keep))


def run(
    swept: Family,
    grid: Sequence[Point],
    asked: Asked,
    workers: Workers,
    kept: Kept,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Sweep:
    """The rows of all points, those that are kept not found again."""
    if not asked.e_eps and asked.delta is None:
        raise ParameterError("e_eps", (), "say at which E, or for which delta")
    tasks = [Task(swept, point, asked) for point in grid]
    done = kept.rows(tasks)
    for _ in range(TRIES):
        missing = [task for task in tasks if about(task) not in done]
        lost = ""
        for number, outcome in workers(row, missing):
            if isinstance(outcome, Crashed):
                lost = outcome.message.strip().splitlines()[-1]
                continue
            done[about(missing[number])] = _row_of(missing[number], outcome, kept)
            progress(len(done), len(tasks))
        if not lost:
            return Sweep(tuple(done[about(task)] for task in tasks))
    count = sum(about(task) in done for task in tasks)
    raise SweepStopped(
        f"{count} of {len(tasks)} rows are found ({lost}): keep them in a file, and start again to go on"
    )


def _row_of(task: Task, outcome: SweptRow | NoMechanism | TimedOut, kept: Kept) -> SweptRow:
    """What came of a task as a row, which is kept if something was found; NoMechanism if there is none."""
    if isinstance(outcome, NoMechanism):
        raise outcome
    if isinstance(outcome, TimedOut):
        return failed(task, f"no answer in {outcome.seconds:g} s")
    if outcome["failure"] is None:
        kept.add(task, outcome)
    return outcome


def table(rows: Sequence[SweptRow]) -> Table:
    """The rows for people: the values of the point, then what was found."""
    names = list(rows[0]["point"])
    best = next((each for each in rows if each["failure"] is None), rows[0])
    heading = [*names, *(f"delta at E = {each['e_eps']}" for each in best["results"])]
    if best["least"] is not None:
        heading.append(f"least E for delta = {best['least']['delta']}")
    return Table((tuple(heading), *(_cells(each, len(heading)) for each in rows)))


def _cells(row: SweptRow, count: int) -> tuple[str, ...]:
    cells = [*row["point"].values(), *(short(read_rational(each["delta"])) for each in row["results"])]
    if row["least"] is not None:
        cells.append("none" if row["least"]["e_eps"] is None else short(read_rational(row["least"]["e_eps"])))
    if row["failure"] is not None:
        cells += ["too large"] * (count - len(cells))
    return tuple(cells)


def _here(work: Callable[[Any], Any], tasks: Sequence[Any]) -> Outcomes[Any]:
    """The work, done in this process."""
    yield from ((number, work(task)) for number, task in enumerate(tasks))


def _kept(file: str | PathLike[str] | None) -> Kept:
    return Kept(None if file is None else Path(file))
