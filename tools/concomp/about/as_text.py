"""What is said about something of a user's, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from concomp.about.spoken import About, Met, Spoken, Verdict
from concomp.obligations.runner.standing import Standing
from concomp.report.layout import Paragraph, Part
from concomp.report.verdicts import obstacle_lines

HEADINGS: dict[Verdict, str] = {
    "opened": "Statements that it opens",
    "counterexample": "False statements to which it is a counterexample, or which it lets others break",
    "false as printed": "Statements that are false as printed, not to be relied on",
    "not opened": "Statements that it does not open",
}


def about_as_text(about: About, standing: Standing) -> list[Part]:
    """The lines, by what becomes of the statements."""
    lines: list[Part] = [f"{about.name}, a {about.kind}"]
    for verdict, group in groupby(about.spoken, key=lambda each: each.verdict):
        lines += ["", HEADINGS[verdict], *(line for each in group for line in _spoken(each, standing))]
    return lines if about.spoken else [*lines, "", "No statement speaks about it."]


def _spoken(spoken: Spoken, standing: Standing) -> Iterator[Part]:
    row = standing.registry.statements[spoken.statement]
    case = f", {spoken.case}" if spoken.case else ""
    yield Paragraph(f"{row.key}{case} — {row.title}: {standing.statuses[row.key].kind}")
    yield Paragraph(spoken.words, 4)
    for met in spoken.hypotheses:
        yield from _met(met)


def _met(met: Met) -> Iterator[Part]:
    reason = f" ({met.reason})" if met.reason else ""
    yield Paragraph(f"{met.how}: {met.hypothesis}{reason}", 4)
    yield from (f"      {line}" for line in met.trace)
    yield from (Paragraph(line, 6) for line in obstacle_lines(met.obstacle))
