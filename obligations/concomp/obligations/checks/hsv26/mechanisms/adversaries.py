"""Adversaries, and the privacy of interactive mechanisms against them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from concomp.model.laws.indistinguishability import distance, hockey_stick
from concomp.model.laws.law import ZERO, Law
from concomp.model.mechanisms.interaction import (
    Adversary,
    Tree,
    deterministic_strategies,
    strategy_count,
    view,
)
from concomp.model.mechanisms.interactive import Message
from concomp.model.mechanisms.privacy import (
    Game,
    least_delta,
    least_delta_by_definition,
    views,
)
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.runs import follow, law_of, runs, script
from concomp.obligations.families.family import Family
from concomp.obligations.families.small.laws import ODDS
from concomp.obligations.families.small.mechanisms import BITS, machines, random_machines, random_trees, trees

STOP = None
SIZES = ((1, 1, 3), (1, 2, 1), (1, 2, 2), (2, 1, 3), (2, 2, 2), (3, 2, 2), (1, 3, 2), (1, 2, 3), (2, 3, 2))
"""Numbers of queries, answers and rounds."""


def _tables(queries: int, answers: int, rounds: int) -> Iterable[dict[tuple[int, ...], int | None]]:
    """Every map from histories of answers to a query or STOP, those of unreachable histories included."""
    histories = [history for length in range(rounds) for history in product(range(answers), repeat=length)]
    for choice in product((STOP, *range(queries)), repeat=len(histories)):
        yield dict(zip(histories, choice, strict=True))


def _as_tree(table: dict[tuple[int, ...], int | None], answers: int, history: tuple[int, ...] = ()) -> Tree:
    """What a map does on the histories that it can reach."""
    query = table.get(history)
    if query is None:
        return None
    return query, tuple((answer, _as_tree(table, answers, (*history, answer))) for answer in range(answers))


@check("HSV26 Definition 2.12")
def deterministic_adversaries_are_maps_from_answers_to_queries() -> Outcome:
    """The strategies listed, and counted, are the distinct behaviours of all maps from answers to a query or a stop."""
    never_stopping = []
    total = 0
    for queries, answers, rounds in SIZES:
        listed = list(deterministic_strategies(range(queries), range(answers), rounds))
        behaviours = {_as_tree(table, answers) for table in _tables(queries, answers, rounds)}
        expect(len(set(listed)) == len(listed), f"a strategy is listed twice for {queries}, {answers}, {rounds}")
        expect(set(listed) == behaviours, f"strategies and maps differ for {queries}, {answers}, {rounds}")
        expect(
            len(listed) == strategy_count(queries, answers, rounds),
            f"{len(listed)} strategies for {queries} queries, {answers} answers, {rounds} rounds: the count differs",
        )
        nodes = sum(answers**length for length in range(rounds))
        never_stopping += [(queries, answers, rounds)] if queries**nodes != len(listed) else []
        total += len(listed)
    control = first_case(never_stopping, "adversaries that never stop are as many")
    return Outcome(
        verdict="exact",
        scope=f"(queries, answers, rounds) in {', '.join(map(str, SIZES))}",
        size=total,
        witness=f"{strategy_count(2, 3, 2)} strategies for 2 queries, 3 answers, 2 rounds",
        control=f"counting only those that never stop is wrong for (queries, answers, rounds) = {control}",
    )


@check("HSV26 Definition 2.13")
def the_best_adversary_by_enumeration_and_by_induction() -> Outcome:
    """The least δ over all deterministic adversaries is that of backward induction, and mixing two gains nothing."""
    one_query = (trees(2, 2), machines(2))
    two_queries = (random_trees(2, 2, 4, 30, seed=213), random_machines(2, 3, 30, seed=214))
    games = [Game(m, _both(m.initial_states), (0,), 2) for family in one_query for m in family]
    adaptive = [Game(m, _both(m.initial_states), BITS, 2) for family in two_queries for m in family]
    cases = [*product(games, ODDS[1:2]), *product(adaptive, ODDS[::2])]
    one_way = []
    between = []
    for game, e_eps in cases:
        delta = least_delta_by_definition(game, e_eps)
        expect(delta == least_delta(game, e_eps), f"{game.mechanism} at {e_eps}: enumeration and induction disagree")
        one_way += [(game, e_eps)] if _one_direction(game, e_eps) < delta else []
        between += [(game, e_eps, delta)] if 0 < delta < 1 and e_eps > 1 else []
    for game in adaptive[::6]:
        _mixing_gains_nothing(game)
    witness = first_case((case for case in between if case[0] in adaptive), "no random mechanism has 0 < δ < 1")
    control = first_case(one_way, "one direction always decides")
    scripted = first_case(
        (game for game in adaptive if _least_delta_of_scripts(game) < least_delta(game, ODDS[0])),
        "queries fixed in advance are always as good",
    )
    return Outcome(
        verdict="exact",
        scope=f"{_names(one_query)}, at e^ε = 3/2; {_names(two_queries)}, at e^ε in 1, 3; two rounds",
        size=len(cases),
        witness=f"{witness[0].mechanism} needs δ = {witness[2]} at e^ε = {witness[1]}",
        control=f"world 0 against world 1 alone gives less for {control[0].mechanism} at e^ε = {control[1]}; queries "
        f"fixed in advance give less for {scripted.mechanism}",
    )


def _names(families: Iterable[Family[Any]]) -> str:
    return " and ".join(family.name for family in families)


def _both(states: Sequence[Any]) -> tuple[Any, Any]:
    zero, one = states
    return zero, one


def _one_direction(game: Game, e_eps: Fraction) -> Fraction:
    """The largest hockey-stick of world 0 over world 1 alone, over the deterministic adversaries."""
    strategies = deterministic_strategies(game.queries, BITS, game.rounds)
    return max(hockey_stick(*views(game, tree), e_eps) for tree in strategies)


def _mixing_gains_nothing(game: Game) -> None:
    """Expect that a coin toss between two deterministic adversaries is no better than the better of them."""
    strategies = list(deterministic_strategies(game.queries, BITS, game.rounds))[::4]
    alone = {tree: distance(*views(game, tree), ODDS[0]) for tree in strategies}
    for choice in product(strategies, repeat=2):
        mixed = Adversary(Law.coin(Fraction(1, 3), 0, 1), _strategy_of(choice))
        reached = distance(*_views_of(game, mixed), ODDS[0])
        expect(reached <= max(alone[tree] for tree in choice), f"{game.mechanism}: mixing {choice} gains")


def _strategy_of(choice: Sequence[Tree]) -> Any:
    return lambda coin, answers: follow(choice[coin])(answers)


def _views_of(game: Game, adversary: Adversary) -> tuple[Law[tuple[Message, ...]], Law[tuple[Message, ...]]]:
    zero, one = (view(adversary, game.mechanism, state, game.rounds) for state in game.states)
    return zero, one


def _least_delta_of_scripts(game: Game) -> Fraction:
    """The least δ against adversaries that fix all queries in advance, at e^ε = 1."""
    laws = (
        [law_of(runs(game.mechanism, state, script(queries), game.rounds)) for state in game.states]
        for queries in product(game.queries, repeat=game.rounds)
    )
    return max((distance(zero, one, ODDS[0]) for zero, one in laws), default=ZERO)
