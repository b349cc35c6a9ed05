"""Traces as Python, to be pasted into a test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from concomp.model.language.syntax.records import Record
from concomp.model.language.syntax.values import NOTHING, TotalMap, Value
from concomp.obligations.verify.properties.exchanges import Exchange
from concomp.obligations.verify.properties.replay import Replay

PLAIN = (bool, int, str, float, type(None))


def as_test(function: str, declared: Iterable[str], trace: Replay) -> Iterator[str]:
    """The pairs of a trace as a literal, and what the function says of them now; nothing for a post-processing.

    function: its name. declared: the relations and functions that it is about, whose meaning the solver chose.
    Values of opaque sorts, of which only equality matters, are written as strings.
    """
    if any(isinstance(step.left, Exchange) for step in trace.steps):
        return
    values = [f"{name}={literal(value)}" for name, value in trace.parameters.items()]
    meanings = [f"{name}=…" for name in declared]
    verdict = "assert" if trace.steps[-1].accepted else "assert not"
    yield "pairs = ["
    yield from (f"    ({literal(step.left)}, {literal(step.right)})," for step in trace.steps)
    yield "]"
    yield f"{verdict} {function}({', '.join([*values, *meanings])})(pairs)"


def literal(value: Value) -> str:
    """A value of the language as Python that makes it."""
    if isinstance(value, Record):
        fields = ", ".join(f"{name}={literal(entry)}" for name, entry in value.__dict__.items())
        return f"{type(value).__name__}({fields})"
    if isinstance(value, tuple):
        return f"({', '.join(map(literal, value))}{',' * (len(value) == 1)})"
    if isinstance(value, TotalMap):
        entries = ", ".join(f"{key}: {literal(entry)}" for key, entry in sorted(value.entries.items()))
        return f"TotalMap({literal(value.default)}, {{{entries}}})"
    if value is NOTHING:
        return "NOTHING"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    return repr(value) if isinstance(value, PLAIN) or type(value).__name__ == "Fraction" else repr(str(value))
