"""Equivalence of interactive mechanisms.

Two mechanisms are equivalent if no adversary sees a difference. That is a matter of the mechanisms alone: for each
sequence of queries and answers, the chance of the answers given the queries must agree. Those chances are followed
here through the hidden states, over all histories of a bounded length, and no adversary is written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.registry.tags import realises

Started = tuple[InteractiveMechanism, State]
Weights = dict[State, Fraction]


@realises("HSV26 Definition 2.11")
def equivalent(first: Started, second: Started, queries: Sequence[Message], rounds: int) -> bool:
    """Whether two started mechanisms answer every sequence of at most `rounds` of the `queries` with the same law."""
    return _agree(first[0], {first[1]: ONE}, second[0], {second[1]: ONE}, queries, rounds)


def _agree(
    first: InteractiveMechanism,
    of_first: Weights,
    second: InteractiveMechanism,
    of_second: Weights,
    queries: Sequence[Message],
    rounds: int,
) -> bool:
    """Whether two weightings of states give each continuation the same weight."""
    if sum(of_first.values(), ZERO) != sum(of_second.values(), ZERO):
        return False
    if rounds == 0:
        return True
    for query in queries:
        after_first, after_second = _after(first, of_first, query), _after(second, of_second, query)
        for answer in after_first.keys() | after_second.keys():
            left = 0 if answer is HALT else rounds - 1
            here, there = after_first.get(answer, {}), after_second.get(answer, {})
            if not _agree(first, here, second, there, queries, left):
                return False
    return True


def _after(mechanism: InteractiveMechanism, weights: Weights, query: Message) -> dict[Message, Weights]:
    """The weights of the states after each answer that `query` can bring."""
    gathered: dict[Message, Weights] = {}
    for state, weight in weights.items():
        for (after, answer), chance in mechanism.respond(state, query).items():
            here = gathered.setdefault(answer, {})
            here[after] = here.get(after, ZERO) + weight * chance
    return gathered
