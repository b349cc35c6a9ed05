"""Concurrent composition of a fixed list of interactive mechanisms.

ConComp[M_1, …, M_k] runs k mechanisms side by side. A message (q, j) goes to M_j, whose answer comes back; the
adversary interleaves them as it likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises

CLOSED = "closed"
"""The answer of a component that has halted; the others go on."""


@realises("HSV26 Section 4: Comp and ConComp", "Haney23 Definition 2.4")
def concurrent_composition(mechanisms: Sequence[InteractiveMechanism]) -> InteractiveMechanism:
    """ConComp[M_1, …, M_k]: states are tuples of states, queries are (query, index) with indices from 1.

    A query for an index outside 1..k halts. A component that halts answers CLOSED from then on.
    """

    def step(states: Any, message: Any) -> Law[tuple[State, Message]]:
        query, index = message
        return ask_component(mechanisms[index - 1], states, index, query)

    return InteractiveMechanism(
        step,
        tuple(product(*(mechanism.initial_states for mechanism in mechanisms))),
        _Indexed(len(mechanisms)),
        f"ConComp[{', '.join(map(repr, mechanisms))}]",
    )


class _Indexed:
    """The messages (query, index) with an index of a mechanism that exists."""

    def __init__(self, count: int) -> None:
        self.count = count

    def __contains__(self, message: object) -> bool:
        return (
            isinstance(message, tuple)
            and len(message) == 2
            and isinstance(message[1], int)
            and 1 <= message[1] <= self.count
        )


def ask_component(
    mechanism: InteractiveMechanism, states: tuple[State, ...], index: int, query: Message
) -> Law[tuple[State, Message]]:
    """Forward `query` to the component at `index` (from 1): the law of (all states, its answer), CLOSED for a halt."""

    def placed(outcome: tuple[State, Message]) -> tuple[State, Message]:
        state, answer = outcome
        return (*states[: index - 1], state, *states[index:]), CLOSED if answer is HALT else answer

    return mechanism.respond(states[index - 1], query).map(placed)
