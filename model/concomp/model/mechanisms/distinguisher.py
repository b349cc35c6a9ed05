"""Plans: deterministic strategies that say at the end whether they take the world for the first one.

A decision tree repeats itself wherever two histories call for the same from then on; a plan says once what repeats.
What it is worth is found without histories as well: in each world on its own the chances of where the plan stands and
of the hidden state are moved from answer to answer, by the mechanism itself and nothing of what found the plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import ONE, ZERO
from concomp.model.mechanisms.interactive import Message, State
from concomp.model.mechanisms.privacy import Game


@dataclass(frozen=True)
class Query:
    """A message to send, and for each answer the index in the plan of what follows; any other answer ends the plan."""

    message: Message
    following: tuple[tuple[Message, int], ...]


@dataclass(frozen=True)
class Verdict:
    """The end: whether to say that the world is the first one."""

    says: bool


Distinguisher = Sequence[Query | Verdict]
"""What to do, each before what it is followed by in decreasing order of index; the start is the last."""


def advantage(game: Game, plan: Distinguisher, e_eps: Fraction) -> Fraction:
    """What the plan gains at e_eps: no smaller δ is possible there. Raises ValueError as `chances` does."""
    zero, one = chances(game, plan)
    return zero - e_eps * one


def chances(game: Game, plan: Distinguisher) -> tuple[Fraction, Fraction]:
    """The chances that the plan speaks up in the two worlds.

    Raises ValueError if the plan sends what the game does not allow, or more often than it allows.
    """
    _admit(game, plan)
    zero, one = (_chance(game, state, plan) for state in game.states)
    return zero, one


def _admit(game: Game, plan: Distinguisher) -> None:
    longest: list[int] = []
    for step in plan:
        longest.append(_longest(step, longest))
        if isinstance(step, Query) and step.message not in game.queries:
            raise ValueError(f"the plan sends {step.message!r}: it is not a query of the game")
    if longest[-1] > game.rounds:
        raise ValueError(f"the plan sends {longest[-1]} queries in a row: the game has {game.rounds} rounds")


def _longest(step: Query | Verdict, longest: Sequence[int]) -> int:
    """The most queries in a row from a step on."""
    return 1 + max((longest[then] for _, then in step.following), default=0) if isinstance(step, Query) else 0


def _chance(game: Game, start: State, plan: Distinguisher) -> Fraction:
    """The chance that the plan speaks up in the world that begins in `start`."""
    standing: list[dict[State, Fraction]] = [{} for _ in plan]
    standing[-1] = {start: ONE}
    total = ZERO
    for index in reversed(range(len(plan))):
        step = plan[index]
        if isinstance(step, Verdict):
            total += sum(standing[index].values(), ZERO) if step.says else ZERO
            continue
        following = dict(step.following)
        for (after, answer), chance in _advance(game, standing[index], step.message).items():
            if answer in following:
                there = standing[following[answer]]
                there[after] = there.get(after, ZERO) + chance
    return total


def _advance(game: Game, weights: Mapping[State, Fraction], message: Message) -> dict[tuple[State, Message], Fraction]:
    found: dict[tuple[State, Message], Fraction] = {}
    for state, weight in weights.items():
        for outcome, chance in game.mechanism.respond(state, message).items():
            found[outcome] = found.get(outcome, ZERO) + weight * chance
    return found


def tree_size(plan: Distinguisher) -> int:
    """The number of queries that the plan has as a decision tree, where nothing is shared."""
    sizes: list[int] = []
    for step in plan:
        sizes.append(1 + sum(sizes[then] for _, then in step.following) if isinstance(step, Query) else 0)
    return sizes[-1]
