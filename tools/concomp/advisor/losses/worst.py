"""The worst choice of mechanisms, by losses in one measure."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from concomp.advisor.losses.gaussian import piecewise_linear
from concomp.advisor.losses.stated import Stated
from concomp.impl.accounting.guarantees import FDP, ZCDP, GaussianDP
from concomp.impl.accounting.measures.concentrated import TCDP
from concomp.impl.accounting.measures.renyi import RenyiLoss
from concomp.model.laws.balls import above, precision
from concomp.model.laws.trade_off import greatest_below

Counted = tuple[Stated, int | None]
"""A loss, and how many mechanisms have it; None for unboundedly many."""


def worst(losses: Sequence[Counted], at_most: int) -> list[tuple[Stated, int]]:
    """Losses that cover those of any so many mechanisms, each with how often it counts.

    They are all of them, if there are no more, else those of the largest mechanisms there are; of trade-off functions
    of which neither covers the other, the greatest convex one below all, each time.
    """
    known = [(loss, count) for loss, count in losses if count is not None]
    if len(known) == len(losses) and sum(count for _, count in known) <= at_most:
        return known
    losses = _of_one_kind(losses)
    functions = [loss for loss, _ in losses if isinstance(loss, FDP)]
    if functions and not _in_order(functions):
        return [(FDP.of(function=greatest_below([each.function for each in functions])), at_most)]
    chosen: list[tuple[Stated, int]] = []
    for loss, count in sorted(losses, key=lambda each: size(each[0]), reverse=True):
        taken = at_most if count is None else min(count, at_most)
        at_most -= taken
        chosen += [(loss, taken)] if taken else []
    return chosen


def _of_one_kind(losses: Sequence[Counted]) -> Sequence[Counted]:
    """Losses of which one can be larger: that of normal laws, beside other functions, as a function below it."""
    if len({type(loss) for loss, _ in losses}) == 1:
        return losses
    return [(_as_function(loss), count) for loss, count in losses]


def _as_function(loss: Stated) -> FDP:
    match loss:
        case FDP():
            return loss
        case GaussianDP():
            return piecewise_linear(loss.mu_squared)
    raise AssertionError(f"no trade-off function: {loss}")


def _in_order(functions: Sequence[FDP]) -> bool:
    """Whether of any two functions one is nowhere below the other."""
    pairs = ((one.function, other.function) for one in functions for other in functions)
    return all(one >= other or other >= one for one, other in pairs)


def size(loss: Stated) -> Fraction:
    """A number that is the larger the more is lost, among losses of one kind."""
    match loss:
        case RenyiLoss():
            with precision(256):
                return above(loss.log_moment(loss.order))
        case ZCDP() | TCDP():
            return loss.rho
        case GaussianDP():
            return loss.mu_squared
        case FDP():
            points = loss.function.vertices
            return -sum(((b + d) * (c - a) for (a, b), (c, d) in pairwise(points)), Fraction(0))
    raise AssertionError(f"no loss in a measure of its own: {loss}")
