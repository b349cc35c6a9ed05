"""Interactive mechanisms as post-processings of a pair of random variables."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import JsonValue

from concomp.model.filters.measures import F_DP
from concomp.model.filters.messages import READY, at_once
from concomp.model.filters.postprocessing import post_process_from_start
from concomp.model.filters.simulation import Pair, one_shot, simulation_system, simulator, weakest_trade_off
from concomp.model.laws.law import Law
from concomp.model.laws.linear import Point, System, refutes, solves
from concomp.model.laws.trade_off import TradeOff, canonical_pair
from concomp.model.mechanisms.equivalence import equivalent
from concomp.model.mechanisms.interactive import HALT, START, InteractiveMechanism
from concomp.model.mechanisms.privacy import Game
from concomp.model.numbers import rational_text
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.small.mechanisms import random_trees
from concomp.obligations.solvers.linear import Feasible, Infeasible, settle

FAMILY = random_trees(2, 2, 4, 6, seed=2023)
QUERIES = (0, 1)


@cache
def games() -> tuple[Game, ...]:
    return tuple(Game(m, (m.initial_states[0], m.initial_states[1]), QUERIES, 2) for m in FAMILY)


@cache
def pair_of(game: Game) -> Pair:
    """The canonical pair of the greatest trade-off function below all adversaries', in both orders of the worlds."""
    return canonical_pair(weakest_trade_off(game))


def more_private(function: TradeOff) -> TradeOff:
    """Halfway to perfect privacy."""
    return TradeOff(tuple((alpha, (beta + 1 - alpha) / 2) for alpha, beta in function.vertices))


def too_private(game: Game) -> System:
    """The system for a pair that is more private than the mechanism."""
    return simulation_system(game, canonical_pair(more_private(weakest_trade_off(game))))


def solution_of(game: Game) -> JsonValue:
    """A solution for the canonical pair, in the order of the unknowns; Violation if there is none."""
    system = simulation_system(game, pair_of(game))
    settled = settle(system)
    expect(isinstance(settled, Feasible), f"{game.mechanism} is no post-processing of its pair")
    assert isinstance(settled, Feasible)
    return [rational_text(settled.point[unknown]) for unknown in system.unknowns]


def point_of(game: Game, written: Any) -> Point:
    """The solution that is written."""
    unknowns = simulation_system(game, pair_of(game)).unknowns
    return dict(zip(unknowns, map(Fraction, written), strict=True))


def find() -> JsonValue:
    """A solution for each mechanism, and multipliers for a pair that is too private."""
    solutions: list[JsonValue] = [solution_of(game) for game in games()]
    impossible = settle(too_private(games()[0]))
    expect(isinstance(impossible, Infeasible), "a pair that is more private simulates the mechanism")
    assert isinstance(impossible, Infeasible)
    return {"solutions": solutions, "multipliers": [rational_text(y) for y in impossible.multipliers]}


@check_of_findings("Haney23 Theorem 1.25", "Haney23 Theorem 3.3", find=find)
def interactive_mechanisms_are_processed_pairs(findings: JsonValue) -> Outcome:
    """Each mechanism is a post-processing of a pair that is f-DP, for the greatest f below all of its adversaries'."""
    told: Any = findings
    lopsided = []
    expect(len(told["solutions"]) == len(games()), "a mechanism has no solution")
    for game, written in zip(games(), told["solutions"], strict=True):
        f, pair = weakest_trade_off(game), pair_of(game)
        expect(F_DP.close(*pair, f) and F_DP.close(*pair[::-1], f), f"the pair of {game.mechanism} is not f-DP")
        point = point_of(game, written)
        expect(
            solves(simulation_system(game, pair), point), f"the finding does not solve the system of {game.mechanism}"
        )
        expect(_simulates(game, pair, point), f"the simulator of {game.mechanism} has another law")
        one_way = weakest_trade_off(game, orders=(1,))
        of_one_way = canonical_pair(one_way)
        lopsided += [game] if not F_DP.close(*of_one_way[::-1], one_way) else []
    multipliers = [Fraction(text) for text in told["multipliers"]]
    expect(refutes(too_private(games()[0]), multipliers), "the multipliers exclude nothing")
    first_case(lopsided, "one direction of f is enough")
    witness = games()[0]
    values = len(pair_of(witness)[0].support | pair_of(witness)[1].support)
    return Outcome(
        verdict="exact",
        scope=f"{FAMILY.name}; f from all deterministic adversaries, in both orders of the worlds",
        size=len(games()),
        witness=f"{witness.mechanism} from {values} values of Y",
        control="a pair halfway to perfect privacy simulates the first of them not at all, by multipliers",
        notes=(
            f"f must be symmetrised first: of the pairs of f in one order of the worlds {len(lopsided)} of "
            f"{len(games())} are not f-DP in the other.",
        ),
    )


def _simulates(game: Game, pair: Pair, point: Point) -> bool:
    """Whether P ∘ N, started in either world, has the law of the mechanism, if that answers its start by READY."""
    noninteractive = one_shot(pair, game.states)
    machine = post_process_from_start(simulator(point), at_once(noninteractive))
    started = _with_start(game)
    return all(
        equivalent((machine, (state, ())), (started, (False, state)), (START, *QUERIES), game.rounds + 1)
        for state in game.states
    )


def _with_start(game: Game) -> InteractiveMechanism:
    """The mechanism, which answers START by READY, once and first."""

    def step(state: Any, message: Any) -> Law[Any]:
        running, inner = state
        if running == (message is START):
            return Law.point((HALT, HALT))
        if message is START:
            return Law.point(((True, inner), READY))
        return game.mechanism.respond(inner, message).map(lambda sent: ((True, sent[0]), sent[1]))

    return InteractiveMechanism(step, tuple((False, s) for s in game.states), (START, *QUERIES))
