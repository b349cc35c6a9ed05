"""Deterministic adversaries suffice: randomised ones, of two kinds, gain nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from concomp.model.laws.indistinguishability import distance, hockey_stick
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interaction import Tree, deterministic_strategies, interaction, mixed_adversary, view
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, START, InteractiveMechanism, Message, State
from concomp.model.mechanisms.privacy import Game, continual_game, least_delta_by_definition, views
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.continual import random_continual_trees
from concomp.obligations.families.small.functions import named_functions
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS, random_machines, random_trees

LawPair = tuple[Law[Any], Law[Any]]
PAIRS = ((0, 0), (0, 1))
ROUNDS = 2


@cache
def _strategies(queries: tuple[Message, ...]) -> tuple[Tree, ...]:
    return tuple(deterministic_strategies(queries, BITS, ROUNDS))


def _mixtures(queries: tuple[Message, ...], seed: int) -> list[Law[Tree]]:
    """Six random laws on three deterministic strategies each."""
    random = Random(seed)
    chances = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    return [Law(dict(zip(random.sample(_strategies(queries), 3), chances, strict=True))) for _ in range(6)]


def _tossing(queries: tuple[Message, ...], seed: int) -> InteractiveMechanism:
    """An adversary that tosses a fresh coin at each message: a random law on the queries and a halt, by its answers."""
    random = Random(seed)
    histories = [history for length in range(ROUNDS) for history in product(BITS, repeat=length)]
    choices = {
        history: Law.gather((random.choice((*queries, HALT)), Fraction(1, 3)) for _ in range(3))
        for history in histories
    }

    def step(state: Any, heard: Message) -> Law[tuple[State, Message]]:
        answers = () if state is START else (*state, heard)
        return choices.get(answers, Law.point(HALT)).map(lambda query: (answers, query))

    return InteractiveMechanism(step, (START,), EVERYTHING, "adversary that tosses coins")


def _transcripts(adversary: InteractiveMechanism, game: Game) -> LawPair:
    zero, one = (interaction((adversary, START), (game.mechanism, state), 2 * game.rounds) for state in game.states)
    return zero, one


def _gains(games: Sequence[Game]) -> tuple[int, Any, Any]:
    """Expect that no randomised adversary exceeds the best; cases, a mixture in between, one above a single query."""
    size, between, longer = 0, [], []
    for number, (game, e_eps) in enumerate(product(games, ODDS[::2])):
        best = least_delta_by_definition(game, e_eps)
        short = least_delta_by_definition(replace(game, rounds=1), e_eps)
        for mixture in _mixtures(game.queries, number):
            adversary = mixed_adversary(mixture)
            zero, one = (view(adversary, game.mechanism, state, game.rounds) for state in game.states)
            each = {tree: hockey_stick(*views(game, tree), e_eps) for tree in mixture}
            reached = hockey_stick(zero, one, e_eps)
            expect(
                reached == sum((mixture[tree] * value for tree, value in each.items()), ZERO),
                f"{game.mechanism} at {e_eps}: the coins and the transcript are not a mixture",
            )
            expect(distance(zero, one, e_eps) <= best, f"{game.mechanism} at {e_eps}: a mixture exceeds {best}")
            between += [(game, e_eps, reached)] if min(each.values()) < reached < max(each.values()) else []
            longer += [(game, e_eps)] if distance(zero, one, e_eps) > short else []
            size += 1
        tossed = distance(*_transcripts(_tossing(game.queries, number), game), e_eps)
        expect(tossed <= best, f"{game.mechanism} at {e_eps}: tossing coins on the way reaches {tossed} > {best}")
        size += 1
    return (
        size,
        first_case(between, "no mixture lies between its strategies"),
        first_case(longer, "a view without its coins always tells as much"),
    )


def _outcome(games: Sequence[Game], scope: str) -> Outcome:
    size, between, longer = _gains(games)
    return Outcome(
        verdict="exact",
        scope=f"{scope}; six mixtures of three strategies and one adversary that tosses coins on its way, for each; "
        "e^ε in 1, 3",
        size=size,
        witness=f"a mixture reaches {between[2]} at e^ε = {between[1]} against {between[0].mechanism}, between its "
        "strategies",
        control="deterministic adversaries of one query are exceeded by a mixture, against "
        f"{longer[0].mechanism} at e^ε = {longer[1]}",
    )


def _started(mechanisms: Iterable[InteractiveMechanism]) -> list[Game]:
    return [Game(m, (m.initial_states[0], m.initial_states[1]), BITS, ROUNDS) for m in mechanisms]


@check("HSV26 Lemma 11.1")
def mixing_strategies_mixes_what_they_reach() -> Outcome:
    """A mixture, its coins in the view, reaches the mean of its strategies; coins on the way do not exceed the best."""
    families = (random_trees(2, 2, 4, 12, seed=111), random_machines(2, 3, 12, seed=111))
    return _outcome(_started(m for family in families for m in family), " and ".join(f.name for f in families))


@check("HSV26 Corollary 11.2")
def mixing_strategies_gains_nothing_against_continual_mechanisms() -> Outcome:
    """The same against V[f] ∘* I(b) ∘* M, for several verification functions."""
    mechanisms = tuple(random_continual_trees(2, 4, 5, seed=112))
    games = [continual_game(f, m, PAIRS, ROUNDS) for m in mechanisms for f in named_functions()]
    return _outcome(games, f"5 random two-round continual mechanisms with {named_functions().name}")
