"""Optimal composition of a fixed list of privacy parameters, asked by ε as well as by E.

At an E that was asked for, and for a δ, the optimal composition says the least there is. At an ε, e^ε is between two
rationals, and so is the δ there; only where all the losses add up to no more than ε is it known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.losses import LossSum, compare, epsilon_of, rational_bounds, sum_of
from concomp.impl.accounting.numbers import Bounds, demand_short, known
from concomp.impl.accounting.optimal.best_composition import Composition, best_composition
from concomp.impl.accounting.optimal.exposure import overall, pure_level
from concomp.impl.accounting.parameters import PrivacyLoss, PureLoss, RationalLoss


@dataclass(frozen=True)
class FixedList:
    """A list of privacy parameters that is fixed in advance, and its optimal composition.

    length: how many mechanisms. total: what their losses add up to.
    """

    length: int
    total: LossSum
    composition: Composition

    def delta(self, loss: PureLoss) -> Bounds:
        """The least δ at a loss; exact where that can be had."""
        if compare(self.total, sum_of([loss])) <= 0:
            return self.delta_in_the_end
        if isinstance(loss, RationalLoss):
            return self.composition.delta(loss.e_eps)
        low, high = rational_bounds(loss)
        return Bounds(self.composition.delta(high).low, self.composition.delta(low).high)

    def least_e_eps(self, delta: Fraction) -> Bounds | None:
        """The least E = e^ε for δ; None if no E is enough, ParameterError if it would have millions of digits."""
        demand_short(float(self.total.value.low))
        return self.composition.least_e_eps(delta)

    def least_epsilon(self, delta: Fraction) -> Bounds | None:
        """The least ε for δ; exactly what the losses add up to if δ has nothing to spare, None if no ε is enough."""
        level = pure_level(delta, self._unexposed)
        if level == known(Fraction(0)):
            return self.total.value
        least = self.least_e_eps(delta)
        return None if least is None else epsilon_of(least)

    @property
    def delta_in_the_end(self) -> Bounds:
        """The δ that is left however large ε is: the probability that some mechanism exposes its bit."""
        return overall(known(Fraction(0)), self._unexposed)

    @property
    def _unexposed(self) -> Bounds:
        """The probability that no mechanism exposes its bit."""
        return self.composition.unexposed


def fixed_list(components: Sequence[PrivacyLoss]) -> FixedList:
    """The optimal composition of a fixed list; ParameterError if it is empty or too long."""
    composition = best_composition(components)
    return FixedList(len(components), sum_of(component.loss for component in components), composition)
