"""The universal mechanism of a loss: it becomes the first mechanism that it is given, if that loses no more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from concomp.model.filters.filtered import Verifier
from concomp.model.filters.measures import PrivacyMeasure
from concomp.model.filters.messages import INVALID_QUERY, READY, Launch, Loss, Next, answer
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism, State
from concomp.model.registry.tags import realises


@dataclass(frozen=True)
class Waiting:
    """(0, x): nothing runs yet."""

    dataset: Any


@dataclass(frozen=True)
class Become:
    """(1, M, s_M): it is M."""

    mechanism: InteractiveMechanism
    state: State


@realises("Haney23 Algorithm 10 (repaired)")
def universal_mechanism(
    bound: Loss, measure: PrivacyMeasure[Any], verifies: Verifier, datasets: tuple[Any, ...]
) -> InteractiveMechanism:
    """U: the first query is a launch (M, d) with d ⪯ bound; it starts M, and all later queries go to M."""

    def step(state: Any, message: Any) -> Next:
        if isinstance(state, Become):
            if message is START or message not in state.mechanism.queries:
                return answer(state, INVALID_QUERY)
            return become(state.mechanism, state.state, message)
        if isinstance(state, Waiting):
            accepted = isinstance(message, Launch) and verifies(message) and measure.within(message.loss, bound)
            return become(message.mechanism, state.dataset, START) if accepted else answer(state, INVALID_QUERY)
        return answer(Waiting(state), READY) if message is START else answer(state, INVALID_QUERY)

    def become(mechanism: InteractiveMechanism, state: State, message: Any) -> Next:
        return mechanism.respond(state, message).map(lambda sent: (Become(mechanism, sent[0]), sent[1]))

    return InteractiveMechanism(step, datasets, EVERYTHING, f"U({bound})")
