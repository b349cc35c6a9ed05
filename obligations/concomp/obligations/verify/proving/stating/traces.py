"""Stated invariants on a trace: a line that fails in a state of the run that is shown is known not to hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from concomp.model.language.readings.evaluation import evaluate
from concomp.model.language.syntax import terms
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.verify.encoding.tracked import INDEX
from concomp.obligations.verify.properties.replay import Replay
from concomp.obligations.verify.properties.stated import at_values
from concomp.obligations.verify.scopes import assignments
from concomp.obligations.verify.verdicts import FAILS_ON_TRACE, StatedLine


def on_trace(known: Iterable[StatedLine], lines: Iterable[Requirement], trace: Replay) -> tuple[StatedLine, ...]:
    """What is known of lines, but that those fail which do so on a trace after their start.

    lines: what they say of the registers of the run that is shown; what speaks of others is left as it is known.
    """
    failures = {line.position: shown for line in lines if (shown := _failure(line, trace))}
    return tuple(
        replace(each, outcome=FAILS_ON_TRACE, shown=failures[each.position])
        if each.position in failures and each.outcome != "fails at the start"
        else each
        for each in known
    )


def _failure(line: Requirement, trace: Replay) -> str:
    """After which message of a trace a line fails, and in which state; empty if it does not, or is not read there."""
    condition = at_values(line.condition, trace.parameters)
    below = set(terms.descendants([condition]))
    spoken_of = {each: terms.leaf_name(each) for each in below if each.operator == "register"}
    if INDEX in below or any(each.operator in ("apply", "parameter") for each in below):
        return ""
    for number, step in enumerate(trace.steps, 1):
        if step.registers.keys() >= {*spoken_of.values()}:
            state = {each: step.registers[name] for each, name in spoken_of.items()}
            if not evaluate(condition, state):
                held = {name: step.registers[name] for name in sorted(spoken_of.values())}
                return f"after message {number}, {', '.join(assignments(held))}"
    return ""
