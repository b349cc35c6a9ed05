"""The largest Rényi divergences of every real order from 1 on, by balls.

Between whole orders moments are irrational; at 1 the divergence is that of Kullback and Leibler, which adds up along
the history as moments multiply. Of arenas that nothing ties together divergences add up, as HSV26 Corollary 13.4 says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from flint import arb, fmpq

from concomp.impl.audit.arena import EXCLUDED, NEVER, Arena, Branch
from concomp.impl.audit.measures.backwards import Backwards, Valuation
from concomp.impl.audit.measures.moments import odds_at_start
from concomp.impl.audit.rationals import outside
from concomp.impl.audit.sides import Between
from concomp.model.laws.balls import Undecided, above, ball, below, precision
from concomp.model.laws.divergences import Divergences
from concomp.model.mechanisms.positions import Allowance

BITS = (192, 512, 2048, 8192)
"""The precisions of balls, tried one after the other."""
ACCURATE = 128
"""The bits of a divergence that are known, relative to it."""


def largest_divergences(arenas: Sequence[Arena], suspected: int, allowance: Allowance) -> Divergences:
    """The largest divergences of the suspected world from the other, over all adversaries against the arenas together.

    Raises TooLarge, then or when an order is asked for, if it takes more than is allowed.
    """
    times = {id(arena): sum(arena is other for other in arenas) for arena in arenas}
    parts = [_Part(arena, suspected, allowance) for arena in {id(arena): arena for arena in arenas}.values()]
    odds = {id(part.arena): odds_at_start(part.arena, suspected, allowance) for part in parts}
    finite = [outside(found) ** times[each] for each, found in odds.items() if found is not None]
    largest = prod(finite, start=Fraction(1)) if len(finite) == len(odds) else None
    known: dict[Fraction, arb] = {}

    def at(order: Fraction) -> arb:
        if order not in known:
            known[order] = _accurately(parts, [times[id(part.arena)] for part in parts], order)
        return known[order]

    return Divergences(at if largest != 1 else lambda order: arb(0), largest)


def moment_between(curve: Divergences, order: Fraction) -> Between:
    """The largest moment of an order above 1, between two rationals; divergences are finite."""
    with precision(BITS[0]):
        moment = (ball(order - 1) * curve.at(order)).exp()
        return max(Fraction(1), below(moment)), above(moment)


def divergence_between(curve: Divergences, order: Fraction) -> Between:
    """The largest divergence of an order, between two rationals; divergences are finite."""
    with precision(BITS[0]):
        found = curve.at(order)
        return max(Fraction(0), below(found)), above(found)


def _accurately(parts: Sequence[_Part], times: Sequence[int], order: Fraction) -> arb:
    """The sum of the parts' divergences, by balls of as many bits as it takes; Undecided if none are enough."""
    for bits in BITS:
        with precision(bits):
            total = sum((many * part.at(order) for part, many in zip(parts, times, strict=True)), arb(0))
            if total.is_finite() and total.rel_accuracy_bits() >= ACCURATE:
                return total
    raise Undecided(f"the divergence of order {order} is too small to be told from 0 with {BITS[-1]} bits")


@dataclass(frozen=True, eq=False)
class _Part:
    """An arena by itself; its divergences are finite where they are asked for."""

    arena: Arena
    suspected: int
    allowance: Allowance

    @cached_property
    def _backwards(self) -> Backwards:
        return Backwards(self.arena)

    def at(self, order: Fraction) -> arb:
        """The divergence, at the present precision."""
        if order == 1:
            return self._backwards.value(self._sums(), self.allowance)
        return self._backwards.value(self._products(order), self.allowance).log() / ball(order - 1)

    def _products(self, order: Fraction) -> Valuation[arb]:
        """Moments, as balls."""
        shares: dict[tuple[int, int], arb] = {}

        def move(branches: tuple[Branch, ...], later: dict[int, arb]) -> arb:
            total = arb(0)
            for odds, weight, after in branches:
                if odds not in (EXCLUDED, NEVER):
                    if (odds, weight) not in shares:
                        shares[odds, weight] = self._share(odds, weight, order)
                    total += shares[odds, weight] * later[after]
            return total

        return Valuation(arb(1), move, _larger)

    def _sums(self) -> Valuation[arb]:
        """Divergences of Kullback and Leibler."""

        def move(branches: tuple[Branch, ...], later: dict[int, arb]) -> arb:
            total = arb(0)
            for odds, weight, after in branches:
                if odds not in (EXCLUDED, NEVER):
                    total += self._share(odds, weight, Fraction(1)) * (self._loss(odds) + later[after])
            return total

        return Valuation(arb(0), move, _larger)

    def _share(self, odds: int, weight: int, order: Fraction) -> arb:
        """What a branch adds to the moment: its chance in the suspected world times its odds to the power order − 1."""
        ratio, chance = self.arena.numbers.odds.values[odds], self.arena.numbers.weights.values[weight]
        if self.suspected:
            chance *= ratio
        return arb(chance) if order == 1 else arb(chance) * (ball(order - 1) * self._loss(odds)).exp()

    def _loss(self, odds: int) -> arb:
        """The logarithm of the odds of the suspected world over the other."""
        ratio: fmpq = self.arena.numbers.odds.values[odds]
        return arb(ratio if self.suspected else 1 / ratio).log()


def _larger(one: arb, other: arb) -> arb:
    return one.max(other)
