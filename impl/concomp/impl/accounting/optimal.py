"""Optimal composition of a fixed list of privacy parameters.

The worst composition of mechanisms that are (ε_i, δ_i)-DP is that of randomised responses. With probability
∏(1 − δ_i) none of them exposes its bit; then each shows it with odds e^{ε_i} to 1, and the privacy loss is a sum of
±ε_i. On a lattice the number of ways to reach each sum is a coefficient of ∏(1 + x^{n_i}), an integer.

These numbers are for a list that is *fixed* in advance. Parameters that are chosen by looking at answers do not
compose like the list that comes out in the end; they need a filter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log2

from flint import arb, fmpz_poly

from concomp.impl.accounting.components import Component, Loss, RationalLoss, flint_rational, never_exposed
from concomp.impl.accounting.lattice import Lattice, common_lattice, multiple
from concomp.impl.accounting.numbers import Bounds, Exact, ParameterError, exact, known
from concomp.impl.accounting.tails import (
    FixedPoint,
    bounds,
    exact_tail,
    fixed_point_law,
    normaliser,
    precisions,
    tail,
    ways,
    whole,
)

COMPONENTS = 1_000_000
"""The largest number of components."""
EXACT_BITS = 1 << 31
"""An answer is computed exactly if (terms × bits a term) stays below this; otherwise as certified bounds."""
RELATIVE_GAP = Fraction(1, 10**15)
"""The largest relative gap of certified bounds on a lattice."""


class NotOnLattice(ValueError):
    """Thrown where losses have no common unit."""


def compose(components: Sequence[Component]) -> OptimalComposition:
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
    unexposed: Fraction

    def delta(self, e_eps: Exact) -> Bounds:
        """The least δ at E = e^ε ≥ 1: exact where that is affordable, else within RELATIVE_GAP."""
        number = exact(e_eps, "e_eps")
        if number < 1:
            raise ParameterError("e_eps", e_eps, "e^ε is at least 1")
        if self._total == 0:
            return self._overall(known(Fraction(0)))
        start = self._first_above(number)
        return self._overall(self._tail(number, start))

    def least_e_eps(self, delta: Exact) -> Bounds | None:
        """The least E = e^ε ≥ 1 with which the composition is (ε,δ)-DP; None if no E is enough."""
        number = exact(delta, "delta")
        if not 0 <= number <= 1:
            raise ParameterError("delta", delta, "δ lies between 0 and 1")
        if number < 1 - self.unexposed:
            return None
        if self._total == 0 or self.unexposed == 0 or self.delta(1).high <= number:
            return known(Fraction(1))
        pure = 1 - (1 - number) / self.unexposed
        start = self._tail_for(pure)
        return self._crossing(pure, start)

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
        unit, counts = self._exactly()
        scale = normaliser(self._steps, unit)
        exposed = 1 - self.unexposed
        alpha, beta = Fraction(0), 1 - exposed
        vertices = [(alpha, beta)]
        for m in range(self._total, -1, -1):
            towards = int(counts[m]) * unit.numerator**m * unit.denominator ** (self._total - m)
            against = int(counts[m]) * unit.denominator**m * unit.numerator ** (self._total - m)
            alpha += self.unexposed * Fraction(against, scale)
            beta -= self.unexposed * Fraction(towards, scale)
            if towards:
                vertices.append((alpha, beta))
        return [*vertices, (Fraction(1), Fraction(0))] if exposed else vertices

    def then(self, component: Component) -> OptimalComposition:
        """The composition with one more component, in time linear in the support if its loss is on the lattice."""
        steps = multiple(component.loss, self.lattice.unit)
        if steps is None:
            raise NotOnLattice("the loss is not a multiple of the unit: compose the whole list again")
        extended = OptimalComposition(
            Lattice(self.lattice.unit, (*self.lattice.steps, steps)), self.unexposed * (1 - component.delta)
        )
        if "_counts" in self.__dict__ and steps:
            extended.__dict__["_counts"] = self._counts + self._counts * fmpz_poly([0] * steps + [1])
        return extended

    def _exactly(self) -> tuple[Fraction, fmpz_poly]:
        if self._unit is None:
            raise ParameterError(
                "the composition", len(self.lattice.steps), "exact curves need rational e^ε and fewer units"
            )
        return self._unit, self._counts

    @cached_property
    def _total(self) -> int:
        return sum(self.lattice.steps)

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

    def _overall(self, pure: Bounds) -> Bounds:
        return Bounds(1 - self.unexposed * (1 - pure.low), 1 - self.unexposed * (1 - pure.high))

    def _first_above(self, e_eps: Fraction) -> int:
        """The least m whose loss 2m − T, in units, is above e_eps."""
        return (self._total + self._units_below(e_eps)) // 2 + 1

    def _units_below(self, e_eps: Fraction) -> int:
        """The largest n with unit^n ≤ e_eps."""
        unit = self.lattice.unit
        for _ in precisions():
            count = _ball(e_eps).log() / unit.logarithm()
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
            towards, against = exact_tail(self._counts, start, self._unit)
            return known((towards - e_eps * against) / normaliser(self._steps, self._unit))
        return self._refined(lambda towards, against: towards - _ball(e_eps) * against, start, self._overall)

    def _crossing(self, pure: Fraction, start: int) -> Bounds:
        """The E at which Σ_{m≥start} (P_m − E Q_m) has the value `pure`."""
        if self._unit is not None:
            towards, against = exact_tail(self._counts, start, self._unit)
            return known((towards - pure * normaliser(self._steps, self._unit)) / against)
        return self._refined(lambda towards, against: (towards - _ball(pure)) / against, start, lambda found: found)

    def _refined(self, combine: Callable[[arb, arb], arb], start: int, seen: Callable[[Bounds], Bounds]) -> Bounds:
        """Bounds of a combination of tail sums, close enough for the number that is finally `seen`."""
        for bits in precisions():
            law = fixed_point_law(self._steps, self.lattice.unit, bits)
            found = bounds(combine(*tail(law, self._total, self.lattice.unit, start)))
            if seen(found).high - seen(found).low <= RELATIVE_GAP * seen(found).low:
                return found
        raise AssertionError("precisions end by an error")

    def _tail_for(self, pure: Fraction) -> int:
        """The start of the tail whose line E ↦ Σ P − E Σ Q crosses the level `pure` where it is the profile."""
        for bits in precisions():
            law, level = fixed_point_law(self._steps, self.lattice.unit, bits), _ball(pure)
            start = self._bisected(law, level)
            if start is not None:
                return start
        raise AssertionError("precisions end by an error")

    def _bisected(self, law: FixedPoint, level: arb) -> int | None:
        """The largest start whose tail reaches the level at its lower breakpoint; None if that cannot be decided."""
        unit, reaching, missing = self.lattice.unit, 0, self._total + 1
        while missing - reaching > 1:
            start = (reaching + missing) // 2
            towards, against = tail(law, self._total, unit, start)
            at_breakpoint = towards - unit.power(2 * (start - 1) - self._total) * against
            if at_breakpoint >= level:
                reaching = start
            elif at_breakpoint < level:
                missing = start
            else:
                return None
        return reaching


def _power_is(unit: Loss, steps: int, e_eps: Fraction) -> bool:
    """Whether unit^steps is exactly e_eps; an irrational unit has no rational power but 1."""
    if isinstance(unit, RationalLoss):
        return unit.e_eps**steps == e_eps
    return steps == 0 and e_eps == 1


def _ball(number: Fraction) -> arb:
    """The number as a ball at the present precision."""
    return arb(flint_rational(number))
