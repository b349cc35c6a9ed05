"""Interactions, run by run.

A second way to the law of an interaction, apart from the model's composition of laws: every run is followed by
itself, choice by choice, and the weights of runs with the same transcript are added at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from concomp.model.laws.indistinguishability import distance
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.mechanisms.interaction import Transcript, Tree
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State

Strategy = Callable[[tuple[Message, ...]], Message]
Run = tuple[Transcript, Fraction]


def follow(tree: Tree) -> Strategy:
    """The strategy of a tree: answers so far ↦ next query, HALT where it ends."""

    def next_query(answers: tuple[Message, ...]) -> Message:
        node = tree
        for answer in answers:
            if node is None:
                return HALT
            node = next((deeper for given, deeper in node[1] if given == answer), None)
        return HALT if node is None else node[0]

    return next_query


def script(queries: Sequence[Message]) -> Strategy:
    """The strategy that asks the listed queries whatever is answered, and then stops."""
    return lambda answers: queries[len(answers)] if len(answers) < len(queries) else HALT


def runs(mechanism: InteractiveMechanism, state: State, strategy: Strategy, rounds: int) -> Iterator[Run]:
    """Every run of a strategy against a started mechanism: (transcript, weight), repeated for each hidden course."""

    def go_on(state: State, said: Transcript, weight: Fraction) -> Iterator[Run]:
        query = strategy(said[1::2]) if len(said) < 2 * rounds else None
        if query is None:
            yield said, weight
        elif query is HALT:
            yield (*said, HALT), weight
        else:
            for (after, answer), chance in mechanism.respond(state, query).items():
                yield from _reply(go_on, after, (*said, query, answer), weight * chance)

    return go_on(state, (), ONE)


def pair_runs(
    mechanism: InteractiveMechanism,
    valid: Callable[[tuple[Any, ...]], bool],
    bit: int,
    strategy: Strategy,
    rounds: int,
) -> Iterator[Run]:
    """Every run in which the strategy sends pairs and a continual mechanism is given side `bit` while all is valid.

    There is neither verifier nor identifier: the predicate is asked here, on the pairs so far, before one is passed on.
    """

    def go_on(state: State, said: Transcript, weight: Fraction) -> Iterator[Run]:
        pair: Any = strategy(said[1::2]) if len(said) < 2 * rounds else None
        if pair is None:
            yield said, weight
        elif pair is HALT:
            yield (*said, HALT), weight
        elif not valid((*said[::2], pair)):
            yield (*said, pair, HALT), weight
        else:
            for (after, answer), chance in mechanism.respond(state, pair[bit]).items():
                yield from _reply(go_on, after, (*said, pair, answer), weight * chance)

    return go_on(mechanism.initial_state, (), ONE)


def _reply(
    go_on: Callable[[State, Transcript, Fraction], Iterator[Run]], state: State, said: Transcript, weight: Fraction
) -> Iterator[Run]:
    return iter([(said, weight)]) if said[-1] is HALT else go_on(state, said, weight)


def law_of(listed: Iterable[Run]) -> Law[Transcript]:
    """The law of the transcript, from all runs."""
    return Law.gather(listed)


def greatest_distance(pairs: Iterable[tuple[Law[Any], Law[Any]]], e_eps: Fraction) -> Fraction:
    """The largest of the distances of pairs of laws at e_eps, zero if there are none."""
    return max((distance(p, q, e_eps) for p, q in pairs), default=ZERO)
