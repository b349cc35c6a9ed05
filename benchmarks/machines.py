"""Mechanisms of any size, for measuring how cost grows."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game

BIASES = (Fraction(2, 3), Fraction(1, 3), Fraction(1, 3))


def ring(states: int, queries: int, rounds: int) -> Game:
    """A walk on a ring that shows its steps; which way it prefers depends on where it is and on the query.

    The worlds start next to each other. All losses are multiples of ln 2.
    """

    def step(state: State, query: Message) -> Law[tuple[State, Message]]:
        place = int(str(state))
        up = BIASES[(place * (1 + int(str(query))) + int(str(query))) % 3]
        return Law({((place + 1) % states, 1): up, ((place - 1) % states, 0): 1 - up})

    return Game(
        InteractiveMechanism(step, tuple(range(states)), tuple(range(queries))), (0, 1), tuple(range(queries)), rounds
    )
