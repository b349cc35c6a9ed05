"""Verdicts as plain data and as text, free of everything that the author of a function wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from concomp.model.language.readings.functions import Rejection
from concomp.model.language.syntax.records import Record
from concomp.model.language.syntax.values import NOTHING, TotalMap, Value
from concomp.obligations.verify.encoding.parties import COPIES
from concomp.obligations.verify.properties.applications import Application
from concomp.obligations.verify.properties.exchanges import Exchange
from concomp.obligations.verify.properties.replay import Replay, ReplayedStep
from concomp.obligations.verify.scopes import assignments, value_text
from concomp.obligations.verify.user_files.places import place, short
from concomp.obligations.verify.verdicts import (
    FAILS_ON_TRACE,
    KEPT,
    KEPT_SO_LONG,
    Opening,
    Outcome,
    StatedLine,
    Verdict,
)
from concomp.report.layout import Paragraph, Part, Table, lines_of

if TYPE_CHECKING:
    from concomp.schemas.verification import (
        ApplicationData,
        OpeningData,
        RejectionData,
        StatedData,
        Step,
        VerdictData,
    )

Data = dict[str, Any]
PAGE = 140
"""The widest table."""
FAILING: tuple[Outcome, ...] = ("fails at the start", FAILS_ON_TRACE)
"""What is said of a line that is known not to hold."""
SIDES, BOTH = ("left", "right"), ("copy 0", "copy 1")


def plain(value: Value) -> Any:
    """A value as JSON has it: rationals as "p/q", records under the name of their class, opaque values as text."""
    if value is None or value is NOTHING:
        return None
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, TotalMap):
        entries = {str(key): plain(entry) for key, entry in sorted(value.entries.items())}
        return {"default": plain(value.default), "entries": entries}
    if isinstance(value, Record):
        return {type(value).__name__: plain_values(value.__dict__)}
    if isinstance(value, Exchange):
        sends = None if value.sent is None else {"to": value.sent[0].name.lower(), "message": plain(value.sent[1])}
        return {"from": value.origin.name.lower(), "received": plain(value.received), "sends": sends}
    return repr(value)


def plain_values(values: Mapping[str, Value]) -> Data:
    """Values by name, each as JSON has it."""
    return {name: plain(value) for name, value in values.items()}


def verdict_data(verdict: Verdict, certificate: str | None = None) -> VerdictData:
    """A verdict for machines; `certificate` is the directory where its certificate was written."""
    trace = verdict.trace
    rejection = None if trace is None else trace.rejection
    return {
        "property": verdict.property,
        "verdict": verdict.verdict,
        "scope": verdict.scope,
        "given": list(verdict.given),
        "seconds": round(verdict.seconds, 3),
        "reason": verdict.reason,
        "unsatisfiable": verdict.unsatisfiable,
        "parameters": None if trace is None else plain_values(trace.parameters),
        "trace": None if trace is None else [_step_data(step) for step in trace.steps],
        "applications": [] if trace is None else [_application_data(each) for each in trace.applications],
        "rejection": None if rejection is None else _rejection_data(rejection),
        "certificate": certificate,
        "tried": list(verdict.tried),
        "stated": _stated_data(verdict.stated),
        "obstacle": verdict.obstacle,
        "assuming": [
            {
                "function": each.function,
                "property": each.property,
                "scope": each.scope,
                "manifests": list(each.manifests),
            }
            for each in verdict.assuming
        ],
    }


def _stated_data(stated: Sequence[StatedLine]) -> list[StatedData]:
    """What came of each condition: of one that fails in some run, where it fails first."""
    failing = {each.position: each for each in reversed(stated) if each.outcome not in (KEPT, KEPT_SO_LONG)}
    failing |= {each.position: each for each in reversed(stated) if each.outcome in FAILING}
    found = {each.position: failing.get(each.position, each) for each in stated}
    return [
        {"place": place(each.position), "text": each.position.text, "outcome": each.outcome, "shown": each.shown}
        for each in found.values()
    ]


def stated_lines(verdict: VerdictData) -> Iterator[str]:
    """What came of the conditions that the author states, and where those fail that do; no lines where none is."""
    if not verdict["stated"]:
        return
    outcomes = [each["outcome"] for each in verdict["stated"]]
    proved = verdict["verdict"] == "proved"
    kept, failing = outcomes.count(KEPT if proved else KEPT_SO_LONG), sum(map(outcomes.count, FAILING))
    holding = "hold throughout" if proved else "hold as long as the property has not failed"
    counted = f"{kept} {holding}, {failing} do not hold, {len(outcomes) - kept - failing} could not be shown"
    yield f"{verdict['property']}: of {len(outcomes)} stated conditions {counted}"
    for each in verdict["stated"]:
        if each["outcome"] in (KEPT, KEPT_SO_LONG):
            continue
        shown = f": {each['shown']}" if each["shown"] else ""
        yield f"{each['place']}: {each['text']} {each['outcome']}{shown}"


def stated_parts(verdicts: Iterable[VerdictData]) -> Iterator[Part]:
    """The same of several verdicts, as parts of a page."""
    for each in verdicts:
        for number, line in enumerate(stated_lines(each)):
            yield from [Paragraph(line)] if number else ["", line]


def obstacle_lines(obstacle: str) -> Iterator[str]:
    """The step that the best invariant leaves open, of what is unknown; no line where there is none."""
    if obstacle:
        yield f"left open by what was found to hold as long as the property has not failed: {obstacle}"


def lemma_lines(verdict: VerdictData) -> Iterator[str]:
    """The lemmas that a proof rests on, each proved as well."""
    for each in verdict["assuming"]:
        yield f"{verdict['property']}: by the lemma {each['function']}: {each['property']} ({each['scope']})"


def opening_data(openings: tuple[Opening, ...]) -> OpeningData:
    """The theorems that are opened, and what remains of each."""
    return {
        "opens": [opening.theorem for opening in openings],
        "hypotheses": {opening.theorem: list(opening.hypotheses) for opening in openings},
    }


def trace_lines(trace: Replay) -> list[str]:
    """A trace as lines for a page."""
    return lines_of(trace_parts(trace))


def trace_parts(trace: Replay) -> Iterator[Part]:
    """A trace as a table of pairs with the registers after each, or as a list where that is too wide for a page."""
    if trace.parameters:
        yield f"with {', '.join(assignments(trace.parameters))}"
    of_copies = isinstance(trace.steps[0].left, Exchange)
    table = Table(tuple(step_rows(trace)))
    fits = max(map(len, lines_of([table]))) <= PAGE
    yield from [table] if fits else _list(trace.steps, BOTH if of_copies else SIDES)
    if trace.applications:
        yield f"where {', '.join(map(_application_text, trace.applications))}"
    if trace.rejection is not None:
        yield rejection_line(trace.rejection)


def rejection_line(rejection: Rejection) -> str:
    """Where a run rejects, and by which line of the function."""
    held = ", ".join(assignments(rejection.registers)) or "no registers"
    where = place(rejection.position)
    return f"message {rejection.index + 1} is rejected by {where}: {rejection.reason}, where {held}"


def step_rows(trace: Replay) -> list[tuple[str, ...]]:
    """A trace as the rows of a table, headings first: of pairs, or of what two copies do."""
    steps = list(enumerate(trace.steps, 1))
    if isinstance(trace.steps[0].left, Exchange):
        return [("", *BOTH, "registers"), *(_row(number, step) for number, step in steps)]
    return [("", *SIDES, "verdict", "registers"), *(_row(number, step, _verdict(step)) for number, step in steps)]


def _list(steps: Sequence[ReplayedStep], sides: tuple[str, str]) -> Iterator[str]:
    """The steps one below the other, each with the registers that it changes."""
    before: Mapping[str, str] = {}
    width = max(map(len, sides))
    for number, step in enumerate(steps, 1):
        held = _register_texts(step)
        changed = ", ".join(f"{name} = {text}" for name, text in held.items() if before.get(name) != text)
        yield f"{number}  {sides[0]:{width}}  {value_text(step.left)}"
        yield f"   {sides[1]:{width}}  {'the same' if step.left == step.right else value_text(step.right)}"
        yield f"   {_verdict(step) if sides is SIDES else 'registers'}{': ' * bool(changed)}{changed}"
        before = held


def _register_texts(step: ReplayedStep) -> dict[str, str]:
    """The registers after a step as text; of two copies one text where they hold the same, else both."""
    if not isinstance(step.left, Exchange):
        return {name: value_text(value) for name, value in step.registers.items()}
    held = {name: value_text(value) for name, value in step.registers.items()}
    prefixes = [party.prefix for party in COPIES]
    first, second = ({n.removeprefix(p): text for n, text in held.items() if n.startswith(p)} for p in prefixes)
    return {name: one if one == second[name] else f"{one} and {second[name]}" for name, one in first.items()}


def _verdict(step: ReplayedStep) -> str:
    return "accepted" if step.accepted else "rejected"


def _application_text(application: Application) -> str:
    arguments = ", ".join(map(value_text, application.arguments))
    return f"{application.name}({arguments}) = {value_text(application.value)}"


def _application_data(application: Application) -> ApplicationData:
    arguments = [plain(each) for each in application.arguments]
    return {"name": application.name, "arguments": arguments, "value": plain(application.value)}


def _step_data(step: ReplayedStep) -> Step:
    return {
        "left": plain(step.left),
        "right": plain(step.right),
        "accepted": step.accepted,
        "registers": plain_values(step.registers),
    }


def _rejection_data(rejection: Rejection) -> RejectionData:
    return {
        "index": rejection.index,
        "reason": rejection.reason,
        "file": short(rejection.position.file),
        "line": rejection.position.line,
        "text": rejection.position.text,
        "registers": plain_values(rejection.registers),
    }


def _row(number: int, step: ReplayedStep, *verdict: str) -> tuple[str, ...]:
    held = ", ".join(f"{name} = {text}" for name, text in _register_texts(step).items())
    return (str(number), value_text(step.left), value_text(step.right), *verdict, held)
