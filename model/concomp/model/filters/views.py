"""Privacy of mechanisms that are started by a message, against every adversary.

An adversary of such a mechanism is one that says START first, and never again. The laws of what it sees in the two
worlds must be close; deterministic adversaries suffice, and here they are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product as cartesian
from typing import Any, TypeVar

from concomp.model.filters.measures import PrivacyMeasure
from concomp.model.filters.messages import Loss
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interaction import Tree
from concomp.model.mechanisms.interactive import HALT, START, Message
from concomp.model.mechanisms.privacy import Beliefs, Game, at_start, beliefs_after, views
from concomp.model.registry.tags import realises

D = TypeVar("D")
Laws = tuple[Law[Any], Law[Any]]


def adversaries(game: Game) -> Iterator[Tree]:
    """Every deterministic adversary: START, and then at most `game.rounds` of the queries, by the answers so far."""
    for start in _plans(game, at_start(game), (START,), game.rounds + 1):
        if start is not None:
            yield start


def _plans(game: Game, beliefs: Beliefs, queries: tuple[Message, ...], rounds: int) -> Iterator[Tree]:
    yield None
    if rounds == 0:
        return
    for query in queries:
        answers = {reply: then for reply, then in beliefs_after(game, beliefs, query).items() if reply is not HALT}
        plans = [list(_plans(game, then, game.queries, rounds - 1)) for then in answers.values()]
        for chosen in cartesian(*plans):
            yield query, tuple(zip(answers, chosen, strict=True))


@realises("Haney23 Definition 2.2")
def is_private(game: Game, measure: PrivacyMeasure[D], loss: D) -> bool:
    """Whether the views of every deterministic adversary are d-close, either world before the other."""
    return all_close(game, lambda plan: views(_with_start(game), plan), measure, loss)


def all_close(game: Game, seen: Callable[[Tree], Laws], measure: PrivacyMeasure[D], loss: Loss) -> bool:
    """Whether what every deterministic adversary sees is d-close in both orders of the worlds.

    seen: adversary ↦ the laws of what it sees in the two worlds.
    """
    every = (seen(plan) for plan in adversaries(game))
    return all(measure.close(p, q, loss) and measure.close(q, p, loss) for p, q in every)


def _with_start(game: Game) -> Game:
    return Game(game.mechanism, game.states, game.queries, game.rounds + 1)
