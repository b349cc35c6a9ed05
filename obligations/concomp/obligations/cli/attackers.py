"""An attacker as a decision tree that a person can follow, checked by replaying it against the mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.impl.audit.engine import Audit
from concomp.model.laws.indistinguishability import hockey_stick
from concomp.model.laws.law import Law
from concomp.model.mechanisms.formats import Document
from concomp.model.mechanisms.formats.errors import quoted
from concomp.model.mechanisms.formats.schema import ContinualFile, MechanismFile
from concomp.model.mechanisms.interaction import Transcript, Tree
from concomp.model.mechanisms.interactive import HALT
from concomp.model.mechanisms.privacy import Game, exchanged, views

INDENT = "  "


@dataclass(frozen=True)
class Attacker:
    """A strategy for one E, from world `suspected`'s side, and the δ that it reached when replayed.

    says: the transcripts after which it says that the world is the suspected one.
    """

    e_eps: Fraction
    suspected: int
    delta: Fraction
    tree: Tree
    says: frozenset[Transcript]


@dataclass(frozen=True)
class Hidden:
    """A strategy that is too large to show, and why; its δ is computed but not replayed."""

    e_eps: Fraction
    suspected: int
    delta: Fraction
    reason: str


def best_attacker(whole: Game, audit: Audit, e_eps: Fraction) -> Attacker:
    """The better attacker of the two directions at e_eps, replayed against the mechanism itself.

    Raises TooLarge if its decision tree is too large, RuntimeError if the replay does not reproduce δ exactly.
    """
    forward, backward = audit.deltas(e_eps)
    suspected = 0 if forward >= backward else 1
    tree = audit.strategy(1 / e_eps if suspected else e_eps)
    suspect, other = views(exchanged(whole) if suspected else whole, tree)
    reached = hockey_stick(suspect, other, e_eps)
    if reached != max(forward, backward):
        raise RuntimeError(
            f"internal error: the attacker at E = {e_eps} should reach {max(forward, backward)}, its replay {reached}"
        )
    return Attacker(e_eps, suspected, reached, tree, _convinced(suspect, other, e_eps))


def _convinced(suspect: Law[Any], other: Law[Any], e_eps: Fraction) -> frozenset[Transcript]:
    """The transcripts that count: those more than e_eps times as likely in the suspected world."""
    return frozenset(_messages(seen) for seen, weight in suspect.items() if weight > e_eps * other[seen])


def _messages(seen: tuple[Any, ...]) -> Transcript:
    """A view without the attacker's coins, which it has none of, and without its farewell."""
    return tuple(message for message in seen[1:] if message is not HALT)


def tree_lines(document: Document | None, attacker: Attacker) -> Iterator[str]:
    """The decision tree, a query or a verdict a line."""

    def told(tree: Tree, said: Transcript, depth: int) -> Iterator[str]:
        if tree is None:
            verdict = f"say: world {attacker.suspected}" if said in attacker.says else "say nothing"
            yield f"{INDENT * depth}{verdict}"
            return
        query, branches = tree
        yield f"{INDENT * depth}send {query_text(document, query)}"
        for answer, then in branches:
            yield f"{INDENT * depth}on {quoted(str(answer))}"
            yield from told(then, (*said, query, answer), depth + 1)

    return told(attacker.tree, (), 1)


def tree_data(document: Document | None, attacker: Attacker) -> Any:
    """The decision tree for machines: {"send", "on": {answer: tree}}, or {"say": world or null}."""

    def told(tree: Tree, said: Transcript) -> Any:
        if tree is None:
            return {"say": attacker.suspected if said in attacker.says else None}
        query, branches = tree
        after = {str(answer): told(then, (*said, query, answer)) for answer, then in branches}
        return {"send": query_data(document, query), "on": after}

    return told(attacker.tree, ())


def query_data(document: Document | None, query: Any) -> Any:
    """A query: its name, the pair of messages, or the component from 1 and the pair."""
    if document is None:
        return plain(query)
    if isinstance(document, MechanismFile):
        return str(query)
    if isinstance(document, ContinualFile):
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
    if isinstance(document, ContinualFile):
        return f"({quoted(query[0])}, {quoted(query[1])})"
    (left, component), (right, _) = query
    return f"({quoted(left)}, {quoted(right)}) to component {component}"
