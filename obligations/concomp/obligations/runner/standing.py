"""How far every statement is established: its status, and the weakest status among what it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from concomp.model.registry.evidence import Evidence
from concomp.model.registry.registry import Registry
from concomp.model.registry.rows import Statement
from concomp.model.registry.statuses import Status, rests_on, statuses
from concomp.obligations.runner.objects import Tagged, tagged_objects
from concomp.obligations.runner.project import Project, freshness


@dataclass(frozen=True)
class Standing:
    """The registry with everything that was computed about it."""

    registry: Registry
    statuses: Mapping[str, Status]
    rests_on: Mapping[str, Status | None]
    evidence: Mapping[str, Sequence[Evidence]]
    objects: Mapping[str, Sequence[Tagged]]

    def rests(self, key: str) -> str:
        """The weakest status a statement rests on, as text."""
        status = self.rests_on[key]
        return "—" if status is None else str(status)


def standing(project: Project) -> Standing:
    """How everything stands by the stored evidence alone; nothing is rechecked."""
    evidence = project.store.read(project.registry)
    return standing_of(project, evidence, freshness(project.registry))


def standing_of(project: Project, evidence: Sequence[Evidence], fresh: Callable[[Evidence], bool]) -> Standing:
    """How everything stands by this evidence."""
    objects = tagged_objects(project.objects, project.registry)
    found = statuses(project.registry, evidence, {tagged.statement for tagged in objects}, fresh)
    by_evidence: defaultdict[str, list[Evidence]] = defaultdict(list)
    for item in evidence:
        by_evidence[item.statement].append(item)
    by_objects: defaultdict[str, list[Tagged]] = defaultdict(list)
    for tagged in objects:
        by_objects[tagged.statement].append(tagged)
    return Standing(project.registry, found, rests_on(project.registry, found), dict(by_evidence), dict(by_objects))


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
