"""Rényi differential privacy of mechanisms.

What an adversary knows after a history are its weights in the two worlds. The moment of a strategy is a sum over
histories of their weights, p^α·q^{1−α}, so that the best next query is found from the last one backwards, as for
(ε,δ)-DP. It stands beside the definition, by which the views of all adversaries are compared. A loss ε is written as
e^{(α−1)ε}, the moment that it allows.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from flint import arb

from concomp.model.laws.divergences import Divergences, largest_odds, of_sum, share
from concomp.model.laws.law import ZERO
from concomp.model.laws.renyi import Moment, renyi_moment
from concomp.model.mechanisms.interaction import deterministic_strategies
from concomp.model.mechanisms.noninteractive import Neighbours, NonInteractiveMechanism
from concomp.model.mechanisms.privacy import Game, Valuation, exchange_worlds, possible_answers, value, views
from concomp.model.registry.tags import realises


def at_most(moment: Moment, allowed: Moment) -> bool:
    """Whether a moment is at most another one; None is infinite."""
    return allowed is None or (moment is not None and moment <= allowed)


@realises("HSV26 Definition 13.2")
def has_bounded_moments(
    mechanism: NonInteractiveMechanism, neighbours: Neighbours, order: int, allowed: Moment
) -> bool:
    """(α,ε)-RDP of a non-interactive mechanism: no moment of neighbours exceeds `allowed` = e^{(α−1)ε}, either way."""
    outputs = [(mechanism.output(x0), mechanism.output(x1)) for x0, x1 in neighbours]
    return all(
        at_most(renyi_moment(p, q, order), allowed) and at_most(renyi_moment(q, p, order), allowed) for p, q in outputs
    )


@realises("HSV26 Definition 13.2")
def has_bounded_odds(mechanism: NonInteractiveMechanism, neighbours: Neighbours, allowed: Moment) -> bool:
    """(∞,ε)-RDP of a non-interactive mechanism: no odds of neighbours exceed `allowed` = e^ε, either way."""
    outputs = [(mechanism.output(x0), mechanism.output(x1)) for x0, x1 in neighbours]
    return all(at_most(largest_odds(p, q), allowed) and at_most(largest_odds(q, p), allowed) for p, q in outputs)


# By definition.


@realises("HSV26 Definition 13.3", "Lyu22 Definition 3")
def moment_by_definition(game: Game, order: int) -> Moment:
    """The largest moment of the views of a deterministic adversary, world 0 over world 1; for small games."""
    strategies = deterministic_strategies(game.queries, possible_answers(game), game.rounds)
    return _largest(renyi_moment(*views(game, tree), order) for tree in strategies)


# By backward induction.


@realises("HSV26 Definition 13.3", "Lyu22 Definition 3")
def largest_moment(game: Game, order: int) -> Moment:
    """The largest moment of whole order that an adversary reaches, world 0 over world 1; None if it is infinite."""
    return value(game, _moments(order))


def loss(game: Game, order: int) -> Moment:
    """The least e^{(α−1)ε} with which the worlds are (α,ε)-Rényi close: the larger moment of the two directions."""
    return _largest((largest_moment(game, order), largest_moment(exchange_worlds(game), order)))


def largest_divergences(game: Game) -> Divergences:
    """The largest divergence of each order that an adversary reaches, world 0 over world 1."""
    return Divergences(lambda order: of_sum(value(game, _balls(order)), order), value(game, ODDS))


def _moments(order: int) -> Valuation[Moment]:
    def end(p: Fraction, q: Fraction) -> Moment:
        return ZERO if p == 0 else None if q == 0 else p * (p / q) ** (order - 1)

    return Valuation(end, _total, lambda first, second: _largest((first, second)), _scale)


def _balls(order: Fraction) -> Valuation[arb]:
    """Sums of shares; where one is infinite, no number is a ball's."""
    return Valuation(
        lambda p, q: share(order, p, q),
        lambda values: sum(values, arb(0)),
        lambda first, second: first.max(second),
        lambda worth, by: worth * by.numerator / by.denominator,
    )


ODDS: Valuation[Moment] = Valuation(
    lambda p, q: ZERO if p == 0 else None if q == 0 else p / q,
    lambda values: _largest(values),
    lambda first, second: _largest((first, second)),
    lambda worth, _: worth,
)
"""The largest odds of a history."""


def _total(moments: Iterable[Moment]) -> Moment:
    total = ZERO
    for moment in moments:
        if moment is None:
            return None
        total += moment
    return total


def _largest(moments: Iterable[Moment]) -> Moment:
    largest = ZERO
    for moment in moments:
        if moment is None:
            return None
        largest = max(largest, moment)
    return largest


def _scale(moment: Moment, by: Fraction) -> Moment:
    return None if moment is None else moment * by
