"""Interactive post-processing.

A post-processing P stands between a left and a right mechanism. On a message it changes its state and sends one
message, to either side. Two sides must be kept apart: the one a message came *from* and the one it goes *to*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises


class Side(Enum):
    """A side of a post-processing."""

    LEFT = "L"
    RIGHT = "R"

    def __repr__(self) -> str:
        return self.value


LEFT = Side.LEFT
RIGHT = Side.RIGHT
PATIENCE = 64
"""Inner steps after which a post-processing that still has not answered counts as never answering."""


class Unending(RuntimeError):
    """Thrown when a post-processing keeps talking to one side and never answers the other."""


@realises("HSV26 Definition 2.14", "Haney23 Definition 2.15")
@dataclass(frozen=True, eq=False)
class InteractivePostProcessing:
    """An interactive post-processing mechanism.

    step: (state, side the message came from, message) ↦ law of (new state, side it goes to, message).
    initial_states: the states it may be started in.
    """

    step: Callable[[Any, Side, Any], Law[Any]]
    initial_states: tuple[State, ...]
    name: str = "P"

    def respond(self, state: State, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        """The law of (new state, destination, message); a halt from either side, or its own, is for ever."""
        if state is HALT or message is HALT:
            return Law.point((HALT, LEFT, HALT))
        return self.step(state, origin, message).map(_absorb)

    def __repr__(self) -> str:
        return self.name


def _absorb(outcome: tuple[State, Side, Message]) -> tuple[State, Side, Message]:
    return (HALT, LEFT, HALT) if outcome[2] is HALT else outcome


@realises("HSV26 Definition 2.15", "HSV26 Algorithm 1")
def post_process(processing: InteractivePostProcessing, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """P ∘* M: P talks to M until it has an answer for the left.

    States are pairs (state of M, state of P). Raises Unending, when asked, if P does not answer within PATIENCE.
    """

    def step(state: Any, message: Message) -> Law[Any]:
        of_mechanism, of_processing = state
        law = processing.respond(of_processing, LEFT, message).map(lambda sent: (of_mechanism, *sent))
        for _ in range(PATIENCE):
            if all(side is LEFT for _, _, side, _ in law):
                return law.map(lambda run: ((run[0], run[1]), run[3]))
            law = law.bind(exchange)
        raise Unending(f"{processing!r} sent {PATIENCE} messages to the right and none to the left")

    def exchange(run: tuple[State, State, Side, Message]) -> Law[Any]:
        of_mechanism, of_processing, side, message = run
        if side is LEFT:
            return Law.point(run)
        return mechanism.respond(of_mechanism, message).bind(
            lambda reply: processing.respond(of_processing, RIGHT, reply[1]).map(lambda sent: (reply[0], *sent))
        )

    initial = tuple((m, p) for m in mechanism.initial_states for p in processing.initial_states)
    return InteractiveMechanism(step, initial, EVERYTHING, f"{processing!r} ∘* {mechanism!r}")


@realises("HSV26 Definition 2.17", "HSV26 Algorithm 2 (repaired)")
def chain(left: InteractivePostProcessing, right: InteractivePostProcessing) -> InteractivePostProcessing:
    """P_1 ∘* P_2: messages between the two go on until one leaves the chain.

    States are pairs (state of P_1, state of P_2). Raises Unending, when asked, if none leaves within PATIENCE.
    """

    def step(state: State, origin: Side, message: Message) -> Law[Any]:
        law: Law[Any] = Law.point((state, origin, origin, message))
        for _ in range(PATIENCE):
            if all(holder is None for _, holder, _, _ in law):
                return law.map(lambda run: (run[0], run[2], run[3]))
            law = law.bind(pass_on)
        raise Unending(f"{left!r} and {right!r} exchanged {PATIENCE} messages and sent none out")

    def pass_on(run: tuple[Any, Side | None, Side, Message]) -> Law[Any]:
        """One step of the part that holds the message; `None` holds a message that has left the chain."""
        (of_left, of_right), holder, origin, message = run
        if holder is None:
            return Law.point(run)
        if holder is LEFT:
            return left.respond(of_left, origin, message).map(
                lambda sent: ((sent[0], of_right), RIGHT if sent[1] is RIGHT else None, LEFT, sent[2])
            )
        return right.respond(of_right, origin, message).map(
            lambda sent: ((of_left, sent[0]), LEFT if sent[1] is LEFT else None, RIGHT, sent[2])
        )

    initial = tuple((p1, p2) for p1 in left.initial_states for p2 in right.initial_states)
    return InteractivePostProcessing(step, initial, f"{left!r} ∘* {right!r}")


@realises("HSV26 Algorithm 2")
def chain_as_printed(left: InteractivePostProcessing, right: InteractivePostProcessing) -> InteractivePostProcessing:
    """The chain as printed: each part is told the side its message *goes to* as the side it came from."""

    def step(state: State, origin: Side, message: Message) -> Law[Any]:
        law: Law[Any] = Law.point((state, origin, message, False))
        for _ in range(PATIENCE):
            if all(done for *_, done in law):
                return law.map(lambda run: run[:3])
            law = law.bind(turn)
        raise Unending(f"{left!r} and {right!r} exchanged {PATIENCE} messages and sent none out")

    def turn(run: tuple[Any, Side, Message, bool]) -> Law[Any]:
        (of_left, of_right), side, message, done = run
        if done:
            return Law.point(run)
        if side is LEFT:
            return left.respond(of_left, side, message).map(
                lambda sent: ((sent[0], of_right), sent[1], sent[2], sent[1] is LEFT)
            )
        return right.respond(of_right, side, message).map(
            lambda sent: ((of_left, sent[0]), sent[1], sent[2], sent[1] is RIGHT)
        )

    initial = tuple((p1, p2) for p1 in left.initial_states for p2 in right.initial_states)
    return InteractivePostProcessing(step, initial, f"{left!r} ∘* {right!r} (as printed)")
