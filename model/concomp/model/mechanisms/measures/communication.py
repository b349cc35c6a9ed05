"""Finite communication: finitely many messages either way, and an end."""

from __future__ import annotations

from collections.abc import Collection

from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, State
from concomp.model.registry.tags import realises


@realises("HSV26 Definition 14.4")
def communicates_within(mechanism: InteractiveMechanism, bound: int) -> bool:
    """Whether a mechanism has at most `bound` queries and answers, and answers no more than `bound` queries.

    What lists no queries has too many.
    """
    queries = mechanism.queries
    if not isinstance(queries, Collection) or len(queries) > bound:
        return False
    answers, running = set(), set[State](mechanism.initial_states)
    for _ in range(bound):
        outcomes = {outcome for state in running for query in queries for outcome in mechanism.respond(state, query)}
        answers |= {answer for _, answer in outcomes if answer is not HALT}
        running = {state for state, answer in outcomes if answer is not HALT}
    replies = {answer for state in running for query in queries for _, answer in mechanism.respond(state, query)}
    return len(answers) <= bound and replies <= {HALT}
