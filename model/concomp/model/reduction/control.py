"""Control functions: how much more likely one world can still be made, from a history on.

For a history h of queries and answers, L^b(h) is the most that an adversary who goes on from h can gain for world b, in
weight: Σ max(0, μ^b − e^ε·μ^{1−b}) over the histories that he lets it end in. Lower^b(h, q) is the same after the query
q. At the start it is the least δ of the mechanism, and along the histories it says how much of an exposure of weight δ
each must keep.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from concomp.model.laws.law import ZERO
from concomp.model.mechanisms.interactive import Message
from concomp.model.reduction.laziness import History, Likelihoods, extensions
from concomp.model.registry.tags import realises

WeightPair = tuple[Fraction, Fraction]
"""A value for either world."""


def until(chances: Likelihoods, horizon: int) -> Likelihoods:
    """The likelihoods of the histories of at most `horizon` answers."""
    return {history: weights for history, weights in chances.items() if len(history) <= horizon}


@realises("HSV26 Definition 10.2", "Lyu22 Claim 1")
def lower(chances: Likelihoods, e_eps: Fraction) -> dict[tuple[History, Message], WeightPair]:
    """Lower^b(h, q) for both worlds b: for every history h and query q that has answers there.

    chances: the likelihoods up to the horizon T. Sums L^b over the answers; see `control`.
    """
    reached = control(chances, e_eps)
    return {asked: _sum(reached, extended) for asked, extended in extensions(chances).items()}


@realises("HSV26 Definition 10.3", "Lyu22 Claim 1")
def control(chances: Likelihoods, e_eps: Fraction) -> dict[History, WeightPair]:
    """L^b(h) for both worlds b and every history: the largest Lower^b(h, q), at the end max(0, μ^b − e^ε·μ^{1−b})."""
    following: dict[History, list[list[History]]] = {}
    for (past, _), extended in extensions(chances).items():
        following.setdefault(past, []).append(extended)
    found: dict[History, WeightPair] = {}
    for history in sorted(chances, key=len, reverse=True):
        sums = [_sum(found, extended) for extended in following.get(history, [])]
        found[history] = (
            (max(zero for zero, _ in sums), max(one for _, one in sums)) if sums else _gain(chances[history], e_eps)
        )
    return found


def _gain(weights: WeightPair, e_eps: Fraction) -> WeightPair:
    zero, one = weights
    return max(ZERO, zero - e_eps * one), max(ZERO, one - e_eps * zero)


def _sum(values: Mapping[History, WeightPair], histories: list[History]) -> WeightPair:
    return sum((values[each][0] for each in histories), ZERO), sum((values[each][1] for each in histories), ZERO)
