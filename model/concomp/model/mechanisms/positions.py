"""Positions: what an adversary can still find out, without the history that led there.

A history is worth two things: how likely it is in either world, and what each world's mechanism believes its hidden
state to be. Here the beliefs are normalised in each world on its own, so that the likelihoods stand apart, as chances
of the next answer; histories with the same future become one position, and positions that offer the same chances
become one as well.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from concomp.model.mechanisms.interactive import HALT, Message
from concomp.model.mechanisms.privacy import Beliefs, Game, Weights, at_start, beliefs_after, mass

Outcome = tuple[Message, Fraction, Fraction, Any]
"""(answer, chance in world 0, chance in world 1, what comes after)."""


@dataclass(frozen=True, eq=False)
class Position:
    """Where an adversary stands: the queries it can send, each with what it may bring.

    moves: (query, ((answer, chance in world 0, chance in world 1, the position after it), …)).
    """

    moves: tuple[tuple[Message, tuple[Outcome, ...]], ...]


END = Position(())
BELIEF = 8
"""Steps that one hidden state costs when beliefs are brought up to date."""


class TooLarge(RuntimeError):
    """Thrown when the exact value would take more steps than allowed."""


class Allowance:
    """The steps that may still be taken; exact values grow without bound, and a refusal is better than no answer."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take `steps`; TooLarge if they are not there."""
        self.left -= steps
        if self.left < 0:
            raise TooLarge(
                f"the exact value takes more than {self.steps} steps: "
                "lower the horizon, or give fewer components, messages or hidden states"
            )


def unfold(game: Game, allowance: Allowance) -> Position:
    """The position at the start of a game; equal futures are one object."""
    offers: dict[Beliefs, tuple[tuple[Message, tuple[Outcome, ...]], ...]] = {}
    layers: list[dict[Beliefs, None]] = [{at_start(game): None}]
    while layers[-1] and len(layers) <= game.rounds:
        for beliefs in layers[-1]:
            if beliefs not in offers:
                offers[beliefs] = _offers(game, beliefs, allowance)
        allowance.spend(sum(len(offers[beliefs]) + 1 for beliefs in layers[-1]))
        layers.append(
            {
                then: None
                for beliefs in layers[-1]
                for _, outcomes in offers[beliefs]
                for _, _, _, then in outcomes
                if then is not None
            }
        )
    positions: dict[Beliefs | None, Position] = dict.fromkeys(layers.pop(), END)
    known: dict[Hashable, Position] = {(): END}
    while layers:
        later = {**positions, None: END}
        positions = {beliefs: _merge(offers[beliefs], later, known) for beliefs in layers.pop()}
    return positions[at_start(game)]


def _offers(game: Game, beliefs: Beliefs, allowance: Allowance) -> tuple[tuple[Message, tuple[Outcome, ...]], ...]:
    """The queries that are not surely refused, each with its outcomes; after None nothing can be learned."""
    allowance.spend(BELIEF * len(game.queries) * (len(beliefs[0]) + len(beliefs[1])))
    asked = ((query, beliefs_after(game, beliefs, query)) for query in game.queries)
    return tuple(
        (query, tuple(_outcome(answer, then) for answer, then in answers.items()))
        for query, answers in asked
        if set(answers) != {HALT}
    )


def _outcome(answer: Message, then: Beliefs) -> Outcome:
    p, q = mass(then[0]), mass(then[1])
    settled = answer is HALT or p == 0 or q == 0
    return answer, p, q, None if settled else (_normalise(then[0], p), _normalise(then[1], q))


def _normalise(weights: Weights, total: Fraction) -> Weights:
    if total == 1:
        return weights
    return frozenset((state, weight / total) for state, weight in weights)


def _merge(
    offers: tuple[tuple[Message, tuple[Outcome, ...]], ...],
    later: dict[Beliefs | None, Position],
    known: dict[Hashable, Position],
) -> Position:
    """The position with these offers, the same object whenever the offers are the same."""
    moves = tuple(
        (query, tuple((answer, p, q, later[then]) for answer, p, q, then in outcomes)) for query, outcomes in offers
    )
    return known.setdefault(moves, Position(moves))
