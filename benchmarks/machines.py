"""Mechanisms of any size, for measuring how cost grows."""

from __future__ import annotations

from fractions import Fraction

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.model.mechanisms.privacy import Game

BIASES = (Fraction(2, 3), Fraction(1, 3), Fraction(1, 3))


def ring(states: int, queries: int, rounds: int) -> Game:
    """A walk on a ring that shows its steps; which way it prefers depends on where it is and on the query.

    The worlds start next to each other. All losses are multiples of ln 2.
    """

    def step(state: State, query: Message) -> Law[tuple[State, Message]]:
        place = int(str(state))
        up = BIASES[(place * (1 + int(str(query))) + int(str(query))) % 3]
        return Law({((place + 1) % states, 1): up, ((place - 1) % states, 0): 1 - up})

    return Game(
        InteractiveMechanism(step, tuple(range(states)), tuple(range(queries))), (0, 1), tuple(range(queries)), rounds
    )


def at_least(ratio: Fraction, gap: int) -> Fraction:
    """The chance that two-sided geometric noise is at least so large."""
    return ratio**gap / (1 + ratio) if gap >= 0 else 1 - ratio ** (1 - gap) / (1 + ratio)


def clamped(ratio: Fraction, reach: int, centre: int = 0) -> dict[int, Fraction]:
    """Two-sided geometric noise around a centre, what is beyond −reach and reach moved there."""
    steps = range(-reach, reach + 1)
    tails = [Fraction(1), *(at_least(ratio, k - centre) for k in steps[1:]), Fraction(0)]
    return {k: tails[index] - tails[index + 1] for index, k in enumerate(steps)}


def sparse_vector(queries: int, reach: int) -> Game:
    """A sparse vector that ends with the first answer above: a hidden noisy threshold, fresh noise for each query.

    A query is the pair of its values in the two worlds; the threshold is one of 2·reach + 1 numbers.
    """
    ratio, values = Fraction(2, 3), ((0, 1), (1, 0), (0, 0), (1, 1))

    def step(state: State, query: Message) -> Law[tuple[State, Message]]:
        world, threshold = state  # type: ignore[misc]
        thresholds = clamped(ratio, reach).items() if threshold is None else [(threshold, Fraction(1))]
        outcomes: list[tuple[tuple[State, Message], Fraction]] = []
        for hidden, chance in thresholds:
            above = at_least(ratio, hidden - query[world])  # type: ignore[index]
            outcomes += [((HALT, HALT), chance * above), (((world, hidden), "below"), chance * (1 - above))]
        return Law.gather(outcomes)

    worlds = (0, None), (1, None)
    return Game(InteractiveMechanism(step, worlds, values), worlds, values, queries)


def laplace_release() -> Game:
    """A discrete Laplace release of 0 or of 1, clamped to −16 and 16."""
    laws = [clamped(Fraction(10, 11), 16, world) for world in (0, 1)]

    def step(state: State, query: Message) -> Law[tuple[State, Message]]:
        return Law({(state, shown): chance for shown, chance in laws[int(str(state))].items()})

    return Game(InteractiveMechanism(step, (0, 1), ("draw",)), (0, 1), ("draw",), 1)


def beside_releases(game: Game, count: int) -> Interleaving:
    """A game beside so many Laplace releases, in any order."""
    rounds = game.rounds + count
    return Interleaving((game, *(laplace_release(),) * count), FREE, rounds, lambda query, index: (index, query))
