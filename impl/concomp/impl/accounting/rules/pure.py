"""Pure losses add up: the session goes on while ∏E ≤ E₀."""

from __future__ import annotations

from dataclasses import dataclass

from concomp.impl.accounting.conversions import as_pure
from concomp.impl.accounting.guarantees import Guarantee, PureDP
from concomp.impl.accounting.rules.accumulating import Accumulating
from concomp.impl.accounting.rules.product import NO_LOSS, Product, is_exact, is_within, loss_up, rest_down, times
from concomp.impl.accounting.rules.rule import Reading, demand_budget
from concomp.impl.accounting.rules.totals import Totals, counted


@dataclass(frozen=True)
class Pure(Accumulating[PureDP]):
    """The rule for a pure budget (Haney23 Theorem 1.20 at δ = 0)."""

    budget: PureDP
    name = "pure"
    source = "Haney23 Theorem 1.20"

    @property
    def start(self) -> Totals:
        """Nothing lost."""
        return Totals(NO_LOSS)

    def convert(self, loss: Guarantee) -> PureDP:
        """The loss as it is; ParameterError if it is not pure."""
        return as_pure(loss)

    def add(self, totals: Totals, loss: PureDP) -> Totals:
        """The totals with one more loss."""
        return counted(times(_product(totals), loss.loss), totals.is_exact)

    def is_within(self, totals: Totals) -> bool:
        """Whether Σε ≤ ε₀."""
        return is_within(_product(totals), self.budget)

    def spent(self, totals: Totals) -> Reading:
        """Σε."""
        loss = loss_up(_product(totals))
        return Reading((PureDP.of(loss=loss),), totals.is_exact and is_exact(_product(totals), loss))

    def remaining(self, totals: Totals) -> Reading:
        """ε₀ − Σε."""
        rest = rest_down(_product(totals), self.budget)
        return Reading((PureDP.of(loss=rest),), totals.is_exact and is_exact(_product(totals), self.budget.loss))


def pure(budget: Guarantee) -> Pure:
    """The rule for a pure budget; ParameterError for another."""
    return Pure(demand_budget(PureDP, budget))


def _product(totals: Totals) -> Product:
    epsilon, e_eps = totals.numbers
    return epsilon, e_eps
