"""Compositions that are played by the audit engine: games side by side under the rules of the composition theorems.

What a rule remembers is a set of components wherever that is enough; then components of one kind, the same game with
the same label, can change places, and many copies cost little more than a few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from concomp.impl.audit.curves import Curve
from concomp.impl.audit.engine import Audit, Played
from concomp.impl.audit.setting import Setting, nothing, of_game, whether_identical
from concomp.model.composition.concurrent import ask_component
from concomp.model.composition.filtered import Filter
from concomp.model.laws.indistinguishability import PrivacyParameters
from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import ACKNOWLEDGED, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.interleaving import FREE, Interleaving, Rule
from concomp.model.mechanisms.privacy import Game
from concomp.model.mechanisms.verification import Pair
from concomp.obligations.families.compositions.adaptive_creation import NOTHING_TOUCHED, created_within
from concomp.obligations.families.compositions.components import CREATE, within_filter
from concomp.obligations.families.compositions.interleaving import within_slots

UNCREATED = ("uncreated in world 0", "uncreated in world 1")
L = TypeVar("L", bound=Hashable)


def curve_of(setting: Setting) -> Curve:
    """What an adversary reaches, for every E and both directions."""
    return Played(setting).curve


def own_delta(game: Game, e_eps: Fraction) -> Fraction:
    """The least δ of a game at e_eps."""
    return max(Audit(of_game(game)).deltas(e_eps))


def delta_at(curve: Curve, e_eps: Fraction) -> Fraction:
    """The δ at e_eps that a curve stands for, both directions."""
    return max(curve.forward(e_eps), curve.backward(e_eps))


def free(games: Sequence[Game]) -> Setting:
    """Games without a rule."""
    return _setting(games, [None] * len(games), FREE, nothing)


def sparse(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Setting:
    """The labels of the games with a differing pair have to fit the slots."""
    return _setting(games, labels, Rule(frozenset(), within_slots(labels, slots)), whether_identical)


def with_slots(games: Sequence[Game], labels: Sequence[Hashable], slots: Sequence[Hashable]) -> Setting:
    """The labels of the games with any pair have to fit the slots: the first message to a game creates it."""
    available = Counter(slots)
    return with_filter(games, labels, lambda spent: Counter(spent) <= available)


def with_filter(games: Sequence[Game], labels: Sequence[L], accepts: Callable[[Sequence[L]], bool]) -> Setting:
    """A filter, indifferent to the order, has to accept the labels of the games with any pair."""

    def charge(begun: frozenset[int], index: int, pair: Pair) -> frozenset[int] | None:
        extended = begun | {index}
        return extended if accepts([labels[each] for each in sorted(extended)]) else None

    return _setting(games, labels, Rule(frozenset(), charge), nothing)


def with_budget(
    games: Sequence[Game], labels: Sequence[PrivacyParameters], slots: Sequence[Fraction], budget: Fraction
) -> Setting:
    """The e^ε of the games with a differing pair have to fit the slots, and the δ of those with any pair the budget.

    Copies are not interchangeable here, for the rule remembers two sets.
    """
    rule = Rule(NOTHING_TOUCHED, created_within(labels, slots, budget))
    return _setting(games, range(len(games)), rule, whether_identical)


def with_launches(games: Sequence[Game], labels: Sequence[PrivacyParameters], accepts: Filter) -> Setting:
    """Any filter has to accept the sequence of the labels of the games created so far; creating one is a message."""
    rule: Rule = Rule((), within_filter(labels, accepts))
    waiting = {id(game): with_creation(game) for game in games}
    return _setting([waiting[id(game)] for game in games], labels, rule, lambda pair: pair == CREATE)


def with_creation(game: Game) -> Game:
    """The game with a first message more, CREATE, which is acknowledged."""

    def step(state: Any, query: Message) -> Law[Any]:
        if (query == CREATE) != (state in UNCREATED):
            return Law.point((HALT, HALT))
        if query == CREATE:
            return Law.point((game.states[UNCREATED.index(state)], ACKNOWLEDGED))
        return game.mechanism.respond(state, query)

    waiting = InteractiveMechanism(step, UNCREATED, (CREATE, *game.queries), repr(game.mechanism))
    return Game(waiting, UNCREATED, (CREATE, *game.queries), game.rounds + 1)


def _setting(games: Sequence[Game], labels: Sequence[Hashable], rule: Rule, tag: Callable[[Pair], Hashable]) -> Setting:
    """Queries are addressed as (pair, index of the game from 0)."""
    kinds = [(id(game), label) for game, label in zip(games, labels, strict=True)]
    rounds = sum(game.rounds for game in games)
    given = Interleaving(tuple(games), rule, rounds, lambda query, index: (query, index))
    return Setting(given, tuple(map(kinds.index, kinds)), tag)


def side_by_side(games: Sequence[Game]) -> Game:
    """Games without a rule as one mechanism that runs; queries are addressed as (query, index of the game from 0).

    A component that has halted answers CLOSED. That none is asked too often is left to who asks.
    """

    def step(states: Any, message: Any) -> Law[tuple[State, Message]]:
        query, index = message
        return ask_component(games[index].mechanism, states, index + 1, query)

    queries = tuple((query, index) for index, game in enumerate(games) for query in game.queries)
    starts = tuple(game.states[0] for game in games), tuple(game.states[1] for game in games)
    together = InteractiveMechanism(step, starts, queries, "games side by side")
    return Game(together, starts, queries, sum(game.rounds for game in games))
