"""Strategies for hypothesis: sequences of pairs, laws, small mechanisms. They need the extra `testing`.

Everything drawn shrinks to what is simple: short sequences, messages that come first, few outcomes.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.verification import Pair, VerificationFunction

X = TypeVar("X", bound=Hashable)
ODDS = 6
"""The largest odds that an outcome gets."""


@st.composite
def accepted_pairs(
    draw: st.DrawFn, function: VerificationFunction, messages: Collection[Message], max_size: int = 5
) -> list[Pair]:
    """Sequences of pairs of these messages that a verification function accepts, with all their prefixes.

    function: a monitor with values for its parameters, or any other verification function. messages: finitely many.
    max_size: the largest number of pairs; a sequence ends earlier where no pair is accepted any more.
    """
    pairs, _ = _accepted(draw, function, messages, max_size)
    return pairs


@st.composite
def pairs_rejected_at_last(
    draw: st.DrawFn, function: VerificationFunction, messages: Collection[Message], max_size: int = 5
) -> list[Pair]:
    """Sequences of at most `max_size` pairs that a verification function accepts until the last pair, and rejects then.

    function, messages: as for `accepted_pairs`. Examples after which every pair is accepted are left out.
    """
    pairs, state = _accepted(draw, function, messages, max_size - 1)
    refused = [pair for pair in _pairs(messages) if not function.advance(state, pair)[0]]
    return [*pairs, draw(st.sampled_from(refused))] if refused else reject()


def laws(outcomes: Collection[X]) -> st.SearchStrategy[Law[X]]:
    """Laws on these outcomes, some of which may have probability 0; the odds are small integers."""
    listed = list(outcomes)
    odds = st.lists(st.integers(0, ODDS), min_size=len(listed), max_size=len(listed)).filter(any)
    return odds.map(lambda each: _law(listed, each))


@st.composite
def mechanisms(
    draw: st.DrawFn,
    queries: Sequence[Message] = ("a", "b"),
    answers: Sequence[Message] = (0, 1),
    states: int = 2,
    initial_states: int = 2,
) -> InteractiveMechanism:
    """Interactive mechanisms with a random table: for each state and query a law of (new state, answer).

    queries, answers: what it may be asked and may answer. states: how many there are, 0, 1 and so on.
    initial_states: how many of them it may be started in; 1 for a continual mechanism.
    """
    outcomes = list(product(range(states), answers))
    table = {key: draw(laws(outcomes)) for key in product(range(states), queries)}

    def step(state: Any, query: Message) -> Law[Any]:
        return table[state, query]

    return InteractiveMechanism(step, tuple(range(initial_states)), tuple(queries))


@st.composite
def games(
    draw: st.DrawFn, queries: Sequence[Message] = ("a", "b"), answers: Sequence[Message] = (0, 1), rounds: int = 2
) -> Game:
    """What `concomp.audit` takes: a small mechanism, and its two initial states to be told apart.

    queries, answers: as for `mechanisms`. rounds: the largest number of queries.
    """
    return Game(draw(mechanisms(queries, answers)), (0, 1), tuple(queries), rounds)


def _accepted(
    draw: st.DrawFn, function: VerificationFunction, messages: Collection[Message], max_size: int
) -> tuple[list[Pair], Any]:
    """An accepted sequence, and the state after it."""
    pairs: list[Pair] = []
    state: Any = function.initial
    for _ in range(draw(st.integers(0, max_size))):
        allowed = [pair for pair in _pairs(messages) if function.advance(state, pair)[0]]
        if not allowed:
            break
        pairs.append(draw(st.sampled_from(allowed)))
        state = function.advance(state, pairs[-1])[1]
    return pairs, state


def _pairs(messages: Collection[Message]) -> list[Pair]:
    return list(product(messages, messages))


def _law(outcomes: Sequence[X], odds: Sequence[int]) -> Law[X]:
    return Law({outcome: Fraction(odd, sum(odds)) for outcome, odd in zip(outcomes, odds, strict=True)})
