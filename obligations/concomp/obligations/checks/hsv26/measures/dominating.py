"""f-private mechanisms as post-processings of a pair of laws: tables, and that no better pair does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.law import ZERO
from concomp.model.laws.linear import System, refutes, solves
from concomp.model.laws.trade_off import TradeOff, canonical_pair, lower_hull, trade_off
from concomp.model.mechanisms.measures.communication import communicates_within
from concomp.model.mechanisms.measures.trade_offs import game_trade_off, symmetric_trade_off
from concomp.model.mechanisms.privacy import Game
from concomp.model.numbers import exact
from concomp.model.reduction.dominating import simulation_from_pair
from concomp.model.reduction.laziness import likelihoods
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect
from concomp.obligations.families.small.mechanisms import random_trees

TREES = random_trees(2, 2, 4, 16, seed=145)


@cache
def _games() -> tuple[Game, ...]:
    """Those of which not everything can be told, nor nothing."""
    games = (Game(each, (each.initial_states[0], each.initial_states[1]), (0, 1), 2) for each in TREES)
    return tuple(game for game in games if len(game_trade_off(game).vertices) > 2)


def _systems(game: Game) -> Iterator[System]:
    """The pair of the mechanism's own function, of the symmetric one below it, and of one that is larger somewhere."""
    own = game_trade_off(game)
    chances = likelihoods(game)
    for function in (own, symmetric_trade_off(game), _larger(own)):
        yield simulation_from_pair(chances, canonical_pair(function))


def _larger(function: TradeOff) -> TradeOff:
    """The function without its sharpest corner."""
    corners = function.vertices
    drop = max(range(1, len(corners) - 1), key=lambda place: _depth(corners, place))
    return lower_hull(corner for place, corner in enumerate(corners) if place != drop)


def _depth(corners: Any, place: int) -> Any:
    """How far a corner is below the line through its neighbours."""
    (a, f), (b, g), (c, h) = corners[place - 1 : place + 2]
    return f + (h - f) * (b - a) / (c - a) - g


def _tables() -> JsonValue:
    from concomp.obligations.solvers.linear import Feasible, Infeasible, settle

    found: list[JsonValue] = []
    for game in _games():
        own, symmetric, larger = map(settle, _systems(game))
        assert isinstance(own, Feasible)
        assert isinstance(symmetric, Feasible)
        assert isinstance(larger, Infeasible)
        tables: list[JsonValue] = [
            [str(point[each]) for each in system.unknowns]
            for point, system in zip((own.point, symmetric.point), _systems(game), strict=False)
        ]
        found.append({"tables": tables, "multipliers": [str(each) for each in larger.multipliers]})
    return found


@check_of_findings("HSV26 Lemma 14.5", find=_tables)
def tables_make_the_mechanism_of_one_pair(findings: JsonValue) -> Outcome:
    """With its tables each mechanism is a post-processing of the pair of its f, both ways; of no better pair."""
    assert isinstance(findings, list)
    symmetric = 0
    for game, found in zip(_games(), findings, strict=True):
        assert isinstance(found, dict)
        _checked(game, found)
        function, both = game_trade_off(game), symmetric_trade_off(game)
        p, q = canonical_pair(both)
        expect(trade_off(p, q) == trade_off(q, p) == both, f"the pair of {both} is not {both}-DP in both orders")
        expect(function >= both, f"{game.mechanism} is not {both}-DP")
        expect(communicates_within(game.mechanism, 2), f"{game.mechanism} does not communicate finitely")
        symmetric += function == both
    return Outcome(
        verdict="exact",
        scope=f"{len(_games())} of {TREES.name}, those that tell something and not everything: N is the pair of the "
        "mechanism's own f, and of the largest symmetric f that both orders "
        "of the worlds satisfy",
        size=2 * len(_games()),
        witness=f"{_games()[0].mechanism} is a post-processing of the pair of {game_trade_off(_games()[0])}",
        control="of a pair whose function is larger in one corner none of them is a post-processing, as multipliers "
        f"show; {len(_games()) - symmetric} have another function in the other order",
        notes=(
            "The tables were found by a solver; that they are laws and reproduce both worlds is checked by additions "
            "and multiplications.",
        ),
    )


def _checked(game: Game, found: dict[str, Any]) -> None:
    """Expect the tables to solve the first two systems, and the multipliers to refute the third."""
    own, symmetric, larger = _systems(game)
    for system, table in zip((own, symmetric), found["tables"], strict=True):
        point = dict(zip(system.unknowns, map(exact, table), strict=True))
        expect(solves(system, point), f"the table of {game.mechanism} is not one of it")
        expect(any(value not in (ZERO, 1) for value in point.values()), "the table is trivial")
    multipliers = tuple(map(exact, found["multipliers"]))
    expect(refutes(larger, multipliers), f"{game.mechanism} may be a post-processing of a better pair")
