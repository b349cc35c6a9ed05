"""Verdicts as plain data and as text, free of everything that the author of a function wrote."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

from concomp.model.language.errors import Position
from concomp.model.language.functions import Rejection
from concomp.model.language.records import Record
from concomp.model.language.values import NOTHING, TotalMap, Value
from concomp.obligations.report.text import columns
from concomp.obligations.smt.replay import Replay, ReplayedStep
from concomp.obligations.smt.scopes import assignments, shown
from concomp.obligations.smt.verdicts import Opening, Verdict

Data = dict[str, Any]
PAGE = 140
"""The widest table."""


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
        return {type(value).__name__: named(value.__dict__)}
    return repr(value)


def named(values: Mapping[str, Value]) -> Data:
    """Values by name, each as JSON has it."""
    return {name: plain(value) for name, value in values.items()}


def verdict_data(verdict: Verdict, certificate: str | None = None) -> Data:
    """A verdict for machines; `certificate` is the directory where its certificate was written."""
    trace = verdict.trace
    rejection = None if trace is None else trace.rejection
    return {
        "property": verdict.property,
        "verdict": verdict.verdict,
        "scope": verdict.scope,
        "seconds": round(verdict.seconds, 3),
        "reason": verdict.reason,
        "unsatisfiable": verdict.unsatisfiable,
        "parameters": None if trace is None else named(trace.parameters),
        "trace": None if trace is None else [_step_data(step) for step in trace.steps],
        "rejection": None if rejection is None else _rejection_data(rejection),
        "certificate": certificate,
        "tried": list(verdict.tried),
    }


def opening_data(openings: tuple[Opening, ...]) -> Data:
    """The theorems that are opened, and what remains of each."""
    return {
        "opens": [opening.theorem for opening in openings],
        "hypotheses": {opening.theorem: list(opening.hypotheses) for opening in openings},
    }


def trace_lines(trace: Replay) -> Iterator[str]:
    """A trace as a table of pairs with the registers after each, or as a list where that is too wide for a page."""
    if trace.parameters:
        yield f"with {', '.join(assignments(trace.parameters))}"
    rows: list[tuple[str, ...]] = [("", "left", "right", "verdict", "registers")]
    rows += [_row(number, step) for number, step in enumerate(trace.steps, 1)]
    table = columns(rows)
    yield from table if max(map(len, table)) <= PAGE else _list(trace.steps)
    if trace.rejection is not None:
        yield rejection_line(trace.rejection)


def rejection_line(rejection: Rejection) -> str:
    """Where a run rejects, and by which line of the function."""
    held = ", ".join(assignments(rejection.registers)) or "no registers"
    where = place(rejection.position)
    return f"message {rejection.index + 1} is rejected by {where}: {rejection.reason}, where {held}"


def place(position: Position) -> str:
    """A place in a file, as seen from where the user stands."""
    return f"{short(position.file)}:{position.line}"


def short(file: str) -> str:
    """The path of a file, relative if it is below the current directory."""
    path = Path(file)
    here = Path(os.getcwd())
    return str(path.relative_to(here)) if path.is_absolute() and path.is_relative_to(here) else file


def _list(steps: Sequence[ReplayedStep]) -> Iterator[str]:
    """The steps one below the other, each with the registers that it changes."""
    before: Mapping[str, Value] = {}
    for number, step in enumerate(steps, 1):
        changed = {name: value for name, value in step.registers.items() if before.get(name) != value}
        yield f"{number}  left   {shown(step.left)}"
        yield f"   right  {'the same' if step.left == step.right else shown(step.right)}"
        yield f"   {'accepted' if step.accepted else 'rejected'}{': ' * bool(changed)}{', '.join(assignments(changed))}"
        before = step.registers


def _step_data(step: ReplayedStep) -> Data:
    return {
        "left": plain(step.left),
        "right": plain(step.right),
        "accepted": step.accepted,
        "registers": named(step.registers),
    }


def _rejection_data(rejection: Rejection) -> Data:
    return {
        "index": rejection.index,
        "reason": rejection.reason,
        "file": short(rejection.position.file),
        "line": rejection.position.line,
        "text": rejection.position.text,
        "registers": named(rejection.registers),
    }


def _row(number: int, step: ReplayedStep) -> tuple[str, ...]:
    verdict = "accepted" if step.accepted else "rejected"
    return (str(number), shown(step.left), shown(step.right), verdict, ", ".join(assignments(step.registers)))
