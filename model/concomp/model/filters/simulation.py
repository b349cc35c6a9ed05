"""An interactive mechanism from a pair of random variables.

Fix two worlds. All that an adversary of an interactive mechanism can tell about the world is told by its trade-off
functions; let f be the greatest trade-off function below all of them, in both orders of the worlds. Then there is a
non-interactive mechanism N that is f-DP, and a post-processing P of its output that answers all queries as the
mechanism does, in both worlds. Which P is a question of linear feasibility: the unknowns are the chances P_y(h) with
which P answers as in the history h if the output was y.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from concomp.model.filters.messages import READY
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.linear import Point, Row, System
from concomp.model.laws.trade_off import TradeOff, Vertex, lower_hull, trade_off
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.interactive import HALT, Message, State
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.mechanisms.postprocessing import LEFT, RIGHT, InteractivePostProcessing, Side
from concomp.model.mechanisms.privacy import Beliefs, Game, at_start, beliefs_after, mass, possible_answers, views
from concomp.model.registry.tags import realises

History = tuple[tuple[Message, Message], ...]
"""(query, answer) pairs."""
Pair = tuple[Law[int], Law[int]]
"""The laws of Y in the two worlds."""


def weakest_trade_off(game: Game, orders: Iterable[int] = (1, -1)) -> TradeOff:
    """The greatest trade-off function below those of all adversaries, for these orders of the worlds."""
    vertices: set[Vertex] = {(ZERO, ONE), (ONE, ZERO)}
    for plan in deterministic_strategies(game.queries, possible_answers(game), game.rounds):
        seen = views(game, plan)
        vertices.update(vertex for order in orders for vertex in trade_off(*seen[::order]).vertices)
    return lower_hull(vertices)


@realises("Haney23 Theorem 3.3", "Haney23 Theorem 1.25")
def simulation_system(game: Game, pair: Pair) -> System:
    """The system whose solutions are the post-processings P of Y with the law of the mechanism in both worlds.

    Unknowns are (y, history): the chance that P answers as in the history when asked as in it.
    """
    chances = history_chances(game)
    outputs = sorted(pair[0].support | pair[1].support)
    rows = [Row((((y, ()), ONE),), ONE) for y in outputs]
    for history in chances:
        if len(history) < game.rounds:
            for query in game.queries:
                following = [then for then in chances if _continues(then, history, query)]
                rows += [Row((*(((y, then), ONE) for then in following), ((y, history), -ONE)), ZERO) for y in outputs]
        for world, law in enumerate(pair):
            terms = tuple(((y, history), law[y]) for y in outputs)
            rows.append(Row(terms, chances[history][world]))
    return System(tuple((y, history) for y in outputs for history in chances), tuple(rows))


def _continues(history: History, before: History, query: Message) -> bool:
    """Whether a history is the one before with an answer to the query."""
    return bool(history) and history[:-1] == before and history[-1][0] == query


def history_chances(game: Game) -> dict[History, tuple[Fraction, Fraction]]:
    """The chances, in the two worlds, that the answers are those of a history when the queries are."""
    found: dict[History, tuple[Fraction, Fraction]] = {}

    def walk(history: History, beliefs: Beliefs) -> None:
        found[history] = (mass(beliefs[0]), mass(beliefs[1]))
        if len(history) < game.rounds:
            for query in game.queries:
                for reply, then in beliefs_after(game, beliefs, query).items():
                    walk((*history, (query, reply)), then)

    walk((), at_start(game))
    return found


def one_shot(pair: Pair, worlds: tuple[Any, Any]) -> NonInteractiveMechanism:
    """N: the output Y, whose law is that of the world."""
    return NonInteractiveMechanism(dict(zip(worlds, pair, strict=True)).__getitem__, worlds, "Y")


def simulator(point: Point) -> InteractivePostProcessing:
    """P, from a solution: it hears y from the right, answers READY, and then each query as P_y does.

    States: the output y with the history so far, none before it is heard.
    """
    weights: dict[tuple[Any, Any], Fraction] = {(key[0], key[1]): w for key, w in point.items()}  # type: ignore[index]

    def step(state: Any, origin: Side, message: Message) -> Law[tuple[State, Side, Message]]:
        if origin is RIGHT:
            return Law.point(((message, ()), LEFT, READY))
        if state == ():
            return Law.point((HALT, LEFT, HALT))
        y, history = state
        following = {
            then[-1][1]: weight
            for (of, then), weight in weights.items()
            if of == y and _continues(then, history, message)
        }
        total = sum(following.values(), ZERO)
        if total == 0:
            return Law.point((HALT, LEFT, HALT))
        answers = Law({reply: weight / total for reply, weight in following.items()})
        return answers.map(lambda reply: ((y, (*history, (message, reply))), LEFT, reply))

    return InteractivePostProcessing(step, ((),), "P")
