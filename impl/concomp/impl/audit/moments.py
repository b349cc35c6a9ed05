"""Exact Rényi moments of integer order.

The moment Σ P^α Q^{1−α} of what the adversary sees multiplies along the history, so that one number a place is enough:
the largest of its moves, each the sum over branches of p·(p/q)^{α−1} times the moment of what follows. Its logarithm
divided by α − 1 is the Rényi divergence that no adversary exceeds.
"""

from __future__ import annotations

from flint import fmpq

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena, Branch
from concomp.impl.audit.induction import reachable
from concomp.impl.audit.rationals import ONE, ZERO
from concomp.model.mechanisms.positions import Allowance

WORD = 1 << 10
"""Bits of a moment that count as one step."""
Moment = fmpq | None
"""A moment, None if it is infinite."""


def moment_at_start(arena: Arena, order: int, allowance: Allowance) -> Moment:
    """The largest moment Σ P^order Q^(1−order) over adversaries, for an order of at least 2, or below 0 in reverse.

    With order = 1 − α the worlds change places: Σ Q^α P^{1−α}. None if it is infinite.
    """
    layers = reachable(arena)
    later: dict[int, Moment] = dict.fromkeys(layers.pop(), ONE)
    while layers:
        later = {place: _best(arena, place, order, later, allowance) for place in layers.pop()}
    return later[arena.start]


def _best(arena: Arena, place: int, order: int, later: dict[int, Moment], allowance: Allowance) -> Moment:
    best = ONE
    for branches in arena.options(place):
        allowance.spend(len(branches) * (1 + int(best.q).bit_length() // WORD))
        worth = _worth(arena, branches, order, later)
        if worth is None:
            return None
        best = max(best, worth)
    return best


def _worth(arena: Arena, branches: tuple[Branch, ...], order: int, later: dict[int, Moment]) -> Moment:
    """The moment of a move."""
    total = ZERO
    for odds, weight, after in branches:
        follows = later[after]
        if odds == (EXCLUDED if order > 0 else NEVER) or follows is None:
            return None
        if odds not in (EXCLUDED, NEVER):
            total += arena.numbers.weights.values[weight] * arena.numbers.odds.values[odds] ** (1 - order) * follows
    return total
