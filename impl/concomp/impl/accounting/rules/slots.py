"""Slots for an (ε, δ) budget, and the choice of slots by the budget."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.accounting.conversions import as_approx, as_fdp, demand_losses
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.guarantees import FDP, ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.rules.free_slots import FreeSlots
from concomp.impl.accounting.rules.product import NO_LOSS, Product, is_exact, is_within, loss_up, times
from concomp.impl.accounting.rules.rule import Reading, Rule, RuleFor, demand_budget
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.trade_offs import TradeOffSlots
from concomp.model.numbers import ParameterError


@dataclass(frozen=True)
class Slots(FreeSlots[ApproxDP]):
    """The rule for an (ε, δ) budget that pays for a fixed list of slots (HSV26 Theorem 4.12).

    Raises ParameterError if their optimal composition exceeds the budget.
    """

    source = "HSV26 Theorem 4.12"

    def demand_within_budget(self) -> None:
        """Raise ParameterError if the optimal composition of the slots exceeds the budget."""
        delta = fixed_list([slot.parameters for slot in self.slots]).delta(self.budget.loss).high
        if delta > self.budget.delta:
            remedy = (
                f"together they need delta = ~{float(delta):.6g} at the budget's epsilon: give fewer or smaller ones"
            )
            raise ParameterError("the slots", list(self.slots), remedy)

    def convert(self, loss: Guarantee) -> ApproxDP:
        """The loss as (ε, δ); ParameterError if it is measured otherwise."""
        return as_approx(loss)

    def fits(self, loss: ApproxDP, slot: ApproxDP) -> bool:
        """Whether neither ε nor δ is larger than the slot's."""
        return loss.delta <= slot.delta and is_within(times(NO_LOSS, loss.loss), PureDP.of(loss=slot.loss))

    def size(self, slot: ApproxDP) -> tuple[Fraction, Fraction]:
        """(ε, δ)."""
        return slot.epsilon_up, slot.delta

    def spent(self, totals: Totals) -> Reading:
        """What the taken slots add up to."""
        product: Product = NO_LOSS
        taken = self.taken(totals)
        for slot in taken:
            product = times(product, slot.loss)
        loss, delta = loss_up(product), sum((slot.delta for slot in taken), Fraction(0))
        return Reading((ApproxDP.of(loss=loss, delta=min(delta, Fraction(1))),), is_exact(product, loss))


def slots(losses: Iterable[Guarantee]) -> RuleFor:
    """The rule by which each launch takes one of these losses, for an (ε, δ) budget or a trade-off function."""
    listed = demand_losses("the slots", losses)

    def rule(budget: Guarantee) -> Rule:
        if type(budget) is FDP:
            return TradeOffSlots(budget, tuple(map(as_fdp, listed)))
        return Slots(demand_budget(ApproxDP, budget), tuple(map(as_approx, listed)))

    return rule
