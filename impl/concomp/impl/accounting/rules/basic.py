"""Basic composition: the session goes on while ∏E ≤ E₀ and Σδ ≤ δ₀."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.impl.accounting.conversions import as_approx
from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.rules.accumulating import Accumulating
from concomp.impl.accounting.rules.product import NO_LOSS, is_exact, is_within, loss_up, rest_down, times
from concomp.impl.accounting.rules.rule import Reading, demand_budget
from concomp.impl.accounting.rules.totals import Totals, counted


@dataclass(frozen=True)
class Basic(Accumulating[ApproxDP]):
    """The rule for an (ε, δ) budget by which both add up (HSV26 Theorem 12.4)."""

    budget: ApproxDP
    name = "basic"
    source = "HSV26 Theorem 12.4"

    @property
    def start(self) -> Totals:
        """Nothing lost."""
        return Totals((*NO_LOSS, Fraction(0)))

    def convert(self, loss: Guarantee) -> ApproxDP:
        """The loss as (ε, δ); ParameterError if it is measured otherwise."""
        return as_approx(loss)

    def add(self, totals: Totals, loss: ApproxDP) -> Totals:
        """The totals with one more loss."""
        epsilon, e_eps, delta = totals.numbers
        return counted((*times((epsilon, e_eps), loss.loss), delta + loss.delta), totals.is_exact)

    def is_within(self, totals: Totals) -> bool:
        """Whether Σε ≤ ε₀ and Σδ ≤ δ₀."""
        epsilon, e_eps, delta = totals.numbers
        return delta <= self.budget.delta and is_within((epsilon, e_eps), self._pure)

    def spent(self, totals: Totals) -> Reading:
        """Σε and Σδ."""
        epsilon, e_eps, delta = totals.numbers
        loss = loss_up((epsilon, e_eps))
        spent = ApproxDP.of(loss=loss, delta=min(delta, Fraction(1)))
        return Reading((spent,), totals.is_exact and is_exact((epsilon, e_eps), loss))

    def remaining(self, totals: Totals) -> Reading:
        """ε₀ − Σε and δ₀ − Σδ."""
        epsilon, e_eps, delta = totals.numbers
        rest = ApproxDP.of(loss=rest_down((epsilon, e_eps), self._pure), delta=self.budget.delta - delta)
        return Reading((rest,), totals.is_exact and is_exact((epsilon, e_eps), self.budget.loss))

    @cached_property
    def _pure(self) -> PureDP:
        return PureDP.of(loss=self.budget.loss)


def basic(budget: Guarantee) -> Basic:
    """Basic composition for an (ε, δ) budget; ParameterError for another."""
    return Basic(demand_budget(ApproxDP, budget))
