"""The paper map: every statement of the papers with its status, and links to where it is realised and checked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from concomp.model.registry.rows import Erratum, Statement
from concomp.obligations.checks.check import Check
from concomp.obligations.runner.project import Project
from concomp.obligations.runner.running import checks_in
from concomp.obligations.runner.sources import locate
from concomp.obligations.runner.standing import Standing, by_section
from concomp.obligations.runner.store import CHECKS, place_of
from concomp.report.text import shorten

FILE = "paper_map.md"
HEADER = """\
# Map of the papers

Every statement of the papers: how far it is established (its status), the weakest status among those that it rests on,
the objects that realise it, and the checks with the evidence they left. Generated from the code; do not edit. Write it
anew with `concomp map`; one statement at length: `concomp explain "HSV26 Theorem 5.4"`.
"""
STATUS_LENGTH = 100


@dataclass(frozen=True)
class _Links:
    """What the map links to, by statement; links are relative to the clone."""

    clone: Path
    project: Project
    checks: Mapping[str, Sequence[Check]]

    def to_module(self, module: str, text: str) -> str:
        path = locate(module)
        return f"`{text}`" if path is None else f"[`{text}`]({path.resolve().relative_to(self.clone).as_posix()})"

    def to_evidence(self, check: Check) -> str:
        file = self.project.store.root / place_of(check.path, check.statement, self.project.registry)
        if not file.is_file():
            return "no evidence"
        return f"[evidence]({Path(str(file)).resolve().relative_to(self.clone).as_posix()})"


def paper_map(project: Project, standing: Standing, clone: Path) -> str:
    """The text of the map, with links relative to the folder `clone`."""
    checks: defaultdict[str, list[Check]] = defaultdict(list)
    for check in checks_in(project):
        checks[check.statement].append(check)
    links = _Links(clone.resolve(), project, checks)
    lines = [HEADER]
    paper = ""
    for (source, section), rows in by_section(standing.registry.statements.values()).items():
        if source != paper:
            lines += [f"## {source}", ""]
            paper = source
        lines += [f"### {source} {section}", "", "| statement | status | rests on | realised by | checked by |"]
        lines += ["|---|---|---|---|---|", *(_row(standing, links, row) for row in rows), ""]
    lines += ["## Errata", ""]
    for erratum in standing.registry.errata.values():
        lines += [*_erratum(erratum), ""]
    return "\n".join(lines).rstrip() + "\n"


def _row(standing: Standing, links: _Links, row: Statement) -> str:
    weakest = standing.rests_on[row.key]
    objects = (links.to_module(item.module, item.path) for item in standing.objects.get(row.key, ()))
    checks = (
        f"{links.to_module(check.module, check.path.removeprefix(CHECKS))} ({links.to_evidence(check)})"
        for check in links.checks.get(row.key, ())
    )
    cells = (
        f"**{row.label}** {row.title}{_errata_of(standing, row)}",
        shorten(str(standing.statuses[row.key]), STATUS_LENGTH),
        "—" if weakest is None else weakest.kind,
        "<br>".join(objects),
        "<br>".join(checks),
    )
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _errata_of(standing: Standing, row: Statement) -> str:
    if not row.errata:
        return ""
    truth = standing.registry.truth(row.key)
    links = ", ".join(f"[{name}](#{anchor(name)})" for name in row.errata)
    return f" — {truth}; {links}"


def _erratum(erratum: Erratum) -> list[str]:
    refutes = f"Refutes {', '.join(erratum.refutes)}." if erratum.refutes else "Refutes no statement."
    return [
        f"### {erratum.id}",
        "",
        f"{erratum.title}. Class: {', '.join(erratum.classes)}. {refutes} At length: `concomp explain {erratum.id}`.",
    ]


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def anchor(heading: str) -> str:
    """The name under which a heading of a Markdown page can be linked to, as GitHub makes it."""
    kept = re.sub(r"[^\w\- ]", "", heading.lower())
    return kept.replace(" ", "-")
