"""f-differential privacy of mechanisms.

The adversary's coins are in its view, so that what adversaries reach together is the greatest convex function below the
trade-off functions of all deterministic ones. By definition these are listed. By backward induction the best
hockey-stick at all odds at once is found, a curve; the function is the one with this conjugate.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from concomp.model.laws.curve import Curve, highest, mixture
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.trade_off import TradeOff, greatest_below, inverse, of_curve, trade_off
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.noninteractive import Neighbours, NonInteractiveMechanism
from concomp.model.mechanisms.privacy import Game, Valuation, exchange_worlds, possible_answers, value, views
from concomp.model.registry.tags import realises


@realises("HSV26 Definition 14.3")
def is_f_private(mechanism: NonInteractiveMechanism, neighbours: Neighbours, function: TradeOff) -> bool:
    """Whether T(M(x_0), M(x_1)) ≥ f for every neighbouring pair of data sets."""
    return all(trade_off(mechanism.output(x0), mechanism.output(x1)) >= function for x0, x1 in neighbours)


@realises("HSV26 Definition 14.6")
def trade_off_by_definition(game: Game) -> TradeOff:
    """The greatest convex function below T(V⁰, V¹) of every deterministic adversary; for small games."""
    strategies = deterministic_strategies(game.queries, possible_answers(game), game.rounds)
    return greatest_below(trade_off(*views(game, tree)) for tree in strategies)


@realises("HSV26 Definition 14.6")
def game_trade_off(game: Game) -> TradeOff:
    """The largest f with which the game's mechanism is f-DP, world 0 against world 1, by backward induction."""
    return of_curve(value(exchange_worlds(game), CURVES))


def symmetric_trade_off(game: Game) -> TradeOff:
    """The largest symmetric f with which the game's mechanism is f-DP in both orders of the worlds."""
    function = game_trade_off(game)
    return greatest_below([function, inverse(function)])


def _hockey_sticks(p: Fraction, q: Fraction) -> Curve:
    """x ↦ max(0, p − x·q), of one history."""
    if q == 0:
        return Curve(p, ())
    return Curve(ZERO, ((p / q, q),) if p > 0 else ())


def _sum(curves: Iterable[Curve]) -> Curve:
    return mixture((ONE, ONE, curve) for curve in curves)


CURVES: Valuation[Curve] = Valuation(
    _hockey_sticks,
    _sum,
    highest,
    lambda curve, by: Curve(by * curve.floor, tuple((knee, by * weight) for knee, weight in curve.hinges)),
)
"""The best hockey-sticks at all odds x ≥ 0 at once."""
