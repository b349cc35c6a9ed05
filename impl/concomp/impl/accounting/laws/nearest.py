"""A bound from below by tests that see the places of responses alone, while these keep their own chances.

The laws of the places in the two worlds are mirror images of each other, and each is tilted by itself. A test that
suspects the bit from some place on gains P(m ≥ start) − E·Q(m ≥ start), whichever start it takes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from flint import arb

from concomp.impl.accounting.laws.draws import Draws
from concomp.impl.accounting.laws.windowed import tilted_draws
from concomp.impl.accounting.optimal.tail_search import ball
from concomp.impl.accounting.optimal.tails import GUARD, bounds
from concomp.impl.accounting.optimal.tilting import BeyondBell
from concomp.impl.accounting.parameters import float_logarithm
from concomp.model.laws.balls import precision

BITS = 128


@dataclass(frozen=True)
class NearestPlaces:
    """Draws of which each response is on the nearest place, with its own chances."""

    draws: Draws

    def delta(self, e_eps: Fraction) -> Fraction:
        """A number that the least δ of the responses is not below, at E ≥ 1."""
        found = self._tails(self._start(e_eps))
        if found is None:
            return Fraction(0)
        with precision(BITS + GUARD):
            return max(Fraction(0), bounds(found[0] - ball(e_eps) * found[1]).low)

    def crossing(self, pure: Fraction, near: Fraction) -> Fraction:
        """A number that the least E for this δ of the responses is not below; near: about that E."""
        found = self._tails(self._start(near))
        if found is None or not found[1] > 0:
            return Fraction(1)
        with precision(BITS + GUARD):
            return max(Fraction(1), bounds((found[0] - ball(pure)) / found[1]).low)

    def _start(self, e_eps: Fraction) -> int:
        units = min(float(self.draws.total), float_logarithm(e_eps) / self.draws.float_unit)
        return floor((self.draws.total + units) / 2) + 1

    def _tails(self, start: int) -> tuple[arb, arb] | None:
        """The chances of m ≥ start in the two worlds; None if they are next to nothing."""
        if start > self.draws.total:
            return None
        with precision(BITS + GUARD):
            try:
                towards = tilted_draws(self.draws, start, BITS).tail(start)[0]
                return towards, tilted_draws(self.draws.mirrored, start, BITS).tail(start)[0]
            except BeyondBell:
                return None
