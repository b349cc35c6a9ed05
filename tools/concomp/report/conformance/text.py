"""A report for people: claim by claim, then each failure with what replays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from concomp.conformance.report.claims import ClaimRow, claim_rows, unclaimed
from concomp.conformance.report.failure import heading, told
from concomp.conformance.runner.outcomes import Outcome
from concomp.conformance.vectors.stock import VERSION
from concomp.model.printing import one_line
from concomp.report.conformance.report import NOTHING, Report
from concomp.report.layout import Part, Table
from concomp.report.text import shorten

SHORT = 300
"""The most characters of what was expected or reported that are shown to people."""
NAME = 60
"""The most characters of a name that are."""


def lines(report: Report) -> Iterator[Part]:
    """The report for people, in which no text of a target's has more than a line, or writes one of its own."""
    for part in _parts(report):
        yield one_line(part) if isinstance(part, str) else part


def _parts(report: Report) -> Iterator[str | Table]:
    identity = report.run.identity
    name, version, language = (shorten(each, NAME) for each in (identity.name, identity.version, identity.language))
    yield f"{name} {version} ({language}), suite {VERSION}"
    yield ""
    heading = ("claim", "vectors", "verdict", "first that failed")
    yield Table((heading, *map(_cells, claim_rows(report.run))), verdict=2)
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
    verdict = ", ".join((f"{row.verdict}: {row.cost}" if row.cost else row.verdict, *row.misbehaved))
    first = row.first.vector.id if row.first else ""
    return one_line(str(row.claim)), f"{row.passed} of {row.run}", verdict, first


def _failure(report: Report, outcome: Outcome) -> Iterator[str]:
    known = ", known" if report.is_known(outcome) else ""
    short = replace(outcome, expected=shorten(outcome.expected, SHORT), reported=shorten(outcome.reported, SHORT))
    yield f"{heading(outcome)}{known}"
    yield from (f"  {line}" for line in told(short, report.replay(outcome)))


def _summary(report: Report) -> str:
    executed = report.run.executed
    if not executed:
        return NOTHING
    failed = Counter(each.cost or each.verdict for each in executed if each.verdict != "passed")
    passed = len(executed) - failed.total()
    counted = ", ".join(f"{number} {cost}" for cost, number in sorted(failed.items()))
    known = sum(report.is_known(each) for each in executed if each.verdict != "passed")
    rest = f"; failed: {counted}{f', {known} of them known' if known else ''}" if failed else ""
    verdict = "conforms" if report.conforms else "does not conform"
    return f"{shorten(report.run.identity.name, NAME)} {verdict}: {passed} of {len(executed)} vectors passed{rest}."
