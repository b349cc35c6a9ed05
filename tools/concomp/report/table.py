"""The table of `concomp check`: a row a statement, by section, and what it comes to."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING

from concomp.model.registry.rows import Statement
from concomp.model.registry.statuses import STRENGTH, StatusKind
from concomp.obligations.runner.standing import Standing, by_section
from concomp.report.data import evidence_as_json
from concomp.report.layout import Part, Row, Table
from concomp.report.text import plural, shorten
from concomp.report.theorems import accepted_by

if TYPE_CHECKING:
    from concomp.schemas.statements import CheckedStatement, CheckOutput


def table(standing: Standing, keys: Collection[str], width: int) -> list[Part]:
    """A table of these statements, meant for a width: label, title, status, what it rests on, truth."""
    rows = [row for key, row in standing.registry.statements.items() if key in keys]
    sections = by_section(rows)
    if not sections:
        return []
    # Label, truth and the gaps take 50 columns at most; title and status share what the kinds of status leave.
    below = {row.key: ", ".join(standing.below(row.key)) or "—" for row in rows}
    rest = max(40, width - 50 - max(map(len, below.values())))
    cells = {row.key: _cells(standing, row, below[row.key], rest) for row in rows}
    listed: list[Row] = [("statement", "title", "status", "rests on", "truth")]
    for (source, section), members in sections.items():
        listed += ["", f"{source} {section}", *(cells[row.key] for row in members)]
    return [Table(tuple(listed), verdict=2)]


def _cells(standing: Standing, row: Statement, below: str, rest: int) -> tuple[str, str, str, str, str]:
    title = rest * 2 // 5
    return (
        "  " + shorten(row.label, 30),
        shorten(row.title, title),
        _fitted(str(standing.statuses[row.key]), rest - title),
        below,
        standing.truth(row.key),
    )


def _fitted(status: str, width: int) -> str:
    """A status cut to a width within its scope, so that the number of cases stays."""
    scope, semicolon, cases = status.rpartition("; ")
    if len(status) <= width or not cases.endswith("cases)"):
        return shorten(status, width)
    return shorten(scope, width - len(semicolon + cases)) + semicolon + cases


def summary(standing: Standing, keys: Collection[str]) -> list[str]:
    """Lines: how many statements have which status, the strongest first, and what those that hold rest on."""
    by_kind: defaultdict[StatusKind, list[str]] = defaultdict(list)
    for key in keys:
        by_kind[standing.statuses[key].kind].append(key)
    ordered = sorted(by_kind, key=lambda kind: (-STRENGTH[kind], kind))
    width = len(str(max(map(len, by_kind.values()), default=0)))
    lines = [f"  {len(by_kind[kind]):>{width}} {kind}{_supports(standing, by_kind[kind])}" for kind in ordered]
    return [plural(len(keys), "statement"), *lines]


def _supports(standing: Standing, keys: Collection[str]) -> str:
    """How many of some statements of one status hold outright, and how many modulo what is weaker."""
    weaker: Counter[StatusKind | None] = Counter(_weaker(standing, key) for key in keys if _holds(standing, key))
    outright = weaker.pop(None, 0)
    parts = [f"{outright} outright"] if outright else []
    parts += [f"{weaker[kind]} modulo what is {kind}" for kind in reversed(list(STRENGTH)) if kind in weaker]
    return f": {' · '.join(parts)}" if parts else ""


def _holds(standing: Standing, key: str) -> bool:
    return standing.statuses[key].strength >= STRENGTH["assumed"]


def _weaker(standing: Standing, key: str) -> StatusKind | None:
    """What a statement rests on, if that is weaker than itself."""
    weakest = standing.rests_on[key]
    return None if weakest is None or weakest.strength >= standing.statuses[key].strength else weakest.kind


def as_json(standing: Standing, keys: Collection[str]) -> CheckOutput:
    """The same for machines."""
    return {
        "schema": "concomp.check/1",
        "statements": [_row_as_json(standing, key) for key in standing.registry.statements if key in keys],
    }


def _row_as_json(standing: Standing, key: str) -> CheckedStatement:
    row = standing.registry.statements[key]
    weakest = standing.rests_on[key]
    return {
        "source": row.source,
        "label": row.label,
        "status": str(standing.statuses[key]),
        "word": str(standing.statuses[key]),
        "rests_on": None if weakest is None else str(weakest),
        "truth": standing.truth(key),
        "accepted_by": accepted_by(standing, key),
        "evidence": [evidence_as_json(standing, evidence) for evidence in standing.evidence.get(key, ())],
    }
