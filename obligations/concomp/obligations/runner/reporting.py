"""What a run comes to: outcomes are held against what the registry expects.

A statement that an erratum refutes must come out refuted, and no other may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.statuses import Condition
from concomp.obligations.checks.check import Check
from concomp.obligations.runner.checks import key_of
from concomp.obligations.runner.index import Entry, Key
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.results import RENEW, Report, Result
from concomp.obligations.runner.standing import Standing, by_index, standing_of
from concomp.obligations.runner.stock import Stock
from concomp.obligations.runner.today import Today


@dataclass(frozen=True)
class Run:
    """A run of checks about some statements.

    checks: all that are about the statements. results: of those that were run.
    """

    project: Project
    statements: Collection[str]
    checks: Sequence[Check]
    stock: Stock
    today: Today
    results: Sequence[Result]

    @cached_property
    def endings(self) -> Mapping[Key, str]:
        """How each check ended that was run."""
        return {key_of(result.check): result.ending for result in self.results}


def report_on(run: Run) -> Report:
    """What a run comes to."""
    conditions = {key: _condition(evidence, run.endings.get(key), run) for key, evidence in run.stock.evidence.items()}
    standing = standing_of(run.project, run.stock, lambda each: conditions[each.check, each.statement])
    run.today.remember()
    current: dict[str, list[Evidence]] = {key: [] for key in run.statements}
    for key, evidence in run.stock.evidence.items():
        if conditions[key] == "current" and key[1] in current:
            current[key[1]].append(evidence)
    ordered = sorted(run.results, key=lambda result: key_of(result.check))
    failures = [result.line for result in ordered if result.ending not in ("confirmed", "timed out")]
    return Report(
        standing,
        (*failures, *_unowned(run.stock), *unexpected(standing, run.statements, current)),
        tuple(result.line for result in ordered if result.ending == "timed out"),
        tuple(_other_versions(run)),
        _indexed(run),
    )


def _condition(evidence: Evidence, ending: str | None, run: Run) -> Condition:
    if ending == "confirmed":
        return "current"
    if ending == "failed":
        return "failed"
    return "stale" if ending == "stale" else by_index(run.stock.index, run.today, evidence)


def _unowned(stock: Stock) -> Iterator[str]:
    for place in stock.unowned:
        yield f"the evidence file {place} belongs to no check any more; rename it with its check, or {RENEW} deletes it"


def unexpected(standing: Standing, keys: Collection[str], found: Mapping[str, Sequence[Evidence]]) -> Iterator[str]:
    """A line for every statement that is vacuous, or refuted against the registry, or not refuted as it expects.

    found: the confirmed evidence, by statement; a statement without any is not judged.
    """
    registry = standing.registry
    for key in (key for key in registry.statements if key in keys):
        refuting = [evidence.check for evidence in found.get(key, ()) if evidence.outcome.verdict == "refuted"]
        if registry.truth(key) == "false" and found.get(key) and not refuting:
            errata = ", ".join(name for name in registry.lookup(key).errata if key in registry.errata[name].refutes)
            yield f"{key}: false as printed by erratum {errata}, yet none of its checks refutes it"
        if registry.truth(key) != "false" and refuting:
            yield f"{key}: refuted by {', '.join(refuting)}, yet no erratum of the registry says that it is false"
        if standing.statuses[key].kind == "vacuous":
            yield f"{key}: a check of it was vacuous, no witness occurred; widen what the check covers"


def _other_versions(run: Run) -> Iterator[str]:
    """A line for each Python or library of another version than that with which evidence was made."""
    counts = Counter(
        (name, then, now.versions[name])
        for key in (key_of(result.check) for result in run.results if result.ending == "confirmed")
        if key in run.stock.index and (now := run.today.entry(key)) is not None
        for name, then in run.stock.index[key][0].versions.items()
        if then != now.versions.get(name, then)
    )
    for (name, then, here), count in sorted(counts.items()):
        yield f"{name} is {here} here, and confirms what was found with {name} {then}: {count} of the evidence files"


def _indexed(run: Run) -> dict[Key, Entry]:
    """What the index is to say: what it says of checks that there are, and what evidence was confirmed with besides."""
    known = set(map(key_of, run.checks))
    entries: dict[Key, Entry] = {}
    for key in {*run.stock.index, *known}:
        now = run.today.entry(key)
        if now is None or (key[1] in run.statements and key not in known):
            continue
        recorded = run.stock.index.get(key, ())
        found = run.stock.evidence.get(key)
        own = [entry for entry in recorded if found is not None and entry.is_of(found)]
        current = run.today.current(key, [*own, *recorded])
        if run.endings.get(key) == "confirmed":
            entries[key] = (current or now).of(run.stock.evidence[key])
        elif recorded:
            entries[key] = current or recorded[0]
    return entries
