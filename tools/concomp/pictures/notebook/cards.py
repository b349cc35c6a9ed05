"""Values as HTML for a notebook: tables in its own style, and curves drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, tostring

from concomp.model.mechanisms.positions import TooLarge
from concomp.model.numbers import ParameterError
from concomp.pictures.attacker import NoPlan
from concomp.pictures.pages.elements import element, listed, table
from concomp.pictures.plot import Curve, plot
from concomp.pictures.style import NoMatplotlib
from concomp.report.quantities import exact_and_approximate, short
from concomp.report.verdicts import rejection_line, step_rows

if TYPE_CHECKING:
    from concomp.advisor.advice import Advice
    from concomp.door.attack import BestAttack
    from concomp.model.laws.law import Law
    from concomp.model.registry.evidence import Evidence
    from concomp.obligations.verify.properties.replay import Replay
    from concomp.obligations.verify.verdicts import Report, Verdict

SHOWN = 20
"""The most rows of a table."""


def law(value: Law[Any]) -> str:
    """The outcomes of a law, the likeliest first."""
    ordered = sorted(value.items(), key=lambda each: -each[1])
    return _html(*_rows(("outcome", "probability"), [(repr(each), exact_and_approximate(p)) for each, p in ordered]))


def curve(value: Curve) -> str:
    """A curve, drawn; by its vertices where nothing can be drawn."""
    try:
        return plot(value).svg
    except NoMatplotlib as error:
        return _html(*_vertices(value), element("p", str(error)))


def attack(value: BestAttack) -> str:
    """An attacker, drawn; as it prints where it cannot be."""
    try:
        return plot(value).svg
    except (NoMatplotlib, NoPlan):
        return _html(element("pre", repr(value)))


def trace(value: Replay) -> str:
    """A run, step by step, with the registers after each, and the line that rejects it."""
    return _html(*_steps(value))


def verdict(value: Verdict) -> str:
    """A verdict, and the run that shows it."""
    return _html(*_verdict(value))


def report(value: Report) -> str:
    """The verdicts on a function, the runs that refute, and the theorems that are opened."""
    words = [(each.property, each.verdict, each.scope) for each in (value.witness, *value.verdicts)]
    refuted = [part for each in value.verdicts if each.verdict == "refuted" for part in _verdict(each)]
    opened = [f"{each.theorem}, if {'; '.join(each.hypotheses)}" for each in value.opens]
    return _html(
        element("p", element("strong", value.function), f": {value.description}" if value.description else ""),
        table(("property", "verdict", "for"), words, "concomp"),
        *refuted,
        *([element("p", "Theorems you can now use:"), listed(opened)] if opened else []),
    )


def advice(value: Advice) -> str:
    """What is guaranteed, drawn, with the hypotheses of the theorem; or what would have to change."""
    parts = [element("p", element("strong", value.plan.title or "The plan"), f": {repr(value)[1:-1]}.")]
    if value.chosen is not None:
        rows = [(each.text, found.status, found.reason) for each, found in value.chosen.findings]
        parts += _rows(("hypothesis", "status", "why"), rows)
    elif value.change is not None:
        parts.append(element("p", f"What would change that: {value.change.finding.change}."))
    try:
        return _html(*parts) + plot(value).svg
    except (NoMatplotlib, ParameterError):
        return _html(*parts)


def evidence(value: Evidence) -> str:
    """What a check found of a statement: its verdict and scope, a witness, and the control that failed."""
    found = value.outcome
    told = {
        "found": found.verdict,
        "of": found.part,
        "scope": found.scope,
        "cases": found.size,
        "witness": found.witness,
        "control": found.control,
        "taken from": found.source,
    }
    rows = [(name, str(each)) for name, each in told.items() if each is not None]
    shown = [] if found.counterexample is None else [element("pre", json.dumps(found.counterexample, indent=1))]
    title = element("p", element("strong", value.statement), f" by {value.check}")
    return _html(title, table(("", ""), rows, "concomp"), *shown)


def _html(*parts: Element) -> str:
    return tostring(element("div", *parts), encoding="unicode", method="html")


def _rows(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Element]:
    """A table of the first rows, and how many more there are."""
    made = [table(headings, islice(rows, SHOWN), "concomp")]
    return made if len(rows) <= SHOWN else [*made, element("p", f"and {len(rows) - SHOWN} more")]


def _vertices(value: Curve) -> Iterable[Element]:
    try:
        return _rows(("E or α", "δ or β"), [(short(x), short(y)) for x, y in value.vertices])
    except (ParameterError, TooLarge):
        return [element("p", repr(value))]


def _verdict(value: Verdict) -> list[Element]:
    reason = f": {value.reason}" if value.reason else ""
    scope = f" ({value.scope})" if value.scope else ""
    said = element("p", element("strong", value.property), f" is {value.verdict}{scope}{reason}")
    return [said] if value.trace is None else [said, *_steps(value.trace)]


def _steps(value: Replay) -> list[Element]:
    headings, *rows = step_rows(value)
    made = _rows(headings, rows)
    return made if value.rejection is None else [*made, element("p", rejection_line(value.rejection))]
