"""Interaction of two mechanisms, adversaries, views.

The first mechanism speaks in odd rounds, beginning by a reply to the empty message START; the second in even
rounds; whoever says HALT ends it. An adversary is an interactive mechanism with one initial state. Here its
randomness is drawn before it speaks, so that a view can show it: coins, then the transcript.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product as cartesian
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import (
    EVERYTHING,
    HALT,
    START,
    InteractiveMechanism,
    Message,
    State,
)
from concomp.model.registry.tags import realises

Transcript = tuple[Message, ...]
Coin = Any


@realises("HSV26 Section 2.2.1: interaction of two IMs", "Haney23 Definition 1.5")
def interaction(
    first: tuple[InteractiveMechanism, State], second: tuple[InteractiveMechanism, State], rounds: int
) -> Law[Transcript]:
    """The law of the transcript of at most `rounds` messages, `first` speaking first; HALT is its last message."""

    def play(law: Law[Any], turn: int) -> Law[Any]:
        mechanism = (first, second)[turn % 2][0]

        def speak(run: tuple[tuple[State, State], Transcript]) -> Law[Any]:
            states, said = run
            if said and said[-1] is HALT:
                return Law.point(run)
            heard = said[-1] if said else START
            return mechanism.respond(states[turn % 2], heard).map(
                lambda outcome: (_replace(states, turn % 2, outcome[0]), (*said, outcome[1]))
            )

        return law.bind(speak)

    law: Law[Any] = Law.point(((first[1], second[1]), ()))
    for turn in range(rounds):
        law = play(law, turn)
    return law.map(lambda run: run[1])


def _replace(states: tuple[State, State], position: int, state: State) -> tuple[State, State]:
    return (state, states[1]) if position == 0 else (states[0], state)


Strategy = Callable[[Coin, tuple[Message, ...]], Message]


@realises("HSV26 Definition 2.12")
@dataclass(frozen=True, eq=False)
class Adversary:
    """An adaptive adversary: coins, drawn once, and a strategy that knows them and the answers so far.

    coins: the law of its internal randomness.
    strategy: (coin, answers so far) ↦ the next message, HALT to stop.
    """

    coins: Law[Coin]
    strategy: Strategy

    @property
    def mechanism(self) -> InteractiveMechanism:
        """The adversary as an interactive mechanism with one initial state, START; its states carry the coins."""

        def step(state: Any, heard: Message) -> Law[tuple[State, Message]]:
            if state is START:
                return self.coins.map(lambda coin: ((coin, ()), self.strategy(coin, ())))
            coin, answers = state
            return Law.point(((coin, (*answers, heard)), self.strategy(coin, (*answers, heard))))

        return InteractiveMechanism(step, (START,), EVERYTHING, "adversary")

    def __repr__(self) -> str:
        return "Adversary"


@realises("HSV26 Definition 2.10", "Haney23 Definition 1.6")
def view(adversary: Adversary, mechanism: InteractiveMechanism, state: State, rounds: int) -> Law[tuple[Any, ...]]:
    """The law of the adversary's view (coins, m_1, m_2, …) against mechanism(state), of at most `rounds` queries."""

    def with_coin(coin: Coin) -> Law[tuple[Any, ...]]:
        fixed = Adversary(Law.point(coin), adversary.strategy).mechanism
        transcript = interaction((fixed, START), (mechanism, state), 2 * rounds)
        return transcript.map(lambda said: (coin, *said))

    return adversary.coins.bind(with_coin)


Tree = tuple[Message, tuple[tuple[Message, Any], ...]] | None
"""A deterministic strategy: a query with a subtree for each answer, or None to stop."""


def deterministic_strategies(queries: Sequence[Message], answers: Sequence[Message], rounds: int) -> Iterator[Tree]:
    """Every deterministic strategy of at most `rounds` queries; there are `strategy_count` of them."""
    yield None
    if rounds == 0:
        return
    deeper = list(deterministic_strategies(queries, answers, rounds - 1))
    for query in queries:
        for subtrees in cartesian(deeper, repeat=len(answers)):
            yield query, tuple(zip(answers, subtrees, strict=True))


def strategy_count(queries: int, answers: int, rounds: int) -> int:
    """The number of deterministic strategies: N(0) = 1 and N(r) = 1 + queries · N(r−1)^answers."""
    return 1 if rounds == 0 else 1 + queries * strategy_count(queries, answers, rounds - 1) ** answers


def deterministic_adversary(tree: Tree) -> Adversary:
    """The adversary that follows a deterministic strategy and stops where the tree ends."""
    return Adversary(Law.point(()), lambda _, answers: _follow(tree, answers))


@realises("HSV26 Lemma 11.1", "HSV26 Corollary 11.2")
def mixed_adversary(strategies: Law[Tree]) -> Adversary:
    """The adversary that draws one of several deterministic strategies, its coin, and follows it."""
    return Adversary(strategies, _follow)


def _follow(tree: Tree, answers: tuple[Message, ...]) -> Message:
    for answer in answers:
        tree = dict(tree[1]).get(answer) if tree is not None else None
    return HALT if tree is None else tree[0]
