"""Slots that are trade-off functions.

The tensor product of what was launched is *not* a valid rule: what was launched was chosen by answers. So slots are
fixed in advance, and with them what they cost together. Interactive mechanisms with finitely many answers and rounds
cost no more than one-shot ones with the same functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

from concomp.impl.accounting.conversions import as_fdp, demand_losses
from concomp.impl.accounting.guarantees import FDP, Guarantee
from concomp.impl.accounting.rules.free_slots import FreeSlots
from concomp.impl.accounting.rules.rule import Reading
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.laws.trade_off import PERFECT, tensor
from concomp.model.numbers import ParameterError

STEPS = 100_000
"""The most pairs of segments that a factor of a tensor product may take."""
NOTHING = FDP.of(function=PERFECT)


def tensor_product(losses: Iterable[Guarantee]) -> FDP:
    """f_1 ⊗ … ⊗ f_k, exactly: what mechanisms with these losses lose side by side, if they are fixed in advance.

    Raises ParameterError for a loss that says no trade-off function, and where the product bends too often.
    """
    product = PERFECT
    for count, loss in enumerate(demand_losses("the losses", losses), 1):
        function = as_fdp(loss).function
        if len(product.vertices) * len(function.vertices) > STEPS:
            remedy = "their tensor product bends too often to be exact: give fewer, or more that are equal"
            raise ParameterError("the losses", f"the first {count}", remedy)
        product = tensor(product, function)
    return FDP.of(function=product)


@dataclass(frozen=True)
class TradeOffs(FreeSlots[FDP]):
    """Trade-off functions that are fixed in advance, of which each launch takes one."""

    def convert(self, loss: Guarantee) -> FDP:
        """The loss as a trade-off function; ParameterError if it says none."""
        return as_fdp(loss)

    def fits(self, loss: FDP, slot: FDP) -> bool:
        """Whether the loss's function is nowhere below the slot's."""
        return loss.function >= slot.function

    def size(self, slot: FDP) -> Fraction:
        """Twice the area below the function, negated: the smaller the loss, the larger the function."""
        pieces = pairwise(slot.function.vertices)
        return -sum(((high + low) * (right - left) for (left, high), (right, low) in pieces), Fraction(0))


@dataclass(frozen=True)
class TradeOffSlots(TradeOffs):
    """The rule for a trade-off function that pays for a fixed list of slots (Haney23 Theorem 3.4).

    Raises ParameterError if the tensor product of the slots is anywhere below the budget.
    """

    source = "Haney23 Theorem 3.4; concomp Proposition 1"

    def demand_within_budget(self) -> None:
        """Raise ParameterError if the tensor product of the slots is anywhere below the budget."""
        cost, most = self.cost.function, self.budget.function
        below = next((alpha for alpha, beta in (*most.vertices, *cost.vertices) if cost(alpha) < most(alpha)), None)
        if below is not None:
            remedy = (
                f"together they come to ~{float(cost(below)):.6g} at alpha = {below}, and the budget is "
                f"~{float(most(below)):.6g} there: give fewer or smaller ones"
            )
            raise ParameterError("the slots", list(self.slots), remedy)

    @cached_property
    def cost(self) -> FDP:
        """The tensor product of the slots."""
        return tensor_product(self.slots)

    def spent(self, totals: Totals) -> Reading:
        """What all slots cost, as soon as one is taken: which of them are was chosen by answers."""
        return Reading((self.cost if self.taken(totals) else NOTHING,), is_exact=True)
