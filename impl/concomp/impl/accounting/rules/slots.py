"""Slots: losses that are fixed in advance, of which each launch takes one, for good.

A launch takes, when it is made, the smallest free slot that is no smaller than itself; it costs the slot. So the cost
of the session is the optimal composition of the slots, whatever is launched and when. To match the slots anew after
each launch is not allowed: a launch whose size depends on answers could then use what an earlier one was answered in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from concomp.impl.accounting.conversions import as_approx
from concomp.impl.accounting.fixed_list import fixed_list
from concomp.impl.accounting.guarantees import ApproxDP, Guarantee, PureDP
from concomp.impl.accounting.rules.product import NO_LOSS, Product, is_exact, is_within, loss_up, times
from concomp.impl.accounting.rules.rule import Reading, Refusal, RuleFor, demand_budget
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.numbers import ParameterError

TAKEN, FREE = Fraction(1), Fraction(0)


@dataclass(frozen=True)
class Slots:
    """The rule for an (ε, δ) budget that pays for a fixed list of slots (HSV26 Theorem 4.12).

    slots: at least one. Raises ParameterError if their optimal composition exceeds the budget.
    """

    budget: ApproxDP
    slots: tuple[ApproxDP, ...]
    source = "HSV26 Theorem 4.12"

    def __post_init__(self) -> None:
        if not self.slots:
            raise ParameterError("the slots", [], "give at least one")
        delta = fixed_list([slot.parameters for slot in self.slots]).delta(self.budget.loss).high
        if delta > self.budget.delta:
            remedy = (
                f"together they need delta = ~{float(delta):.6g} at the budget's epsilon: give fewer or smaller ones"
            )
            raise ParameterError("the slots", list(self.slots), remedy)

    @property
    def name(self) -> str:
        """What it is called: each slot by its numbers, so that no two lists have one name."""
        listed = (", ".join(f"{name} {number}" for name, number in slot.fields.items()) for slot in self.slots)
        return f"slots ({'; '.join(listed)})"

    @property
    def start(self) -> Totals:
        """All slots are free."""
        return Totals((FREE,) * len(self.slots))

    def convert(self, loss: Guarantee) -> ApproxDP:
        """The loss as (ε, δ); ParameterError if it is measured otherwise."""
        return as_approx(loss)

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more slot taken, or why none fits."""
        asked = as_approx(loss)
        for place in self._smallest_first:
            slot = self.slots[place]
            if totals.numbers[place] == FREE and asked.delta <= slot.delta and _fits(asked, slot):
                return Totals((*totals.numbers[:place], TAKEN, *totals.numbers[place + 1 :]))
        return Refusal(asked, self.spent(totals), self.remaining(totals))

    def spent(self, totals: Totals) -> Reading:
        """What the taken slots add up to."""
        product: Product = NO_LOSS
        taken = [slot for slot, state in zip(self.slots, totals.numbers, strict=True) if state == TAKEN]
        for slot in taken:
            product = times(product, slot.loss)
        loss, delta = loss_up(product), sum((slot.delta for slot in taken), Fraction(0))
        return Reading((ApproxDP.of(loss=loss, delta=min(delta, Fraction(1))),), is_exact(product, loss))

    def remaining(self, totals: Totals) -> Reading:
        """The free slots."""
        free = tuple(slot for slot, state in zip(self.slots, totals.numbers, strict=True) if state == FREE)
        return Reading(free, is_exact=True, joined="or")

    @cached_property
    def _smallest_first(self) -> tuple[int, ...]:
        """The places of the slots, the smallest first."""
        return tuple(
            sorted(range(len(self.slots)), key=lambda place: (self.slots[place].epsilon_up, self.slots[place].delta))
        )


def slots(losses: Iterable[Guarantee]) -> RuleFor:
    """The rule by which each launch takes one of these losses, for an (ε, δ) budget."""
    listed = tuple(map(as_approx, losses))
    return lambda budget: Slots(demand_budget(ApproxDP, budget), listed)


def _fits(loss: ApproxDP, slot: ApproxDP) -> bool:
    return is_within(times(NO_LOSS, loss.loss), PureDP.of(loss=slot.loss))
