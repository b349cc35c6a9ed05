"""How far every statement is established: its status, and the weakest status among what it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.registry import Registry
from concomp.model.registry.registry import Truth as TruthInPrint
from concomp.model.registry.rows import Statement
from concomp.model.registry.statuses import Condition, Status, StatusKind, rests_on, statuses, statuses_below
from concomp.obligations.runner.index import Entry, Index, Key
from concomp.obligations.runner.objects import Tagged, tagged_objects
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.stock import Stock, stock_of
from concomp.obligations.runner.today import Today

Truth = Literal[TruthInPrint, "not examined"]


@dataclass(frozen=True)
class Standing:
    """The registry with everything that was computed about it.

    made_with: what the index says of each piece of evidence.
    """

    registry: Registry
    statuses: Mapping[str, Status]
    rests_on: Mapping[str, Status | None]
    evidence: Mapping[str, Sequence[Evidence]]
    objects: Mapping[str, Sequence[Tagged]]
    made_with: Mapping[Key, Entry]

    def rests(self, key: str) -> str:
        """The weakest status a statement rests on, as text."""
        status = self.rests_on[key]
        return "—" if status is None else str(status)

    def below(self, key: str) -> Mapping[StatusKind, tuple[str, Status]]:
        """The kinds of status among what a statement rests on, the weakest first, each with the nearest example."""
        return statuses_below(self.registry, self.statuses, key)

    def truth(self, key: str) -> Truth:
        """How the printed statement fares; *not examined* where nothing was checked and no erratum says otherwise."""
        truth = self.registry.truth(key)
        return "not examined" if truth == "as printed" and not self.evidence.get(key) else truth

    def is_contradicted(self, key: str) -> bool:
        """Whether evidence refutes a statement of which no erratum says that it is false: one of the two is wrong."""
        refuting = any(each.outcome.verdict == "refuted" for each in self.evidence.get(key, ()))
        return refuting and self.registry.truth(key) != "false"

    def versions(self, evidence: Evidence) -> Mapping[str, str]:
        """The versions with which a piece of evidence was made; empty if the index does not tell."""
        entry = self.made_with.get((evidence.check, evidence.statement))
        return {} if entry is None else entry.versions


def standing(project: Project) -> Standing:
    """How everything stands by the stored evidence alone; nothing is rechecked."""
    stock, today = stock_of(project), Today(project)
    found = standing_of(project, stock, lambda evidence: by_index(stock.index, today, evidence))
    today.remember()
    return found


def by_index(index: Index, today: Today, evidence: Evidence) -> Condition:
    """Whether evidence that nobody looks at again is what was found, with what is there now."""
    key = (evidence.check, evidence.statement)
    own = [entry for entry in index.get(key, ()) if entry.is_of(evidence)]
    return "stale" if today.current(key, own) is None else "current"


def standing_of(project: Project, stock: Stock, condition: Callable[[Evidence], Condition]) -> Standing:
    """How everything stands by this evidence."""
    objects = tagged_objects(project.objects, project.registry)
    found = statuses(
        project.registry,
        stock.evidence.values(),
        condition,
        encoded={tagged.statement for tagged in objects},
        checked={statement for _, statement in stock.keys},
    )
    by_evidence: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in stock.evidence.values():
        by_evidence[item.statement].append(item)
    by_objects: defaultdict[str, list[Tagged]] = defaultdict(list)
    for tagged in objects:
        by_objects[tagged.statement].append(tagged)
    return Standing(
        project.registry,
        found,
        rests_on(project.registry, found),
        dict(by_evidence),
        dict(by_objects),
        {key: entries[0] for key, entries in stock.index.items()},
    )


def by_section(rows: Iterable[Statement]) -> dict[tuple[str, str], list[Statement]]:
    """The statements by paper and section, a repaired one behind the one it repairs."""
    listed = list(rows)
    repairs = {row.repairs: row for row in listed if row.repairs}
    sections: dict[tuple[str, str], list[Statement]] = {}
    present = {row.key for row in listed}
    for row in listed:
        if row.repairs in present:
            continue
        section = sections.setdefault((row.source, row.section), [])
        section.append(row)
        if row.key in repairs:
            section.append(repairs[row.key])
    return sections
