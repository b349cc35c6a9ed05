"""Running the checks.

Rechecking looks at the stored evidence again and must come to the same outcome; finding again starts from nothing
and stores what it found. Either way the outcomes are then held against what the registry expects: a statement that an
erratum refutes must come out refuted, and no other may.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from pydantic import JsonValue

from concomp.model.registry.evidence import Evidence, Outcome, statement_hash
from concomp.model.registry.registry import UnknownLabel
from concomp.obligations.checks.check import Check, all_checks, checks_of
from concomp.obligations.expectation import Violation
from concomp.obligations.processes.child import Crashed, TimedOut
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.pool import Workers
from concomp.obligations.runner.project import Project, freshness
from concomp.obligations.runner.sources import check_hash, engines
from concomp.obligations.runner.standing import Standing, standing_of
from concomp.obligations.runner.store import SpoiledEvidence, place_of

Key = tuple[str, str]
Ending = Literal["confirmed", "stale", "missing", "failed", "timed out"]
Progress = Callable[[int, int], None]


class WrongCheck(Exception):
    """Thrown when the checks themselves are not in order."""


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


@dataclass(frozen=True)
class Result:
    """What came of one check of one statement; the message says why it is not confirmed."""

    check: Check
    ending: Ending
    message: str = ""


@dataclass(frozen=True)
class Report:
    """What came of a run.

    failures: a line for everything that is not as the registry expects.
    undecided: a line for every check that did not end in time.
    """

    standing: Standing
    failures: tuple[str, ...]
    undecided: tuple[str, ...]


def recheck(
    project: Project,
    keys: Collection[str],
    *,
    workers: Workers,
    cache: Cache,
    progress: Progress = lambda done, of: None,
) -> Report:
    """Look at the stored evidence about the statements `keys` again; raises SpoiledEvidence."""
    checks = checks_in(project)
    evidence = _evidence(project, checks)
    chosen = [check for check in checks if check.statement in keys]
    fresh = freshness(project.registry)
    results = _unready(chosen, evidence, fresh)
    ready = [check for check in chosen if check not in {result.check for result in results}]
    known = [check for check in ready if cache.knows(evidence[_key(check)])]
    results += [Result(check, "confirmed") for check in known]
    tasks = [(check, _task(check, evidence[_key(check)])) for check in ready if check not in known]
    for check, ended in _perform_all(tasks, workers, progress):
        result = _compared(check, ended, evidence[_key(check)].outcome)
        if result.ending == "confirmed":
            cache.remember(evidence[_key(check)])
        results.append(result)
    return _report(project, keys, evidence, results, fresh)


def find_again(
    project: Project,
    keys: Collection[str],
    *,
    workers: Workers,
    progress: Progress = lambda done, of: None,
) -> Report:
    """Find the evidence about the statements `keys` anew, and store it; what no check answers for is deleted."""
    checks = checks_in(project)
    chosen = [check for check in checks if check.statement in keys]
    _clear(project, checks, chosen)
    return _find(project, keys, checks, chosen, workers, progress)


def find_outdated(
    project: Project,
    keys: Collection[str],
    *,
    workers: Workers,
    progress: Progress = lambda done, of: None,
) -> Report:
    """Find the evidence about the statements `keys` that is missing, spoiled or not fresh, and store it.

    Since every piece is stored as soon as it is found, this goes on where a run was stopped.
    """
    checks = checks_in(project)
    chosen = [check for check in checks if check.statement in keys]
    _clear(project, checks, chosen)
    unready = _unready(chosen, _evidence(project, checks), freshness(project.registry))
    return _find(project, keys, checks, [result.check for result in unready], workers, progress)


def _find(
    project: Project,
    keys: Collection[str],
    checks: Sequence[Check],
    chosen: Sequence[Check],
    workers: Workers,
    progress: Progress,
) -> Report:
    """Find the evidence of the chosen checks, store it, and report on `keys`."""
    # Taken before anything is run: what changes meanwhile makes the evidence stale, not fresh.
    made_of = {module: (check_hash(module), engines(module)) for module in {check.module for check in chosen}}
    results = []
    for check, ended in _perform_all([(check, _task(check, None)) for check in chosen], workers, progress):
        results.append(_stored(project, check, ended, *made_of[check.module]))
    evidence, fresh = _evidence(project, checks), freshness(project.registry)
    results = [_still(result, evidence.get(_key(result.check)), fresh) for result in results]
    return _report(project, keys, evidence, results, fresh)


def checks_in(project: Project) -> tuple[Check, ...]:
    """All the checks of the project; raises WrongCheck if one is about no statement, or there twice."""
    checks: dict[Key, Check] = {}
    for check in all_checks(project.checks):
        try:
            project.registry.lookup(check.statement)
        except UnknownLabel as error:
            raise WrongCheck(f"the check {check.path} is about no statement: {error}") from None
        if _key(check) in checks:
            raise WrongCheck(f"the check {check.path} is there twice for {check.statement}; rename one")
        checks[_key(check)] = check
    return tuple(checks.values())


def perform(task: Task) -> Done | Violation:
    """Do one task, in a worker."""
    check = next(check for check in checks_of(task.module) if check.path == task.check)
    try:
        findings = _kept(check.find()) if task.find and check.find is not None else task.findings
        return Done(findings, check.recheck(findings))
    except Violation as violation:
        return violation


def _kept(findings: JsonValue) -> JsonValue:
    """Findings as they will be read: plain data, their keys in the order in which they are stored."""
    kept: JsonValue = json.loads(json.dumps(findings, sort_keys=True))
    return kept


def unexpected(standing: Standing, keys: Iterable[str], found: Mapping[str, Sequence[Evidence]]) -> Iterator[str]:
    """A line for every statement that is vacuous, or refuted against the registry, or not refuted as it expects.

    found: the confirmed evidence, by statement; a statement without any is not judged.
    """
    registry = standing.registry
    for key in keys:
        refuting = [evidence.check for evidence in found.get(key, ()) if evidence.outcome.verdict == "refuted"]
        if registry.truth(key) == "false" and found.get(key) and not refuting:
            errata = ", ".join(name for name in registry.lookup(key).errata if key in registry.errata[name].refutes)
            yield f"{key}: false as printed by erratum {errata}, yet none of its checks refutes it"
        if registry.truth(key) != "false" and refuting:
            yield f"{key}: refuted by {', '.join(refuting)}, yet no erratum of the registry says that it is false"
        if standing.statuses[key].kind == "vacuous":
            yield f"{key}: a check of it was vacuous, no witness occurred; widen what the check covers"


def _key(check: Check) -> Key:
    return check.path, check.statement


def _evidence(project: Project, checks: Iterable[Check]) -> dict[Key, Evidence]:
    """The stored evidence by check and statement."""
    known = {_key(check) for check in checks}
    found = {(evidence.check, evidence.statement): evidence for evidence in project.store.read(project.registry)}
    for check, statement in found:
        if (check, statement) not in known:
            file = place_of(check, statement, project.registry)
            raise SpoiledEvidence(file, f"is about a check of {statement} that does not exist: {check}")
    return found


def _unready(
    checks: Iterable[Check], evidence: Mapping[Key, Evidence], fresh: Callable[[Evidence], bool]
) -> list[Result]:
    """Results for the checks whose evidence is not there or not fresh: there is nothing to recheck."""
    remedy = "`concomp check --renew` finds it"
    results = []
    for check in checks:
        found = evidence.get(_key(check))
        if found is None:
            results.append(Result(check, "missing", f"has no evidence yet; {remedy}"))
        elif not fresh(found):
            older = "its evidence is older than the statement, the check, its sources or an engine"
            results.append(Result(check, "stale", f"{older}; {remedy} again"))
    return results


def _task(check: Check, evidence: Evidence | None) -> Task:
    findings = None if evidence is None else evidence.findings
    return Task(check.module, check.path, findings, evidence is None)


def _perform_all(
    given: Sequence[tuple[Check, Task]], workers: Workers, progress: Progress
) -> Iterator[tuple[Check, Done | Violation | TimedOut | Crashed]]:
    """Do the tasks, each once, however many statements are checked by it."""
    alike: dict[str, tuple[Task, list[Check]]] = {}
    for check, task in given:
        alike.setdefault(json.dumps(asdict(task)), (task, []))[1].append(check)
    tasks, checks = [task for task, _ in alike.values()], [sharing for _, sharing in alike.values()]
    progress(0, len(tasks))
    for count, (number, ended) in enumerate(workers(perform, tasks), 1):
        yield from ((check, ended) for check in checks[number])
        progress(count, len(tasks))


def _compared(check: Check, ended: Done | Violation | TimedOut | Crashed, stored: Outcome) -> Result:
    if isinstance(ended, Done) and ended.outcome == stored:
        return Result(check, "confirmed")
    if isinstance(ended, Done):
        fields = [name for name in Outcome.model_fields if getattr(ended.outcome, name) != getattr(stored, name)]
        return Result(check, "failed", f"comes out otherwise than its evidence says: {', '.join(fields)}")
    return _unfinished(check, ended)


def _unfinished(check: Check, ended: Violation | TimedOut | Crashed) -> Result:
    if isinstance(ended, TimedOut):
        return Result(check, "timed out", f"did not end within {ended.seconds:g} seconds")
    return Result(check, "failed", str(ended) if isinstance(ended, Violation) else f"broke: {ended.message}")


def _stored(
    project: Project, check: Check, ended: Done | Violation | TimedOut | Crashed, sources: str, versions: dict[str, str]
) -> Result:
    if not isinstance(ended, Done):
        return _unfinished(check, ended)
    evidence = Evidence(
        statement=check.statement,
        check=check.path,
        statement_hash=statement_hash(project.registry.lookup(check.statement)),
        check_hash=sources,
        engines=versions,
        outcome=ended.outcome,
        findings=ended.findings,
    )
    project.store.write(evidence, project.registry)
    return Result(check, "confirmed")


def _still(result: Result, evidence: Evidence | None, fresh: Callable[[Evidence], bool]) -> Result:
    """The result, or that its evidence is out of date as soon as it was found."""
    if result.ending != "confirmed" or evidence is None or fresh(evidence):
        return result
    return Result(result.check, "stale", "its sources changed while it was run; `concomp check --renew` finds it again")


def _clear(project: Project, checks: Iterable[Check], chosen: Iterable[Check]) -> None:
    """Delete the files that belong to no check, and among those of the chosen checks the spoiled ones."""
    store, registry = project.store, project.registry
    places = {place_of(check.path, check.statement, registry) for check in checks}
    strangers = [name for name, _ in store.entries() if name not in places]
    store.discard(strangers)
    renewed = {place_of(check.path, check.statement, registry) for check in chosen}
    store.discard(name for name in store.spoiled(registry) if name in renewed)


def _report(
    project: Project,
    keys: Collection[str],
    evidence: Mapping[Key, Evidence],
    results: Iterable[Result],
    fresh: Callable[[Evidence], bool],
) -> Report:
    status = {_key(result.check): result.ending for result in results}

    def confirmed(item: Evidence) -> bool:
        return fresh(item) and status.get((item.check, item.statement)) != "failed"

    standing = standing_of(project, tuple(evidence.values()), confirmed)
    found = {key: [item for item in standing.evidence.get(key, ()) if confirmed(item)] for key in keys}
    ordered = sorted(results, key=lambda result: _key(result.check))
    lines = [
        (result.ending, f"{result.check.statement}: {result.check.name}: {result.message}")
        for result in ordered
        if result.ending != "confirmed"
    ]
    failures = [line for kind, line in lines if kind != "timed out"]
    return Report(
        standing,
        (*failures, *unexpected(standing, (key for key in project.registry.statements if key in keys), found)),
        tuple(line for kind, line in lines if kind == "timed out"),
    )
