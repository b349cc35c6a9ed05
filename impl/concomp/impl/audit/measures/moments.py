"""Exact Rényi moments of integer order, and the largest odds.

The moment Σ P^α Q^{1−α} of what the adversary sees multiplies along the history: that of a move is the sum over its
branches of p·(p/q)^{α−1} times the moment of what follows. Its logarithm divided by α − 1 is the Rényi divergence that
no adversary exceeds. At order ∞ the largest of the odds p/q stands in place of the sum.
"""

from __future__ import annotations

from flint import fmpq

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena, Branch
from concomp.impl.audit.measures.backwards import Backwards, Valuation
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
    never, nothing = _ends(order > 0)

    def move(branches: tuple[Branch, ...], later: dict[int, Moment]) -> Moment:
        total = ZERO
        for odds, weight, after in branches:
            follows = later[after]
            if odds == never or follows is None:
                return None
            if odds != nothing:
                total += arena.numbers.weights.values[weight] * arena.numbers.odds.values[odds] ** (1 - order) * follows
        return total

    valuation: Valuation[Moment] = Valuation(ONE, move, _larger, _steps)
    return Backwards(arena).value(valuation, allowance)


def odds_at_start(arena: Arena, suspected: int, allowance: Allowance) -> Moment:
    """The largest odds of the suspected world over the other that an adversary comes to; None if they are infinite."""
    never, nothing = _ends(suspected == 0)

    def move(branches: tuple[Branch, ...], later: dict[int, Moment]) -> Moment:
        largest = ZERO
        for odds, _, after in branches:
            follows = later[after]
            if odds == never or follows is None:
                return None
            if odds != nothing:
                ratio = arena.numbers.odds.values[odds]
                largest = max(largest, follows * ratio if suspected else follows / ratio)
        return largest

    valuation: Valuation[Moment] = Valuation(ONE, move, _larger, _steps)
    return Backwards(arena).value(valuation, allowance)


def _ends(first_suspected: bool) -> tuple[int, int]:
    """The odds of a branch that only the suspected world brings, and of one that only the other brings."""
    return (EXCLUDED, NEVER) if first_suspected else (NEVER, EXCLUDED)


def _larger(one: Moment, other: Moment) -> Moment:
    return None if one is None or other is None else max(one, other)


def _steps(moment: Moment) -> int:
    return 1 if moment is None else 1 + int(moment.q).bit_length() // WORD
