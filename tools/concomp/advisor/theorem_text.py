"""The theorems that advice does not rest on, for people: which apply as well, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterator

from concomp.advisor.advice import Advice, Change, Considered
from concomp.advisor.guarantees.theorems import Theorem, in_words
from concomp.advisor.hypotheses.conditions import Finding, Hypothesis
from concomp.report.layout import Paragraph, Part

Failing = tuple[tuple[Hypothesis, Finding], ...]
STATUS_TEXT = {"holds": "shown", "declared": "taken from the plan", "fails": "does not hold", "unknown": "not decided"}


def change_lines(advice: Advice) -> Iterator[Part]:
    """The one change that comes nearest to a guarantee, if no theorem applies."""
    change = advice.change
    if change is None:
        return
    yield ""
    yield "What would change that"
    yield Paragraph(f"{change.finding.change[0].upper()}{change.finding.change[1:]}.")
    yield Paragraph(_outcome(change))
    yield Paragraph(f"Now: {change.finding.reason}.")
    yield from (f"    {line}" for line in change.finding.trace)


def _outcome(change: Change) -> str:
    name = change.theorem.statement
    return f"Then {name} applies." if change.is_enough else f"{name} then asks for more: see --all."


def others_in_short(advice: Advice) -> Iterator[Part]:
    """The other theorems, by what each asks that does not hold, or that they apply as well."""
    yield ""
    yield f"The {'other ' * (advice.chosen is not None)}theorems (at length: --all)"
    groups: dict[str, list[str]] = {}
    for each in advice.considered:
        if each is not advice.chosen:
            groups.setdefault(_reason(each), []).append(theorem_name(each.theorem))
    for reason, names in groups.items():
        yield Paragraph(f"{'; '.join(names)}: {reason}")


def _reason(considered: Considered) -> str:
    if considered.guarantee is not None:
        return "applies, with no better guarantee"
    asked = (
        each.text if finding.status == "fails" else f"{each.text} (not decided)"
        for each, finding in _decisive(considered)
    )
    return f"asks that {'; '.join(asked)}"


def others_in_full(advice: Advice) -> Iterator[Part]:
    """What each other theorem says, what it asks that does not hold, and what would change that."""
    others = [each for each in advice.considered if each is not advice.chosen]
    applying = [each for each in others if each.guarantee is not None]
    if applying:
        yield ""
        yield "What else applies, with no better guarantee"
        for each in applying:
            yield Paragraph(f"{theorem_name(each.theorem)}: {in_words(each.theorem, advice.situation)}")
    yield ""
    yield f"Why the {'other ' * (advice.chosen is not None)}theorems do not apply, and what would change that"
    groups: dict[Failing, list[Considered]] = {}
    for each in others:
        if each.guarantee is None:
            groups.setdefault(_decisive(each), []).append(each)
    for failing, group in groups.items():
        for each in group:
            yield Paragraph(f"{theorem_name(each.theorem)}: {in_words(each.theorem, advice.situation)}")
        for hypothesis, finding in failing:
            yield from _failure(hypothesis, finding)


def _decisive(considered: Considered) -> Failing:
    """What fails of a theorem; where it is about another kind of plan, only that."""
    first = considered.findings[0]
    return (first,) if first in considered.failing else considered.failing


def _failure(hypothesis: Hypothesis, finding: Finding) -> Iterator[Part]:
    yield Paragraph(f"- {hypothesis.text}: {STATUS_TEXT[finding.status]}; {finding.reason}", 4)
    yield from (f"        {line}" for line in finding.trace)
    if finding.change:
        yield Paragraph(f"Change: {finding.change}", 6)


def theorem_name(theorem: Theorem) -> str:
    """The statement, and which case of it."""
    return theorem.statement + (f", {theorem.case}" if theorem.case else "")
