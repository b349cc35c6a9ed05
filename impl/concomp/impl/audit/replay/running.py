"""A planner run against the mechanism: what it does is asked for where play comes to, and followed layer by layer.

In each world on its own the chances of where play stands and of the hidden state are moved from answer to answer by
the mechanism itself, so that no more is kept than the situations after so many queries, and no plan is written down.
"""

from __future__ import annotations

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO, inside
from concomp.impl.audit.rounds import tell
from concomp.impl.audit.strategy import Planner, Situation
from concomp.model.mechanisms.distinguisher import Verdict
from concomp.model.mechanisms.interactive import Message, State
from concomp.model.mechanisms.privacy import Game

Chances = tuple[fmpq, fmpq]
"""The chances to speak up in world 0 and in world 1."""
Weights = dict[State, fmpq]


def run(game: Game, planner: Planner, x: fmpq) -> Chances:
    """The chances with which a planner speaks up, judged at x; ValueError if it sends what the game does not allow."""
    return _Run(game, planner).chances(planner.start(x))


class _Run:
    def __init__(self, game: Game, planner: Planner) -> None:
        self._game = game
        self._planner = planner
        self._queries = frozenset(game.queries)
        self._laws: dict[tuple[State, Message], list[tuple[tuple[State, Message], fmpq]]] = {}
        self._spoken = [ZERO, ZERO]

    def chances(self, start: Situation) -> Chances:
        layer: dict[Situation, tuple[Weights, Weights]] = {}
        self._arrive(layer, start, 0, self._game.states[0], ONE)
        self._arrive(layer, start, 1, self._game.states[1], ONE)
        for done in range(1, self._game.rounds + 1):
            after: dict[Situation, tuple[Weights, Weights]] = {}
            for situation, worlds in layer.items():
                self._move(situation, worlds, after)
            layer = after
            tell(done, self._game.rounds)
        for situation, worlds in layer.items():
            self._end(self._planner.decide(*situation), worlds)
        zero, one = self._spoken
        return zero, one

    def _move(
        self, situation: Situation, worlds: tuple[Weights, Weights], after: dict[Situation, tuple[Weights, Weights]]
    ) -> None:
        decision = self._planner.decide(*situation)
        if isinstance(decision, Verdict):
            self._end(decision, worlds)
            return
        message, following = decision
        if message not in self._queries:
            raise ValueError(f"the planner sends {message!r}: it is not a query of the game")
        follows = dict(following)
        for world, weights in enumerate(worlds):
            for state, weight in weights.items():
                for (then, answer), chance in self._law(state, message):
                    if answer in follows:
                        self._arrive(after, follows[answer], world, then, weight * chance)

    def _arrive(
        self,
        layer: dict[Situation, tuple[Weights, Weights]],
        where: Verdict | Situation,
        world: int,
        state: State,
        weight: fmpq,
    ) -> None:
        if isinstance(where, Verdict):
            self._spoken[world] += weight if where.says else ZERO
            return
        here = layer.setdefault(where, ({}, {}))[world]
        here[state] = here[state] + weight if state in here else weight

    def _end(self, decision: object, worlds: tuple[Weights, Weights]) -> None:
        """Speak up or not; ValueError if something is still to be asked."""
        if not isinstance(decision, Verdict):
            raise ValueError(f"the planner sends more queries than the game has rounds, {self._game.rounds}")
        if decision.says:
            for world, weights in enumerate(worlds):
                self._spoken[world] += sum(weights.values(), ZERO)

    def _law(self, state: State, message: Message) -> list[tuple[tuple[State, Message], fmpq]]:
        found = self._laws.get((state, message))
        if found is None:
            law = self._game.mechanism.respond(state, message)
            found = self._laws[state, message] = [(outcome, inside(chance)) for outcome, chance in law.items()]
        return found
