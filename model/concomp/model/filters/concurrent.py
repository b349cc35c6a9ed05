"""Concurrent composition of a fixed list of mechanisms on one data set."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from concomp.model.filters.messages import INVALID_QUERY, READY, Next, Running, answer, ask
from concomp.model.laws.law import product_law
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism
from concomp.model.registry.tags import realises


@realises("Haney23 Algorithm 1 (repaired)")
def concurrent_composition_on(mechanisms: Sequence[InteractiveMechanism]) -> InteractiveMechanism:
    """ConComp(M_1, …, M_k), all on the data set it is started in; queries are (j, q)."""

    def step(state: Any, message: Any) -> Next:
        if not isinstance(state, Running):
            return start(state) if message is START else answer(state, INVALID_QUERY)
        return ask(state, message) if state.admits(message) else answer(state, INVALID_QUERY)

    def start(dataset: Any) -> Next:
        started = product_law(mechanism.respond(dataset, START) for mechanism in mechanisms)
        return started.map(lambda all_of: (Running(dataset, tuple(mechanisms), tuple(s for s, _ in all_of)), READY))

    datasets = tuple(dict.fromkeys(chain.from_iterable(mechanism.initial_states for mechanism in mechanisms)))
    return InteractiveMechanism(step, datasets, EVERYTHING, f"ConComp({', '.join(map(repr, mechanisms))})")
