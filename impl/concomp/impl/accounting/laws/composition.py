"""The composition of privacy-loss laws, with bounds on both sides.

With some probability no mechanism exposes its bit; then each responds, and the losses add up. What was cut off from the
laws reveals nothing, for the bound from below, and exposes the bit, for the bound from above. Where the responses of a
law bound a mechanism and none attains them, the bound from below is what one adversary attains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial

from concomp.impl.accounting.laws.attained import Attained, attained
from concomp.impl.accounting.laws.draws import Draws
from concomp.impl.accounting.laws.law import BITS, PrivacyLossLaw
from concomp.impl.accounting.laws.nearest import NearestPlaces
from concomp.impl.accounting.laws.placement import Placement, place
from concomp.impl.accounting.laws.windowed import tilted_draws
from concomp.impl.accounting.losses import epsilon_of, rational_bounds
from concomp.impl.accounting.numbers import Bounds, demand_short, known
from concomp.impl.accounting.optimal.exposure import none_of
from concomp.impl.accounting.optimal.lattice import is_zero
from concomp.impl.accounting.optimal.tail_search import Tails
from concomp.impl.accounting.optimal.tails import Undecided, bounds, whole
from concomp.impl.accounting.parameters import PureLoss, logarithm
from concomp.model.laws.balls import precision
from concomp.model.numbers import ParameterError

COMPONENTS = 1_000_000
"""The largest number of components."""
TRUE = 0.5
"""The tilt of the law in the true world."""
FINEST = 256
"""The bits beyond which the weights of laws are not known."""


@dataclass(frozen=True)
class LawComposition:
    """The composition of a fixed list of privacy-loss laws.

    unexposed: the probability that no mechanism exposes its bit: at least `low`, at most `high`; what lies between was
    cut off. placement: the responses on a lattice, None if none loses anything. attained: what bounds from below, None
    if the responses themselves do.
    """

    unexposed: Bounds
    placement: Placement | None
    attained: Attained | None = None

    def delta(self, loss: PureLoss) -> Bounds:
        """Bounds of the least δ at a loss."""
        low, high = rational_bounds(loss)
        at_low = self._pure(low)
        below, above = (at_low if low == high else self._pure(high)).low, at_low.high
        bound = min(Fraction(1), 1 - self.unexposed.low * (1 - above))
        if self.attained is not None:
            return Bounds(min(bound, self.attained.delta(high)), bound)
        return Bounds(1 - self.unexposed.high + self.unexposed.low * below, bound)

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """Bounds of the least E = e^ε for a δ; None if no E is enough, Undecided if that is not known."""
        found = self._least_of_responses(delta)
        if self.attained is None:
            return found
        if found is None and delta < self.attained.exposed:
            return None
        if found is None:
            raise Undecided("delta is not above what is exposed if every law is the larger one of its two orders")
        return Bounds(min(found.high, self.attained.e_eps(delta, found.high)) if delta < 1 else found.low, found.high)

    def _least_of_responses(self, delta: Fraction) -> Bounds | None:
        """Bounds of the least E at which the responses have this δ."""
        if delta < 1 - self.unexposed.high:
            return None
        if self.placement is None or delta >= 1:
            return known(Fraction(1))
        from_above = 1 - (1 - delta) / self.unexposed.low
        from_below = (delta - 1 + self.unexposed.high) / self.unexposed.low
        if from_above <= 0:
            if self.unexposed.is_exact:
                return self._total
            raise Undecided("delta is too small beside what was cut off from the laws")
        draws = self.placement.above
        demand_short(draws.float_unit * (2 * draws.mean(TRUE) - draws.total))
        above = self._above.crossing(known(from_above)).high
        if from_below >= 1:
            return Bounds(Fraction(1), above)
        if self.placement.is_exact:
            return Bounds(self._above.crossing(known(from_below)).low, above)
        return Bounds(self._below.crossing(from_below, above), above)

    def least_epsilon(self, delta: Fraction) -> Bounds | None:
        """Bounds of the least ε for a δ; None if no ε is enough."""
        least = self.least_e_eps(delta)
        return None if least is None else epsilon_of(least)

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is."""
        certain = 1 - self.unexposed.high if self.attained is None else self.attained.exposed
        return Bounds(certain, 1 - self.unexposed.low)

    @property
    def _total(self) -> Bounds:
        """e^ε where ε is what all the responses add up to."""
        assert self.placement is not None
        with precision(BITS):
            below, above = (draws.unit.power(draws.total) for draws in (self.placement.below, self.placement.above))
            return Bounds(bounds(below).low, bounds(above).high)

    def _pure(self, e_eps: Fraction) -> Bounds:
        """Bounds of the δ of the responses at E."""
        if self.placement is None:
            return known(Fraction(0))
        found = [self._excess(e_eps, start) for start in _starts(self.placement.above, e_eps)]
        above = max(each.high for each in found)
        if self.placement.is_exact:
            return Bounds(max(each.low for each in found), above)
        return Bounds(min(above, self._below.delta(e_eps)), above)

    def _excess(self, e_eps: Fraction, start: int) -> Bounds:
        if start > self._above.walk.total:
            return known(Fraction(0))
        return self._above.excess(e_eps, start, known(Fraction(1)))

    @cached_property
    def _above(self) -> Tails:
        assert self.placement is not None
        return Tails(self.placement.above, partial(tilted_draws, self.placement.above), FINEST)

    @cached_property
    def _below(self) -> NearestPlaces:
        assert self.placement is not None
        return NearestPlaces(self.placement.below)


def _starts(draws: Draws, e_eps: Fraction) -> set[int]:
    """The least m whose loss is above E; both that may be it where E is as good as on the lattice."""
    with precision(BITS):
        units = logarithm(e_eps) / draws.unit.logarithm()
        if units > draws.total:
            return {draws.total + 1}
        ends = [whole(end.floor()) for end in (units.lower(), units.upper())]
    return {(draws.total + end) // 2 + 1 for end in ends}


def compose_laws(laws: Sequence[PrivacyLossLaw]) -> LawComposition:
    """The composition of a fixed list of laws; ParameterError if it is empty or too long."""
    if not 1 <= len(laws) <= COMPONENTS:
        raise ParameterError("the number of components", len(laws), f"give between 1 and {COMPONENTS}")
    distinct, times = {id(law): law for law in laws}, Counter(map(id, laws))
    low = none_of((distinct[key].exposed.high, count) for key, count in times.items()).low
    high = none_of((distinct[key].exposed.low, count) for key, count in times.items()).high
    unexposed = Bounds(low, high)
    losing = [
        (distinct[key], count)
        for key, count in times.items()
        if any(not is_zero(loss) for loss, _ in distinct[key].responses)
    ]
    placement = place(losing) if losing and unexposed.low > 0 else None
    return LawComposition(unexposed, placement, attained([(distinct[key], count) for key, count in times.items()]))
