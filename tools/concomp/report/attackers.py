"""An attacker as a plan that a person can follow, checked by replaying it against the mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.audit.engine import Audit
from concomp.impl.audit.strategy import SITUATIONS
from concomp.model.files import Document
from concomp.model.files.errors import quoted
from concomp.model.files.schema import ContinualFile, MechanismFile, NamedContinualFile
from concomp.model.mechanisms.distinguisher import Distinguisher, Query, Verdict, advantage, tree_size
from concomp.model.mechanisms.positions import TooLarge
from concomp.model.mechanisms.privacy import Game, exchange_worlds

INDENT = "  "
SHORT = 24
"""The most queries that are shown as a decision tree; longer plans are shown by numbered steps."""
TREE = 4096
"""The most queries that are written as a decision tree for machines."""
STEPS = 200
"""The most steps that are shown."""


@dataclass(frozen=True)
class Attacker:
    """An adversary at one E, from world `suspected`'s side, and the δ that it reached when replayed.

    plan: what it does; None where that is too much to be written down, so that it was asked what it does as it went.
    """

    e_eps: Fraction
    suspected: int
    delta: Fraction
    plan: Distinguisher | None


def best_attacker(whole: Game, audit: Audit, e_eps: Fraction) -> Attacker:
    """The better attacker of the two directions at e_eps, replayed against the mechanism itself.

    Raises RuntimeError if the replay does not reproduce δ exactly.
    """
    forward, backward = audit.deltas(e_eps)
    suspected = 0 if forward >= backward else 1
    try:
        plan = audit.plan(e_eps, suspected)
        reached = advantage(exchange_worlds(whole) if suspected else whole, plan, e_eps)
    except TooLarge:
        plan, reached = None, audit.replay(whole, e_eps, suspected)
    if reached != max(forward, backward):
        raise RuntimeError(
            f"internal error: the attacker at E = {e_eps} should reach {max(forward, backward)}, its replay {reached}"
        )
    return Attacker(e_eps, suspected, reached, plan)


def attacker_lines(document: Document | None, attacker: Attacker) -> Iterator[str]:
    """A decision tree, a query or a verdict a line, if it is short; else numbered steps, if there is a plan."""
    plan = attacker.plan
    if plan is None:
        yield f"{INDENT}more than {SITUATIONS} situations, which are not listed."
    elif tree_size(plan) <= SHORT:
        yield from _tree_lines(document, attacker, plan)
    else:
        yield from _numbered_lines(document, attacker, plan)


def _numbered_lines(document: Document | None, attacker: Attacker, plan: Distinguisher) -> Iterator[str]:
    numbers, queries = _numbers(plan), tree_size(plan)
    yield f"{INDENT}{len(numbers)} steps, which as a decision tree would be {queries} queries:"
    for index, number in list(numbers.items())[:STEPS]:
        yield from _step_lines(document, attacker, plan, index, number, numbers)
    if len(numbers) > STEPS:
        yield f"{INDENT}and {len(numbers) - STEPS} more steps; --json writes all."


def _numbers(plan: Distinguisher) -> dict[int, int]:
    """The queries of a plan by number, from 1 at the start, each before what follows it."""
    queries = [index for index in reversed(range(len(plan))) if isinstance(plan[index], Query)]
    return {index: number for number, index in enumerate(queries, 1)}


def _step_lines(
    document: Document | None,
    attacker: Attacker,
    plan: Distinguisher,
    index: int,
    number: int,
    numbers: dict[int, int],
) -> Iterator[str]:
    step = plan[index]
    assert isinstance(step, Query)
    yield f"{INDENT}step {number}: send {query_text(document, step.message)}"
    answers: dict[int, list[str]] = {}
    for answer, then in step.following:
        answers.setdefault(then, []).append(quoted(str(answer)))
    for then, known in answers.items():
        what = f"step {numbers[then]}" if then in numbers else verdict_text(attacker, plan[then])
        yield f"{INDENT * 2}on {', '.join(known)}: {what}"


def verdict_text(attacker: Attacker, step: Query | Verdict) -> str:
    """What is said in the end."""
    return f"say: world {attacker.suspected}" if isinstance(step, Verdict) and step.says else "say nothing"


def _tree_lines(document: Document | None, attacker: Attacker, plan: Distinguisher) -> Iterator[str]:
    def part(index: int, depth: int) -> Iterator[str]:
        step = plan[index]
        if isinstance(step, Verdict):
            yield f"{INDENT * depth}{verdict_text(attacker, step)}"
            return
        yield f"{INDENT * depth}send {query_text(document, step.message)}"
        for answer, then in step.following:
            yield f"{INDENT * depth}on {quoted(str(answer))}"
            yield from part(then, depth + 1)

    return part(len(plan) - 1, 1)


def plan_data(document: Document | None, attacker: Attacker) -> list[Any] | None:
    """The plan for machines: its steps, the first one first, {"send", "on": {answer: index of a step}} or {"say"}; None
    if there is none.
    """
    if attacker.plan is None:
        return None
    last = len(attacker.plan) - 1
    return [
        _verdict_data(attacker, step)
        if isinstance(step, Verdict)
        else {
            "send": query_data(document, step.message),
            "on": {str(answer): last - then for answer, then in step.following},
        }
        for step in reversed(attacker.plan)
    ]


def _verdict_data(attacker: Attacker, verdict: Verdict) -> dict[str, int | None]:
    return {"say": attacker.suspected if verdict.says else None}


def tree_data(document: Document | None, attacker: Attacker) -> Any:
    """The decision tree for machines: {"send", "on": {answer: tree}} or {"say": world or null}; None if too large."""
    plan = attacker.plan
    if plan is None or tree_size(plan) > TREE:
        return None

    def part(index: int) -> Any:
        step = plan[index]
        if isinstance(step, Verdict):
            return _verdict_data(attacker, step)
        return {
            "send": query_data(document, step.message),
            "on": {str(answer): part(then) for answer, then in step.following},
        }

    return part(len(plan) - 1)


def query_data(document: Document | None, query: Any) -> Any:
    """A query: its name, the pair of messages, or the component from 1 and the pair."""
    if document is None:
        return plain(query)
    if isinstance(document, MechanismFile):
        return str(query)
    if isinstance(document, ContinualFile | NamedContinualFile):
        return list(query)
    (left, component), (right, _) = query
    return {"component": component, "pair": [left, right]}


def plain(query: Any) -> Any:
    """A message of a game in Python: text and numbers as they are, pairs as lists, anything else as it shows itself."""
    if query is None or isinstance(query, str | int):
        return query
    return [plain(part) for part in query] if isinstance(query, tuple) else repr(query)


def query_text(document: Document | None, query: Any) -> str:
    """A query as a person writes it."""
    if document is None:
        return repr(query)
    if isinstance(document, MechanismFile):
        return quoted(query)
    if isinstance(document, ContinualFile | NamedContinualFile):
        return f"({quoted(query[0])}, {quoted(query[1])})"
    (left, component), (right, _) = query
    return f"({quoted(left)}, {quoted(right)}) to component {component}"
