"""Play that no adversary improves: what is to be sent round by round, and all that needs to be seen of the answers.

A play restricts an adversary and post-processes what it sees, so that it loses no more than the mechanism itself, and
whoever follows it attacks the mechanism itself. That it loses no less is for each mechanism to prove, where it says so.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interactive import InteractiveMechanism, Message
from concomp.model.mechanisms.privacy import Game, continual_game
from concomp.model.mechanisms.verification import Pair, VerificationFunction

ANY = "any"
EVENT_LEVEL = "event level"
DATA_FIRST = "data, then questions"
FIRST_PAIR_CONSISTENT = "first-pair consistent"
ONE_ANSWER = "one answer"
ONE_DIFFERENCE = (EVENT_LEVEL, DATA_FIRST, ONE_ANSWER)
"""The verification functions under which one pair differs at most."""


@dataclass(frozen=True, eq=False)
class Play:
    """What an adversary needs, and no more, to lose as much of a mechanism as any.

    mechanism: the mechanism, or a post-processing of it. rounds: the pairs to choose from, round by round.
    everywhere: whether nothing more is to be had beside other mechanisms either, whatever is sent to these and in
    which order; otherwise all that is proved is that no adversary of this mechanism alone does better at any E.
    """

    mechanism: InteractiveMechanism
    rounds: tuple[tuple[Pair, ...], ...]
    everywhere: bool

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose."""
        return self.everywhere and all(len(pairs) == 1 for pairs in self.rounds)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All the pairs that may be sent."""
        return tuple(dict.fromkeys(pair for each in self.rounds for pair in each))

    @property
    def function(self) -> VerificationFunction:
        """The verification function that lets this play through and no other."""
        return _Rounds(self.rounds)

    def game(self) -> Game:
        """The game of an adversary that plays so."""
        return continual_game(self.function, self.mechanism, self.pairs, len(self.rounds))


@dataclass(frozen=True, eq=False)
class _Rounds:
    """The verification function of a play; its state is the number of pairs so far."""

    rounds: tuple[tuple[Pair, ...], ...]
    initial: int = 0

    def advance(self, state: int, pair: Message) -> tuple[bool, Hashable]:
        return state < len(self.rounds) and pair in self.rounds[state], state + 1

    def __repr__(self) -> str:
        return "play"


def either_way(pair: Pair, laws: list[tuple[Law[int], Law[int]]]) -> tuple[Pair, ...]:
    """A pair, and the same with its sides exchanged unless the laws that it brings are the same either way.

    laws: of what the pair leads to, in the two worlds.
    """
    alike = all(_by_odds(zero, one) == _by_odds(one, zero) for zero, one in laws)
    return (pair,) if alike else (pair, (pair[1], pair[0]))


def _by_odds(zero: Law[int], one: Law[int]) -> dict[Fraction | None, Fraction]:
    """The chances in world 0 and, where they are zero, in world 1, by the odds: all that laws tell of the world."""
    found: dict[Fraction | None, Fraction] = {}
    for answer in zero.support | one.support:
        p, q = zero[answer], one[answer]
        odds = q / p if p else None
        found[odds] = found.get(odds, ZERO) + (p or q)
    return found
