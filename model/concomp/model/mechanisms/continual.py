"""Continual mechanisms and their privacy.

A continual mechanism is an interactive one with a single initial state: what is secret reaches it in messages.
The adversary sends pairs; the identifier I(b) passes on side b; the verifier V[f] halts where f forbids. Privacy
means that V[f] ∘* I(0) ∘* M and V[f] ∘* I(1) ∘* M cannot be told apart.
"""

from __future__ import annotations

from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import (
    HALT,
    InteractiveMechanism,
    Message,
    State,
)
from concomp.model.mechanisms.noninteractive import DONE, NonInteractiveMechanism
from concomp.model.mechanisms.postprocessing import (
    LEFT,
    RIGHT,
    InteractivePostProcessing,
    Side,
    chain,
    post_process,
)
from concomp.model.mechanisms.verification import VerificationFunction, is_pair, verifier, within
from concomp.model.registry.tags import realises


@realises("HSV26 Definition 3.1")
def is_continual(mechanism: InteractiveMechanism) -> bool:
    """Whether the mechanism has exactly one initial state."""
    return len(mechanism.initial_states) == 1


NOTHING = "nothing yet"
"""The state of a continual mechanism before its first message."""


def continual_from_noninteractive(mechanism: NonInteractiveMechanism) -> InteractiveMechanism:
    """The continual mechanism that takes a data set as its first message, answers the output, and then halts."""

    def step(state: State, dataset: Message) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        return mechanism.output(dataset).map(lambda output: (DONE, output))

    return InteractiveMechanism(step, (NOTHING,), mechanism.datasets, mechanism.name)


@realises("HSV26 Definition 3.2")
def identifier(bit: int) -> InteractivePostProcessing:
    """I(bit): forwards side `bit` of a pair from the left, halts on what is not a pair, passes on the rest."""
    return InteractivePostProcessing(_identify, (bit,), f"I({bit})")


def _identify(bit: State, origin: Side, message: Any) -> Law[tuple[State, Side, Message]]:
    if origin is RIGHT:
        return Law.point((bit, LEFT, message))
    if not is_pair(message):
        return Law.point((HALT, LEFT, HALT))
    return Law.point((bit, RIGHT, message[1] if bit else message[0]))


@realises("HSV26 Remark 3.6")
def verified(function: VerificationFunction, mechanism: InteractiveMechanism) -> InteractiveMechanism:
    """V[f] ∘* I ∘* M, whose two initial states differ in the secret bit; `worlds` names them."""
    identifiers = InteractivePostProcessing(_identify, (0, 1), "I")
    guarded = chain(verifier(within(mechanism.queries, function)), identifiers)
    return post_process(guarded, mechanism)


def worlds(game: InteractiveMechanism) -> tuple[State, State]:
    """The two initial states of V[f] ∘* I ∘* M, for the secret bits 0 and 1."""
    zero, one = game.initial_states
    return zero, one
