"""Doing the work of checks in workers: rechecking findings, or finding them first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass

from pydantic import JsonValue

from concomp.model.registry.evidence import Evidence, Outcome
from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.expectation import Violation
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.pool import Workers

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Task:
    """What a worker is asked to do: recheck the findings, or find them first.

    check: the dotted name of the check's function.
    """

    module: str
    check: str
    findings: JsonValue
    find: bool


@dataclass(frozen=True)
class Done:
    """What a check found, and what it made of it."""

    findings: JsonValue
    outcome: Outcome


Unfinished = Violation | TimedOut | Crashed
Ended = Done | Unfinished


def task_of(check: Check, evidence: Evidence | None) -> Task:
    """The task to recheck a piece of evidence; where there is none, to find it."""
    return Task(check.module, check.path, None if evidence is None else evidence.findings, evidence is None)


def perform(task: Task) -> Done | Violation:
    """Do one task, in a worker."""
    check = next(check for check in checks_of(task.module) if check.path == task.check)
    try:
        findings = _as_kept(check.find()) if task.find and check.find is not None else task.findings
        return Done(findings, check.recheck(findings))
    except Violation as violation:
        return violation


def perform_all(
    given: Sequence[tuple[Check, Task]], workers: Workers, progress: Progress
) -> Iterator[tuple[Check, Ended]]:
    """Do the tasks, each once, however many statements are checked by it."""
    alike: dict[str, tuple[Task, list[Check]]] = {}
    for check, task in given:
        alike.setdefault(json.dumps(asdict(task)), (task, []))[1].append(check)
    tasks, checks = [task for task, _ in alike.values()], [sharing for _, sharing in alike.values()]
    progress(0, len(tasks))
    # Whatever interrupts this, the workers are ended at once.
    with closing(workers(perform, tasks)) as ended_tasks:
        for count, (number, ended) in enumerate(ended_tasks, 1):
            yield from ((check, ended) for check in checks[number])
            progress(count, len(tasks))


def _as_kept(findings: JsonValue) -> JsonValue:
    """Findings as they will be read: plain data, their keys in the order in which they are stored."""
    kept: JsonValue = json.loads(json.dumps(findings, sort_keys=True))
    return kept
