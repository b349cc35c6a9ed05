"""Running the checks.

Rechecking looks at the stored evidence again and must come to the same outcome; it runs whatever the index says of the
evidence. Finding again starts from nothing and stores what it found.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from concomp.model.registry.evidence import Evidence
from concomp.obligations.checks.check import Check
from concomp.obligations.runner.cache import Cache
from concomp.obligations.runner.checks import checks_about, checks_in, key_of
from concomp.obligations.runner.index import Entry, Index
from concomp.obligations.runner.performing import Done, Progress, perform_all, task_of
from concomp.obligations.runner.pool import Workers
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.reporting import Run, report_on
from concomp.obligations.runner.results import (
    RENEW,
    Report,
    Result,
    comparison,
    left_behind,
    missing_evidence,
    without_outcome,
)
from concomp.obligations.runner.standing import by_index
from concomp.obligations.runner.stock import Stock, stock_for
from concomp.obligations.runner.store import SpoiledEvidence, place_of
from concomp.obligations.runner.today import Today


def silent(done: int, of: int) -> None:
    """Show no progress."""


def recheck(
    project: Project, statements: Collection[str], *, workers: Workers, cache: Cache, progress: Progress = silent
) -> Report:
    """Look at the stored evidence about some statements again; raises SpoiledEvidence."""
    checks = checks_about(project, statements)
    stock, today = stock_for(project, map(key_of, checks), statements), Today(project)
    results = _look_again(checks, stock, today, workers, cache, progress)
    return report_on(Run(project, statements, checks, stock, today, results))


def rebuild(project: Project, *, workers: Workers, cache: Cache, progress: Progress = silent) -> Report:
    """How everything stands by the index, which is brought up to date without finding anything.

    Evidence that was made with other sources than today's is looked at again where its check finds nothing: then the
    recheck is as good. So is evidence that is not what the index knows. Raises SpoiledEvidence.
    """
    checks, everything = checks_in(project), tuple(project.registry.statements)
    stock, today = stock_for(project, map(key_of, checks), everything), Today(project)
    outdated = [check for check in checks if not _is_current(check, stock, today)]
    judged = [check for check in outdated if check.find is None or _has_sources_of_today(check, stock, today)]
    results = _look_again(judged, stock, today, workers, cache, progress)
    results += [_unseen(check, stock, today) for check in outdated if check not in judged]
    return report_on(Run(project, everything, checks, stock, today, results))


def find_again(
    project: Project, statements: Collection[str], *, workers: Workers, progress: Progress = silent
) -> Report:
    """Find the evidence about some statements anew, and store it; what no check answers for is deleted."""
    checks = checks_about(project, statements)
    return _find(project, statements, checks, checks, workers, progress)


def find_outdated(
    project: Project, statements: Collection[str], *, workers: Workers, progress: Progress = silent
) -> Report:
    """Find the evidence about some statements that is missing, spoiled or out of date, and store it.

    Since every piece is stored as soon as it is found, this goes on where a run was stopped.
    """
    checks = checks_about(project, statements)
    index, today = project.store.index(), Today(project)
    outdated = [check for check in checks if not _is_up_to_date(project, check, index, today)]
    return _find(project, statements, checks, outdated, workers, progress)


def _look_again(
    checks: Iterable[Check], stock: Stock, today: Today, workers: Workers, cache: Cache, progress: Progress
) -> list[Result]:
    """Recheck the evidence of the checks, save what the cache knows."""
    results: list[Result] = []
    tasks = []
    for check in checks:
        found = stock.evidence.get(key_of(check))
        if found is None:
            results.append(missing_evidence(check))
        elif cache.knows(found, today.confirmation(check.module)):
            results.append(_unseen(check, stock, today))
        else:
            tasks.append((check, task_of(check, found)))
    for check, ended in perform_all(tasks, workers, progress):
        evidence = stock.evidence[key_of(check)]
        result = comparison(check, ended, evidence.outcome)
        if result.ending == "confirmed":
            cache.remember(evidence, today.confirmation(check.module))
            result = _unseen(check, stock, today)
        results.append(result)
    return results


def _is_current(check: Check, stock: Stock, today: Today) -> bool:
    found = stock.evidence.get(key_of(check))
    return found is not None and by_index(stock.index, today, found) == "current"


def _has_sources_of_today(check: Check, stock: Stock, today: Today) -> bool:
    return today.current(key_of(check), stock.index.get(key_of(check), ())) is not None


def _unseen(check: Check, stock: Stock, today: Today) -> Result:
    """The result where nothing speaks against the evidence but, maybe, with what it was made."""
    if key_of(check) not in stock.evidence:
        return missing_evidence(check)
    message = left_behind(check, stock.index.get(key_of(check), ()), _now(today, check))
    return Result(check, "confirmed") if message is None else Result(check, "stale", message)


def _find(
    project: Project,
    statements: Collection[str],
    checks: Sequence[Check],
    chosen: Sequence[Check],
    workers: Workers,
    progress: Progress,
) -> Report:
    """Find the evidence of the chosen checks, store it, and report on the statements."""
    _discard_unusable(project, statements, checks, chosen)
    # Taken before anything is run: what changes meanwhile makes the evidence stale.
    before = Today(project)
    made_with = {key_of(check): _now(before, check) for check in chosen}
    index = {key: before.current(key, entries) or entries[0] for key, entries in project.store.index().items()}
    results = []
    for check, ended in perform_all([(check, task_of(check, None)) for check in chosen], workers, progress):
        if not isinstance(ended, Done):
            results.append(without_outcome(check, ended))
            continue
        found = _evidence(check, ended)
        project.store.write(found, project.registry)
        index[key_of(check)] = made_with[key_of(check)].of(found)
        project.store.write_index(index)
        results.append(Result(check, "confirmed"))
    stock, after = stock_for(project, map(key_of, checks), statements), Today(project)
    results = [_still(result, made_with[key_of(result.check)], after) for result in results]
    return report_on(Run(project, statements, checks, stock, after, results))


def _evidence(check: Check, done: Done) -> Evidence:
    return Evidence(statement=check.statement, check=check.path, outcome=done.outcome, findings=done.findings)


def _still(result: Result, made_with: Entry, after: Today) -> Result:
    """The result, or that its evidence is out of date as soon as it was found."""
    if result.ending != "confirmed" or made_with.agrees(_now(after, result.check)):
        return result
    return Result(result.check, "stale", f"its sources changed while it was run; {RENEW} finds it again")


def _discard_unusable(
    project: Project, statements: Collection[str], checks: Sequence[Check], chosen: Iterable[Check]
) -> None:
    """Delete the files about the statements that belong to no check, and the spoiled ones that are found again."""
    spoiled = {place_of(*key_of(check), project.registry) for check in chosen if not _is_there(project, check)}
    project.store.discard(spoiled & set(project.store.places()))
    project.store.discard(stock_for(project, map(key_of, checks), statements).unowned)


def _is_up_to_date(project: Project, check: Check, index: Index, today: Today) -> bool:
    """Whether the evidence of a check is there, and is what was found with what there is today."""
    try:
        found = project.store.read_one(key_of(check), project.registry)
    except SpoiledEvidence:
        return False
    return found is not None and by_index(index, today, found) == "current"


def _is_there(project: Project, check: Check) -> bool:
    """Whether there is evidence of a check that can be read."""
    try:
        return project.store.read_one(key_of(check), project.registry) is not None
    except SpoiledEvidence:
        return False


def _now(today: Today, check: Check) -> Entry:
    entry = today.entry(key_of(check))
    assert entry is not None, f"{check.module} was imported, so it has sources"
    return entry
