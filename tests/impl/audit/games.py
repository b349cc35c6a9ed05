"""Generated games for the engine: walks without choices, and components side by side, some the same object."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

from hypothesis import strategies as st

from concomp.model.files import game, read
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism
from concomp.model.mechanisms.interleaving import FREE, Interleaving
from concomp.model.mechanisms.privacy import Game
from tests.model.files.documents import continual_mechanisms, mechanisms


def of_data(data: dict[str, Any]) -> Game:
    """The game of a file."""
    return game(read(json.dumps(data).encode()))


@st.composite
def counters(draw: st.DrawFn, rounds: int = 5, gone: Any = (HALT, HALT)) -> Game:
    """One query, public states, losses on a lattice of rank one or two, outcomes of one world only.

    gone: (state, answer) of an outcome that both worlds have alike.
    """
    size = draw(st.integers(1, 3))
    rates = [draw(st.sampled_from([F(2), F(4), F(1, 2), F(3), F(1)])) for _ in range(size)]
    leaks = [draw(st.sampled_from([F(0), F(0), F(1, 4)])) for _ in range(size)]
    jumps = [draw(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))) for _ in range(size)]

    def step(state: Any, _: Any) -> Law[Any]:
        bit, place = state
        shown, leak = rates[place] / (1 + rates[place]), leaks[place]
        return Law.gather(
            [
                (((bit, jumps[place][0]), (bit, 0)), (1 - leak) * shown),
                (((bit, jumps[place][1]), (1 - bit, 0)), (1 - leak) * (1 - shown)),
                (((bit, place), (bit, "open")), leak / 2),
                (gone, leak / 2),
            ]
        )

    mechanism = InteractiveMechanism(step, ((0, 0), (1, 0)), ("ask",))
    return Game(mechanism, ((0, 0), (1, 0)), ("ask",), draw(st.integers(1, rounds)))


@st.composite
def interleavings(draw: st.DrawFn, choices: int = 1) -> Interleaving:
    """Walks, maybe one twice, beside mechanisms with choices and hidden states, in any order; maybe cut short."""
    # As one game the whole would halt where one component does.
    walks = draw(st.lists(counters(2, ((0, 0), "gone")), min_size=1, max_size=2))
    with_choices = draw(st.lists((mechanisms(2) | continual_mechanisms(2)).map(of_data), max_size=choices))
    repeated = walks[:1] if draw(st.booleans()) else []
    games = draw(st.permutations([*walks, *repeated, *with_choices]))
    total = sum(game.rounds for game in games)
    return side_by_side(games, draw(st.sampled_from([total, total, max(1, total - 1)])))


def side_by_side(games: Sequence[Game], rounds: int) -> Interleaving:
    """Games without a rule."""
    return Interleaving(tuple(games), FREE, rounds, lambda query, index: (index, query))


def played(given: Interleaving) -> Game:
    """The interleaving of games as one game."""

    def step(state: Any, query: Any) -> Law[Any]:
        index, asked = query
        law = given.components[index].mechanism.respond(state[index][0], asked)
        left = state[index][1]
        if not left:
            return Law.point((HALT, HALT))
        return law.map(
            lambda outcome: (
                HALT if outcome[1] is HALT else (*state[:index], (outcome[0], left - 1), *state[index + 1 :]),
                outcome[1],
            )
        )

    worlds = [tuple((game.states[world], game.rounds) for game in given.components) for world in (0, 1)]
    queries = tuple((index, query) for index, game in enumerate(given.components) for query in game.queries)
    return Game(
        InteractiveMechanism(step, (worlds[0], worlds[1]), queries), (worlds[0], worlds[1]), queries, given.rounds
    )
