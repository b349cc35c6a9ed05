"""Optimal composition of a fixed list of privacy parameters.

The worst composition of mechanisms that are (ε_i, δ_i)-DP is that of randomised responses. With probability
∏(1 − δ_i) none of them exposes its bit; then each shows it with odds e^{ε_i} to 1, and the privacy loss is a sum of
±ε_i. On a lattice the number of ways to reach each sum is a coefficient of ∏(1 + x^{n_i}), an integer.

These numbers are for a list that is *fixed* in advance. Parameters that are chosen by looking at answers do not
compose like the list that comes out in the end; they need a filter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import log2

from flint import arb, fmpz_poly

from concomp.impl.accounting.numbers import Bounds, known
from concomp.impl.accounting.optimal.exposure import never_exposed, overall, pure_level, with_one_more
from concomp.impl.accounting.optimal.lattice import Lattice, common_lattice, multiple
from concomp.impl.accounting.optimal.tail_search import Tails, is_close, upper_crossing
from concomp.impl.accounting.optimal.tails import (
    GUARD,
    bounds,
    exact_tail,
    normaliser,
    precisions,
    ways,
    whole,
)
from concomp.impl.accounting.optimal.tilted_law import tilted_law
from concomp.impl.accounting.optimal.tilting import Flips, flips
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, RationalLoss, logarithm
from concomp.model.laws.balls import precision
from concomp.model.numbers import Exact, ParameterError, exact_delta, exact_e_eps, parameter

COMPONENTS = 1_000_000
"""The largest number of components."""
EXACT_BITS = 1 << 31
"""An answer is computed exactly if (terms × bits a term) stays below this; otherwise as certified bounds."""


class NotOnLattice(ValueError):
    """Thrown where losses have no common unit."""


def compose(components: Sequence[PrivacyLoss]) -> OptimalComposition:
    """The optimal composition of a fixed list of parameters.

    Raises ParameterError if the list is empty or too long, NotOnLattice if the losses have no common unit.
    """
    if not 1 <= len(components) <= COMPONENTS:
        raise ParameterError("the number of components", len(components), f"give between 1 and {COMPONENTS}")
    lattice = common_lattice([component.loss for component in components])
    if lattice is None:
        raise NotOnLattice("the losses have no common unit: use `bracket` for two-sided bounds")
    return OptimalComposition(lattice, never_exposed(components))


@dataclass(frozen=True)
class OptimalComposition:
    """The optimal composition of losses on a lattice.

    lattice: the unit of loss, and each component's number of units.
    unexposed: ∏(1 − δ_i), the probability that no component exposes its bit.
    """

    lattice: Lattice
    unexposed: Bounds

    def delta(self, e_eps: Exact) -> Bounds:
        """The least δ at E = e^ε ≥ 1: exact where that is affordable, else within RELATIVE_GAP."""
        number = parameter("e_eps", exact_e_eps, e_eps)
        if self._total == 0:
            return overall(known(Fraction(0)), self.unexposed)
        return overall(self._tail(number, self._first_above(number)), self.unexposed)

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """The least E = e^ε ≥ 1 with which the composition is (ε,δ)-DP; None if no E is enough."""
        number = parameter("delta", exact_delta, delta)
        pure = pure_level(number, self.unexposed)
        if pure is None:
            return None
        if self._total == 0 or pure.low >= 1:
            return known(Fraction(1))
        if pure.high == 0:
            return self._total_loss
        least = self._crossing(pure)
        return Bounds(max(Fraction(1), least.low), max(Fraction(1), least.high))

    def profile(self) -> list[tuple[Fraction, Fraction]]:
        """The vertices (E, δ) of E ↦ δ on E ≥ 1, exactly; ParameterError where e^ε is irrational or T is too large."""
        unit, counts = self._exactly()
        starts = range(self._total // 2 + 1, self._total + 1)
        breakpoints = [Fraction(1), *(unit ** (2 * m - self._total) for m in starts if 2 * m > self._total)]
        return [(e_eps, self.delta(e_eps).value) for e_eps in breakpoints] if counts else []

    def trade_off(self) -> list[tuple[Fraction, Fraction]]:
        """The vertices (α, β) of the trade-off curve, exactly: the least type II error β at type I error α.

        Randomised tests reach the lines between the vertices. Raises ParameterError as `profile` does.
        """
        (unit, counts), unexposed = self._exactly(), self.unexposed.value
        scale, exposed = normaliser(self._steps, unit), 1 - unexposed
        alpha, beta = Fraction(0), 1 - exposed
        vertices = [(alpha, beta)]
        for m in range(self._total, -1, -1):
            towards = int(counts[m]) * unit.numerator**m * unit.denominator ** (self._total - m)
            against = int(counts[m]) * unit.denominator**m * unit.numerator ** (self._total - m)
            alpha += unexposed * Fraction(against, scale)
            beta -= unexposed * Fraction(towards, scale)
            if towards:
                vertices.append((alpha, beta))
        return [*vertices, (Fraction(1), Fraction(0))] if exposed else vertices

    def then(self, component: PrivacyLoss) -> OptimalComposition:
        """The composition with one more component, in time linear in the support if its loss is on the lattice."""
        steps = multiple(component.loss, self.lattice.unit)
        if steps is None:
            raise NotOnLattice("the loss is not a multiple of the unit: compose the whole list again")
        lattice = Lattice(self.lattice.unit, (*self.lattice.steps, steps))
        extended = OptimalComposition(lattice, with_one_more(self.unexposed, component.delta))
        if "_counts" in self.__dict__ and steps:
            extended.__dict__["_counts"] = self._counts + self._counts * fmpz_poly([0] * steps + [1])
        return extended

    def _exactly(self) -> tuple[Fraction, fmpz_poly]:
        if self._unit is None or not self.unexposed.is_exact:
            raise ParameterError(
                "the composition", len(self.lattice.steps), "exact curves need rational e^ε and fewer units"
            )
        return self._unit, self._counts

    @cached_property
    def _total(self) -> int:
        return sum(self.lattice.steps)

    @cached_property
    def _total_loss(self) -> Bounds:
        """e^ε where ε is what all the losses add up to: the least with which nothing is revealed beyond it."""
        if self._unit is not None:
            return known(self._unit**self._total)
        for bits in precisions():
            with precision(bits + GUARD):
                excess = bounds((self.lattice.unit.logarithm() * self._total).expm1())
            if is_close(excess):
                return Bounds(1 + excess.low, 1 + excess.high)
        raise AssertionError("precisions end by an error")

    @cached_property
    def _steps(self) -> dict[int, int]:
        return dict(Counter(self.lattice.steps))

    @cached_property
    def _unit(self) -> Fraction | None:
        """The unit's e^u where it is rational and exact sums are affordable."""
        if not isinstance(self.lattice.unit, RationalLoss):
            return None
        unit = self.lattice.unit.e_eps
        bits = len(self.lattice.steps) + self._total * log2(unit.numerator * unit.denominator)
        return unit if self._total * bits <= EXACT_BITS else None

    @cached_property
    def _counts(self) -> fmpz_poly:
        return ways(self._steps)

    @cached_property
    def flips(self) -> Flips:
        """The losses as flips; at least one is not zero."""
        return flips(self._steps, self.lattice.unit)

    @cached_property
    def _tails(self) -> Tails:
        return Tails(self.flips, partial(tilted_law, self.flips))

    def _first_above(self, e_eps: Fraction) -> int:
        """The least m whose loss 2m − T, in units, is above e_eps."""
        return (self._total + self._units_below(e_eps)) // 2 + 1

    def _units_below(self, e_eps: Fraction) -> int:
        """The largest n with unit^n ≤ e_eps, or the number of all units if that is no larger."""
        unit = self.lattice.unit
        for bits in precisions():
            with precision(bits + GUARD):
                count = logarithm(e_eps) / unit.logarithm()
                if count >= self._total:
                    return self._total
                if count.floor().is_exact():
                    return whole(count.floor())
                nearest = whole((count.mid() + arb(0.5)).floor())
            if _power_is(unit, nearest, e_eps):
                return nearest
        raise AssertionError("precisions end by an error")

    def _tail(self, e_eps: Fraction, start: int) -> Bounds:
        """Σ_{m≥start} (P_m − E Q_m)."""
        if start > self._total:
            return known(Fraction(0))
        if self._unit is not None:
            shown, hidden = exact_tail(self._counts, start, self._unit)
            return known((shown - e_eps * hidden) / normaliser(self._steps, self._unit))
        return self._tails.excess(e_eps, start, self.unexposed)

    def _crossing(self, pure: Bounds) -> Bounds:
        """The E ≥ 1 at which the profile of the responses reaches down to the level `pure`."""
        if self._unit is None or not pure.is_exact:
            return self._tails.crossing(pure)
        starts = self._tails.starts_at(pure)
        return upper_crossing(self._line_crossing(self._unit, pure.value, start) for start in starts)

    def _line_crossing(self, unit: Fraction, pure: Fraction, start: int) -> Bounds:
        """The E at which Σ_{m≥start} (P_m − E Q_m) is `pure`, exactly."""
        shown, hidden = exact_tail(self._counts, start, unit)
        return known((shown - pure * normaliser(self._steps, unit)) / hidden)


def _power_is(unit: PureLoss, steps: int, e_eps: Fraction) -> bool:
    """Whether unit^steps is exactly e_eps; an irrational unit has no rational power but 1."""
    if isinstance(unit, RationalLoss):
        # Powers of a rational stay in lowest terms, so that one with more digits need not be multiplied out.
        longest = e_eps.numerator.bit_length()
        return steps * (unit.e_eps.numerator.bit_length() - 1) <= longest and unit.e_eps**steps == e_eps
    return steps == 0 and e_eps == 1
