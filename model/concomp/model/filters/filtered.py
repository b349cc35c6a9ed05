"""Filters: compositions whose mechanisms are launched at will, as long as a rule lets them.

A launch (M, d) says that M is d-private. It is checked that this is so, and that the rule accepts the losses launched
so far together with d; only then is the data set touched. A launch that the rule does not accept halts the filter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from concomp.model.filters.launching import interleaved, launching
from concomp.model.filters.messages import (
    COUNT_LIMIT,
    INSUFFICIENT_BUDGET,
    NOT_VERIFIED,
    Launch,
    Loss,
    Next,
    Running,
    answer,
    halt,
    launch,
    run_once,
)
from concomp.model.mechanisms.interactive import InteractiveMechanism
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

    def launched(state: Running, request: Launch) -> Next:
        return refused(state, request) or run_once(state, request)

    return launching("F-Filt(NIM)", datasets, launched)


@realises("Haney23 Definition 2.7", "Haney23 Algorithm 3 (repaired)", "concomp Proposition 3")
def filtered_concurrent_composition(
    rule: ContinuationRule, budget: Loss, verifies: Verifier, datasets: tuple[Any, ...], limit: int | None = None
) -> InteractiveMechanism:
    """F(·; d)-FiltCon(IM): interactive mechanisms, launched at any time, their queries (j, q) interleaved at will."""
    refused = _refusals(rule, budget, verifies, limit)

    def launched(state: Running, request: Launch) -> Next:
        return refused(state, request) or launch(state, request)

    return launching("F-FiltCon(IM)", datasets, launched, interleaved)


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
