"""Filters: compositions whose mechanisms are launched at will, as long as a rule lets them.

A launch (M, d) says that M is d-private. It is checked that this is so, and that the rule accepts the losses launched
so far together with d; only then is the data set touched. A launch that the rule does not accept halts the filter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.model.filters.messages import (
    COUNT_LIMIT,
    INSUFFICIENT_BUDGET,
    INVALID_QUERY,
    NOT_VERIFIED,
    READY,
    Launch,
    Loss,
    Next,
    Running,
    answer,
    ask,
    halt,
    launch,
    run_once,
)
from concomp.model.mechanisms.interactive import EVERYTHING, START, InteractiveMechanism
from concomp.model.registry.tags import realises

Losses = tuple[Loss, ...]
ContinuationRule = Callable[[Losses, Loss], bool]
"""F: (losses launched so far, the new one last; budget) ↦ whether to go on."""
Verifier = Callable[[Launch], bool]
"""Whether the mechanism of a launch is as private as the launch says."""


@realises(
    "Haney23 Definition 1.10",
    "Haney23 Definition 2.5",
    "Haney23 Algorithm 2 (repaired)",
)
def filtered_composition(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, datasets: tuple[Any, ...], limit: int | None = None
) -> InteractiveMechanism:
    """F(·; d)-Filt(NIM): non-interactive mechanisms, launched one after the other, at most `limit` if there is one."""
    refused = _refusals(rule, budget, verifies, limit)

    def step(state: Any, message: Any) -> Next:
        if not isinstance(state, Running):
            return answer(Running(state), READY) if message is START else answer(state, INVALID_QUERY)
        if isinstance(message, Launch):
            return refused(state, message) or run_once(state, message)
        return answer(state, INVALID_QUERY)

    return InteractiveMechanism(step, datasets, EVERYTHING, "F-Filt(NIM)")


@realises("Haney23 Definition 2.7", "Haney23 Algorithm 3 (repaired)", "concomp Proposition 3")
def filtered_concurrent_composition(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, datasets: tuple[Any, ...], limit: int | None = None
) -> InteractiveMechanism:
    """F(·; d)-FiltCon(IM): interactive mechanisms, launched at any time, their queries (j, q) interleaved at will."""
    refused = _refusals(rule, budget, verifies, limit)

    def step(state: Any, message: Any) -> Next:
        if not isinstance(state, Running):
            return answer(Running(state), READY) if message is START else answer(state, INVALID_QUERY)
        if isinstance(message, Launch):
            return refused(state, message) or launch(state, message)
        if state.admits(message):
            return ask(state, message)
        return answer(state, INVALID_QUERY)

    return InteractiveMechanism(step, datasets, EVERYTHING, "F-FiltCon(IM)")


def _refusals(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, limit: int | None
) -> Callable[[Running, Launch], Next | None]:
    """What answers a launch that is not to be run, and None where it is."""

    def refused(state: Running, request: Launch) -> Next | None:
        if len(state.losses) == limit:
            return halt(COUNT_LIMIT)
        if not verifies(request):
            return answer(state, NOT_VERIFIED)
        if not rule((*state.losses, request.loss), budget):
            return halt(INSUFFICIENT_BUDGET)
        return None

    return refused
