"""An attacker as a picture's data: what it sends, and where each answer leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from concomp.model.files import Document
from concomp.model.files.errors import quoted
from concomp.model.mechanisms.distinguisher import Query, tree_size
from concomp.report.attackers import SHORT, Attacker, query_text, verdict_text
from concomp.report.quantities import short
from concomp.report.text import shorten

SHOWN = 40
"""The most steps that are drawn."""
LETTERS = 44
"""The longest query, and the longest list of answers."""
Kind = Literal["query", "speaks", "silent"]


@dataclass(frozen=True)
class Branch:
    """Answers, and the place of what is done after them."""

    answers: str
    then: int


@dataclass(frozen=True)
class Node:
    """A query, or what is said in the end.

    number: of a query, from 1 at the start; 0 of a verdict.
    """

    kind: Kind
    text: str
    number: int
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True)
class AttackerPicture:
    """An attacker: its steps, the first one first, each before what follows it.

    is_tree: whether it is drawn as a tree of queries; else by numbered steps. left_out: how many steps are not drawn.
    """

    title: str
    note: str
    nodes: tuple[Node, ...]
    is_tree: bool
    left_out: int = 0


class NoPlan(ValueError):
    """Thrown when an attacker has no plan that could be drawn."""


def attacker_picture(name: str, document: Document | None, attacker: Attacker) -> AttackerPicture:
    """The picture of an attacker of what has this name; NoPlan if its plan is too long to be written down."""
    plan = attacker.plan
    if plan is None:
        raise NoPlan("the attacker meets too many situations to be drawn: ask at another E, or lower the horizon")
    ordered = plan[::-1]
    queries = [place for place, step in enumerate(ordered) if isinstance(step, Query)]
    numbers = {place: number for number, place in enumerate(queries, 1)}
    nodes = []
    for place, step in enumerate(ordered):
        if isinstance(step, Query):
            text = shorten(f"send {query_text(document, step.message)}", LETTERS)
            branches = _branches([(quoted(str(answer)), len(plan) - 1 - then) for answer, then in step.following])
            nodes.append(Node("query", text, numbers[place], branches))
        else:
            nodes.append(Node("speaks" if step.says else "silent", verdict_text(attacker, step), 0))
    return AttackerPicture(
        f"{name}: what the best attacker does",
        f"At E = {short(attacker.e_eps)} it reaches δ = {short(attacker.delta)}, when replayed; "
        f"it speaks for world {attacker.suspected}",
        tuple(nodes),
        tree_size(plan) <= SHORT,
        max(0, len(queries) - SHOWN),
    )


def _branches(following: Sequence[tuple[str, int]]) -> tuple[Branch, ...]:
    """The answers that lead to the same are one branch."""
    leading: dict[int, list[str]] = {}
    for answer, then in following:
        leading.setdefault(then, []).append(answer)
    return tuple(Branch(_listed(answers), then) for then, answers in leading.items())


def _listed(answers: Sequence[str]) -> str:
    """Answers, as many as there is room for."""
    listed = shorten(", ".join(answers), LETTERS)
    return listed if len(answers) == 1 or not listed.endswith("…") else f"{len(answers)} answers: {listed}"
