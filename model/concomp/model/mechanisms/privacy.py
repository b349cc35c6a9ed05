"""Privacy of interactive and continual mechanisms, in two independent ways.

By definition: the views of every adversary are compared; deterministic ones suffice, and they are enumerated.
By backward induction: what an adversary knows after a history is, for each world, how likely the history is
together with each hidden state (a belief); from there the best next query is found, and no strategy is ever
written down. The two share no code beyond the mechanism itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Generic, TypeVar

from concomp.model.laws.indistinguishability import PrivacyParameters, distance, hockey_stick
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.laws.profile import Profile, hinge, total, upper
from concomp.model.mechanisms.continual import verified, worlds
from concomp.model.mechanisms.interaction import (
    Tree,
    deterministic_adversary,
    deterministic_strategies,
    view,
)
from concomp.model.mechanisms.interactive import HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.verification import VerificationFunction
from concomp.model.registry.tags import realises

States = tuple[State, State]
V = TypeVar("V")


@dataclass(frozen=True)
class Game:
    """Two worlds to be told apart: a mechanism started in two states, what may be asked, and how often.

    queries: the messages an adversary may choose from; those that the mechanism refuses only end the game.
    answers: every answer that may come; needed where adversaries are enumerated.
    rounds: the largest number of queries.
    """

    mechanism: InteractiveMechanism
    states: States
    queries: tuple[Message, ...]
    rounds: int


def continual_game(
    function: VerificationFunction, mechanism: InteractiveMechanism, pairs: Iterable[Message], rounds: int
) -> Game:
    """The game V[f] ∘* I(b) ∘* M in which the adversary chooses among `pairs`."""
    game = verified(function, mechanism)
    return Game(game, worlds(game), tuple(pairs), rounds)


# By definition.


def possible_answers(game: Game) -> tuple[Message, ...]:
    """Every answer that some sequence of queries can bring, HALT left out."""
    reached: set[State] = set(game.states)
    answers: dict[Message, None] = {}
    frontier = set(game.states)
    for _ in range(game.rounds):
        outcomes = [
            outcome for state in frontier for query in game.queries for outcome in game.mechanism.respond(state, query)
        ]
        answers.update((answer, None) for _, answer in outcomes if answer is not HALT)
        frontier = {state for state, answer in outcomes if answer is not HALT} - reached
        reached |= frontier
    return tuple(answers)


def views(game: Game, tree: Tree) -> tuple[Law[tuple[object, ...]], Law[tuple[object, ...]]]:
    """The laws of the view of the adversary that follows `tree`, in the two worlds."""
    adversary = deterministic_adversary(tree)
    first, second = (view(adversary, game.mechanism, state, game.rounds) for state in game.states)
    return first, second


@realises("HSV26 Definition 2.13", "HSV26 Definition 3.7", "HSV26 Definition 1.1", "Haney23 Definition 1.7")
def is_private_by_definition(game: Game, privacy: PrivacyParameters) -> bool:
    """Whether the views of every deterministic adversary are (ε,δ)-indistinguishable; exponential, for small games."""
    return least_delta_by_definition(game, privacy.e_eps) <= privacy.delta


def least_delta_by_definition(game: Game, e_eps: Fraction) -> Fraction:
    """The least δ for every deterministic adversary at once, by listing them all."""
    strategies = deterministic_strategies(game.queries, possible_answers(game), game.rounds)
    return max(distance(*views(game, tree), e_eps) for tree in strategies)


# By backward induction.

Weights = frozenset[tuple[State, Fraction]]
Beliefs = tuple[Weights, Weights]


@dataclass(frozen=True)
class Valuation(Generic[V]):
    """How to value the end of a game, and to combine values: one recursion serves a single E and whole profiles.

    end: (probability of the history in world 0, in world 1) ↦ value of stopping there.
    """

    end: Callable[[Fraction, Fraction], V]
    add: Callable[[Iterable[V]], V]
    best: Callable[[V, V], V]
    scale: Callable[[V, Fraction], V]


def at(e_eps: Fraction) -> Valuation[Fraction]:
    """The hockey-stick of world 0 over world 1 at one E."""
    return Valuation(
        lambda p, q: max(ZERO, p - e_eps * q),
        lambda values: sum(values, ZERO),
        max,
        lambda value, by: value * by,
    )


PROFILES: Valuation[Profile] = Valuation(hinge, total, upper, Profile.scaled)


@realises("HSV26 Definition 2.13", "HSV26 Definition 3.7")
def value(game: Game, valuation: Valuation[V]) -> V:
    """The best an adversary can reach, by backward induction over beliefs, world 0 against world 1."""
    return _worth(game, valuation)(at_start(game), game.rounds)


def _worth(game: Game, valuation: Valuation[V]) -> Callable[[Beliefs, int], V]:
    """The value of having certain beliefs with so many rounds left; beliefs equal up to a factor share their work."""
    known: dict[tuple[Beliefs, int], V] = {}

    def worth(beliefs: Beliefs, rounds: int) -> V:
        unit, factor = _normalise(beliefs)
        if (unit, rounds) not in known:
            known[unit, rounds] = best(unit, rounds)
        return valuation.scale(known[unit, rounds], factor)

    def best(beliefs: Beliefs, rounds: int) -> V:
        stop = valuation.end(mass(beliefs[0]), mass(beliefs[1]))
        if rounds == 0 or not (beliefs[0] and beliefs[1]):
            return stop
        asked = (beliefs_after(game, beliefs, query) for query in game.queries)
        worths = (
            valuation.add(worth(after, _left(answer, rounds)) for answer, after in answers.items())
            for answers in asked
            if set(answers) != {HALT}
        )
        return reduce(valuation.best, worths, stop)

    return worth


def _left(answer: Message, rounds: int) -> int:
    """Rounds left after an answer: none after a halt."""
    return 0 if answer is HALT else rounds - 1


def at_start(game: Game) -> Beliefs:
    """The beliefs before the first query."""
    zero, one = game.states
    return frozenset({(zero, ONE)}), frozenset({(one, ONE)})


def mass(weights: Weights) -> Fraction:
    """The total weight."""
    return sum((weight for _, weight in weights), ZERO)


def _normalise(beliefs: Beliefs) -> tuple[Beliefs, Fraction]:
    """The beliefs scaled to total weight one, and the factor that brings them back."""
    factor = mass(beliefs[0]) + mass(beliefs[1])
    zero, one = (frozenset((state, weight / factor) for state, weight in weights) for weights in beliefs)
    return (zero, one), factor


def beliefs_after(game: Game, beliefs: Beliefs, query: Message) -> dict[Message, Beliefs]:
    """The beliefs after each answer that `query` can bring."""
    gathered: dict[Message, tuple[dict[State, Fraction], dict[State, Fraction]]] = {}
    for world, weights in enumerate(beliefs):
        for state, weight in weights:
            for (after, answer), chance in game.mechanism.respond(state, query).items():
                here = gathered.setdefault(answer, ({}, {}))[world]
                here[after] = here.get(after, ZERO) + weight * chance
    return {answer: (frozenset(zero.items()), frozenset(one.items())) for answer, (zero, one) in gathered.items()}


def least_delta(game: Game, e_eps: Fraction) -> Fraction:
    """The least δ with which the two worlds are (ε,δ)-indistinguishable for every adversary."""
    return max(value(game, at(e_eps)), value(exchange_worlds(game), at(e_eps)))


def profile(game: Game) -> Profile:
    """The least δ for every E ≥ 1."""
    return upper(value(game, PROFILES), value(exchange_worlds(game), PROFILES))


def is_private(game: Game, privacy: PrivacyParameters) -> bool:
    """Whether no adversary tells the two worlds apart beyond (ε,δ)."""
    return least_delta(game, privacy.e_eps) <= privacy.delta


def exchange_worlds(game: Game) -> Game:
    """The game with its two worlds exchanged."""
    return Game(game.mechanism, (game.states[1], game.states[0]), game.queries, game.rounds)


def attack(game: Game, e_eps: Fraction) -> Tree:
    """A deterministic strategy whose hockey-stick at e_eps, world 0 over world 1, is the game's value."""
    valuation = at(e_eps)
    worth = _worth(game, valuation)

    def grow(beliefs: Beliefs, rounds: int) -> Tree:
        here = worth(beliefs, rounds)
        if here == valuation.end(mass(beliefs[0]), mass(beliefs[1])):
            return None
        for query in game.queries:
            answers = beliefs_after(game, beliefs, query)
            if here == sum((worth(after, _left(answer, rounds)) for answer, after in answers.items()), ZERO):
                return query, tuple((answer, grow(after, _left(answer, rounds))) for answer, after in answers.items())
        raise AssertionError("no query attains the value of the game")

    return grow(at_start(game), game.rounds)


def replay(game: Game, tree: Tree, e_eps: Fraction) -> Fraction:
    """The hockey-stick at e_eps that the strategy reaches against the mechanism itself, world 0 over world 1."""
    return hockey_stick(*views(game, tree), e_eps)
