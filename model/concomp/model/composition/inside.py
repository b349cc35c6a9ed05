"""Verification and identification inside.

In V[f] ∘* I(b) ∘* ExtConComp one identifier stands before all created mechanisms. The proof of the composition
theorems moves it inside: each created mechanism M_j gets an identifier and a verifier of its own, and a pair of
queries for it arrives as a pair. As long as f admits only suitable sequences, nobody can tell the difference.
"""

from __future__ import annotations

from typing import Any

from concomp.model.composition.concurrent import CLOSED
from concomp.model.composition.messages import Create, Query
from concomp.model.laws.law import Law
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.interactive import (
    ACKNOWLEDGED,
    EVERYTHING,
    HALT,
    InteractiveMechanism,
    Message,
    State,
)
from concomp.model.mechanisms.verification import is_pair


def composition_inside(bit: int) -> InteractiveMechanism:
    """IECC(bit): ExtConComp in which each created mechanism is V[f_j] ∘* I(bit) ∘* M_j; it takes pairs of messages.

    Two creation queries, or two queries with different indices, are no message of it and make it halt.
    """

    def step(running: Any, message: Any) -> Law[tuple[State, Message]]:
        if not is_pair(message):
            return Law.point((HALT, HALT))
        left: Any = message[0]
        right: Any = message[1]
        if isinstance(left, Create) and left == right:
            created: Any = left
            game = verified(created.function, created.mechanism)
            return Law.point(((*running, (game, worlds(game)[bit])), ACKNOWLEDGED))
        return _forward(running, left, right)

    return InteractiveMechanism(step, ((),), EVERYTHING, f"IECC({bit})")


def _forward(running: tuple[Any, ...], left: Any, right: Any) -> Law[tuple[State, Message]]:
    both_ask = isinstance(left, Query) and isinstance(right, Query) and left.index == right.index
    if not (both_ask and 1 <= left.index <= len(running)):
        return Law.point((HALT, HALT))
    position = left.index - 1
    game, state = running[position]

    def placed(outcome: tuple[State, Message]) -> tuple[State, Message]:
        after, answer = outcome
        return (*running[:position], (game, after), *running[position + 1 :]), CLOSED if answer is HALT else answer

    answered: Law[tuple[State, Message]] = game.respond(state, (left.payload, right.payload)).map(placed)
    return answered
