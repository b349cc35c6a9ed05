"""A run of the conformance suite, for people and for machines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from concomp.conformance.report.claims import ClaimRow, claim_rows, unclaimed
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.runner.running import Run
from concomp.conformance.vectors.stock import VERSION

if TYPE_CHECKING:
    from concomp.schemas.conformance import ClaimData, ConformOutput, VectorData

SHORT = 300
"""The most characters of what was expected or reported that are shown to people."""


@dataclass(frozen=True)
class Asked:
    """Who is asked: the command that starts it, and how the user named it."""

    command: tuple[str, ...]
    written: str

    def replay(self, outcome: Outcome) -> str:
        """The command that puts one vector to it again."""
        return f"concomp conform {self.written} --id {outcome.vector.id}"


@dataclass(frozen=True)
class Report:
    """A run, the vectors that are known to fail, and what is wrong with the list of these."""

    asked: Asked
    run: Run
    known: frozenset[str]
    complaints: tuple[str, ...]

    @property
    def conforms(self) -> bool:
        """Whether something was put to the target, and nothing of it breaks it but what is known to."""
        breaking = [each for each in self.run.executed if each.breaks and not self.is_known(each)]
        return bool(self.run.executed) and not breaking and not self.complaints

    def is_known(self, outcome: Outcome) -> bool:
        """Whether a vector is known to fail."""
        return outcome.vector.id in self.known


def lines(report: Report) -> Iterator[str]:
    """The report for people."""
    identity = report.run.identity
    yield f"{identity.name} {identity.version} ({identity.language}), suite {VERSION}"
    yield ""
    yield from _table([("claim", "vectors", "verdict", "first that failed"), *map(_cells, claim_rows(report.run))])
    missing = unclaimed(report.run)
    if missing:
        yield f"Not claimed, not tested: {', '.join(missing)}."
    for outcome in report.run.executed:
        if outcome.verdict != "passed":
            yield ""
            yield from _failure(report, outcome)
    yield ""
    yield from (f"Known failures: {each}" for each in report.complaints)
    yield _summary(report)


def _cells(row: ClaimRow) -> tuple[str, str, str, str]:
    cost = f": {row.cost}" if row.cost else ""
    first = row.first.vector.id if row.first else ""
    return row.claim, f"{row.passed} of {row.run}", f"{row.verdict}{cost}", first


def _table(rows: list[tuple[str, str, str, str]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _failure(report: Report, outcome: Outcome) -> Iterator[str]:
    vector = outcome.vector
    known = ", known" if report.is_known(outcome) else ""
    cost = f" ({outcome.cost})" if outcome.cost else ""
    at = f" at step {outcome.step} of {len(vector.steps)}" if outcome.step else ""
    yield f"{vector.id}: {outcome.verdict}{cost}{at}{known}"
    yield f"  {vector.why}"
    yield f"  by        {'; '.join(vector.statements)}"
    yield f"  expected  {_short(outcome.expected)}"
    yield f"  reported  {_short(outcome.reported)}"
    yield from (f"  stderr    {line}" for line in outcome.errors.splitlines())
    yield f"  replay    {report.asked.replay(outcome)}"


def _summary(report: Report) -> str:
    executed = report.run.executed
    if not executed:
        return "Nothing was put to the target: it claims nothing that the chosen vectors are about."
    failed = Counter(each.cost or each.verdict for each in executed if each.verdict != "passed")
    passed = len(executed) - failed.total()
    counted = ", ".join(f"{number} {cost}" for cost, number in sorted(failed.items()))
    rest = f"; failed: {counted}" if failed else ""
    verdict = "conforms" if report.conforms else "does not conform"
    return f"{report.run.identity.name} {verdict}: {passed} of {len(executed)} vectors passed{rest}."


def _short(text: str) -> str:
    return text if len(text) <= SHORT else text[: SHORT - 1] + "…"


def data(report: Report) -> ConformOutput:
    """The report for machines."""
    identity = report.run.identity
    return {
        "schema": "concomp.conform/1",
        "suite": VERSION,
        "target": {"name": identity.name, "version": identity.version, "language": identity.language},
        "conforms": report.conforms,
        "claims": [_claim_data(row) for row in claim_rows(report.run)],
        "unclaimed": unclaimed(report.run),
        "complaints": list(report.complaints),
        "vectors": [_vector_data(report, each) for each in report.run.outcomes],
    }


def _claim_data(row: ClaimRow) -> ClaimData:
    return {
        "claim": row.claim,
        "verdict": row.verdict,
        "run": row.run,
        "passed": row.passed,
        "cost": row.cost,
        "first": row.first.vector.id if row.first else None,
    }


def _vector_data(report: Report, outcome: Outcome) -> VectorData:
    vector = outcome.vector
    return {
        "id": vector.id,
        "family": vector.family,
        "statements": list(vector.statements),
        "verdict": outcome.verdict,
        "cost": outcome.cost,
        "known": report.is_known(outcome),
        "why": vector.why,
        "step": outcome.step,
        "expected": outcome.expected,
        "reported": outcome.reported,
        "errors": outcome.errors,
        "above": None if outcome.above is None else float(outcome.above),
        "replay": report.asked.replay(outcome),
    }
