"""Extended concurrent composition.

ExtConComp starts with nothing. A creation query adds a mechanism and is acknowledged; a query (q, i) goes to the
i-th created mechanism. Its state is the sequence of the mechanisms created so far, each with its present state.
Two conventions that the definition leaves open: a creation is answered ACKNOWLEDGED, and a created mechanism that
has halted answers CLOSED while the others go on. A query for a mechanism that does not exist halts everything.
"""

from __future__ import annotations

from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import (
    ACKNOWLEDGED,
    EVERYTHING,
    HALT,
    InteractiveMechanism,
    Message,
    State,
)
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import Pair, VerificationFunction
from concomp.model.registry.tags import realises

Running = tuple[tuple[InteractiveMechanism, State], ...]


@realises("HSV26 Definition 4.1")
def extended_concurrent_composition() -> InteractiveMechanism:
    """ExtConComp, a continual mechanism whose queries and answers are all messages."""
    return InteractiveMechanism(_step, ((),), EVERYTHING, "ExtConComp")


def _step(running: Any, message: Message) -> Law[tuple[State, Message]]:
    if isinstance(message, Create):
        return Law.point(((*running, (message.mechanism, message.initial)), ACKNOWLEDGED))
    if isinstance(message, Query) and 1 <= message.index <= len(running):
        return _forward(running, message)
    return Law.point((HALT, HALT))


def _forward(running: tuple[Any, ...], message: Any) -> Law[tuple[State, Message]]:
    position = message.index - 1
    mechanism, state = running[position]

    def placed(outcome: tuple[State, Message]) -> tuple[State, Message]:
        after, answer = outcome
        updated = (*running[:position], (mechanism, after), *running[position + 1 :])
        return updated, CLOSED if answer is HALT else answer

    answered: Law[tuple[State, Message]] = mechanism.respond(state, message.payload).map(placed)
    return answered


@realises("HSV26 Definition 4.3", "HSV26 Definition 4.4")
def composition_game(function: VerificationFunction, menu: tuple[Pair, ...], rounds: int) -> Game:
    """The f-concurrent composition V[f] ∘* I(b) ∘* ExtConComp, its adversary choosing among the pairs of `menu`.

    rounds: the largest number of messages, creations included. It is (ε,δ)-DP when its game is.
    """
    return continual_game(function, extended_concurrent_composition(), menu, rounds)


def creation(create: Create) -> Pair:
    """The pair of identical creation queries that creates a mechanism in both worlds."""
    return create, create


def query_pair(left: Message, right: Message, index: int) -> Pair:
    """The pair ((left, index), (right, index))."""
    return Query(payload=left, index=index), Query(payload=right, index=index)
