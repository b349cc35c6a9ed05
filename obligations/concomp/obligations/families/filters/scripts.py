"""Scripts: messages sent to a machine whatever it answers, and how far apart its answers are in two worlds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pydantic import JsonValue

from concomp.model.filters.as_printed.lines import Stuck
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Adversary, view
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism, Message

Answers = tuple[Any, ...]


def replies(machine: InteractiveMechanism, state: Any, script: Sequence[Message]) -> Law[Answers]:
    """The law of the answers to START and then to the messages of a script."""
    asking = Adversary(Law.point(()), lambda _, heard: (START, *script, HALT)[len(heard)])
    return view(asking, machine, state, len(script) + 2).map(lambda seen: seen[2::2])


def only_replies(machine: InteractiveMechanism, state: Any, script: Sequence[Message]) -> Answers:
    """The answers to START and to a script, where they are certain."""
    [answers] = replies(machine, state, script)
    return answers


def worst_ratio(machine: InteractiveMechanism, states: Sequence[Any], script: Sequence[Message]) -> Fraction:
    """The largest ratio of the chances of the same answers in two worlds, which is e^ε of what the script costs."""
    return largest_ratio(*(replies(machine, state, script) for state in states))


def largest_ratio(p: Law[Any], q: Law[Any]) -> Fraction:
    """The largest ratio of the weights of an outcome in two laws with one support."""
    return max(max(p[seen] / q[seen], q[seen] / p[seen]) for seen in p.support | q.support)


def stuck_on(machine: InteractiveMechanism, state: Any, script: Sequence[Message]) -> str:
    """Where the printed lines cannot go on; empty if they can."""
    try:
        replies(machine, state, script)
    except Stuck as error:
        return str(error)
    return ""


def texts(values: Sequence[Any]) -> list[JsonValue]:
    """Messages as text."""
    return [repr(value) if not isinstance(value, str) else value for value in values]
