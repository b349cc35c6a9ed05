"""Post-processings of noisy answers, and adversaries that talk to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from concomp.model.filters.views import adversaries
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import START, Message
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.privacy import Game
from concomp.obligations.families.filters.noisy_bits import ASK

LOCAL = "local"
TWICE = "ask twice"
Sent = Law[Any]


def _versatile(state: Any, origin: Side, message: Message) -> Sent:
    if origin is LEFT and message == LOCAL:
        return Law.uniform([("rest", LEFT, 0), ("rest", LEFT, 1)])
    if origin is LEFT and message == TWICE:
        return Law.point(("once more", RIGHT, ASK))
    if origin is LEFT:
        return Law.point(("rest", RIGHT, message))
    if state == "once more":
        return Law.point((("first", message), RIGHT, ASK))
    if isinstance(state, tuple):
        return Law.point(("rest", LEFT, (state[1], message)))
    return Law.point(("rest", LEFT, message))


def _forward(state: Any, origin: Side, message: Message) -> Sent:
    return Law.point((state, RIGHT if origin is LEFT else LEFT, message))


def _forgetful(state: Any, origin: Side, message: Message) -> Sent:
    if origin is LEFT:
        return Law.uniform([(state, RIGHT, message), (state, LEFT, "not now")])
    return Law.point((state, LEFT, message))


VERSATILE = InteractivePostProcessing(_versatile, ("rest",), "asks once or twice, or answers itself by a coin")
FORWARD = InteractivePostProcessing(_forward, ("rest",), "passes all on")
FORGETFUL = InteractivePostProcessing(_forgetful, ("rest",), "passes half of the queries on")
PROCESSINGS = (FORWARD, VERSATILE, FORGETFUL)
QUERIES = (ASK, LOCAL, TWICE)


def restarting(state: Any, origin: Side, message: Message) -> Sent:
    """Asks, keeps the answer, starts the mechanism anew, and then gives the answer back."""
    if origin is LEFT:
        return Law.point(("asked", RIGHT, message))
    if state == "asked":
        return Law.point((("keeps", message), RIGHT, START))
    if isinstance(state, tuple):
        return Law.point(("rest", LEFT, state[1]))
    return Law.point(("rest", LEFT, message))


RESTARTING = InteractivePostProcessing(restarting, ("rest",), "starts the mechanism anew after each answer")


def plans(game: Game) -> Iterator[Tree]:
    """The adversaries of a game that stop only when they have sent all their messages."""
    return (plan for plan in adversaries(game) if _depths(plan) == {game.rounds + 1})


def _depths(plan: Tree) -> set[int]:
    if plan is None:
        return {0}
    return {1 + depth for _, then in plan[1] for depth in _depths(then)}
