"""Rules that compare what has accumulated with the budget.

What has accumulated never shrinks when a loss is added. So the same sums make a rule, which refuses what would exceed a
budget, and an odometer, which refuses nothing and reads what was lost (Haney23 Lemma 2.19, repaired).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal, demand_budget
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.numbers import ParameterError

G = TypeVar("G", bound=Guarantee)


class Accumulating(ABC, Generic[G]):
    """A rule that goes on while what has accumulated is within the budget; its parameters are a dataclass's fields."""

    budget: G

    @property
    @abstractmethod
    def start(self) -> Totals:
        """The totals before the first launch."""

    @abstractmethod
    def convert(self, loss: Guarantee) -> G:
        """The loss as this rule counts it; ParameterError if it is measured otherwise."""

    @abstractmethod
    def add(self, totals: Totals, loss: G) -> Totals:
        """The totals with one more loss."""

    @abstractmethod
    def is_within(self, totals: Totals) -> bool:
        """Whether the totals are within the budget."""

    @abstractmethod
    def spent(self, totals: Totals) -> Reading:
        """What was lost so far, and no less."""

    @abstractmethod
    def remaining(self, totals: Totals) -> Reading:
        """The largest single loss that is still admitted, or just below it."""

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more loss, or why it is not admitted; ParameterError if it is measured otherwise."""
        asked = self.convert(loss)
        after = self.add(totals, asked)
        return after if self.is_within(after) else Refusal(asked, self.spent(totals), self.remaining(totals))

    def as_odometer(self) -> Odometer[G]:
        """The odometer with the same sums, whatever the budget is."""
        return Odometer(self)


@dataclass(frozen=True)
class Odometer(Generic[G]):
    """What was lost so far, without a budget; its readings are valid for thresholds that are fixed in advance."""

    rule: Accumulating[G]

    @property
    def start(self) -> Totals:
        """The totals before the first launch."""
        return self.rule.start

    def add(self, totals: Totals, loss: Guarantee) -> Totals:
        """The totals with one more loss; ParameterError if it is measured otherwise."""
        return self.rule.add(totals, self.rule.convert(loss))

    def privacy_loss(self, totals: Totals) -> Reading:
        """What was lost so far, and no less."""
        return self.rule.spent(totals)

    def as_filter(self, budget: Guarantee) -> Accumulating[G]:
        """The rule that goes on while the reading is within a budget.

        Raises ParameterError for a budget in another measure, or at other orders than those that are read.
        """
        rule: Any = self.rule
        kept = rule.convert(demand_budget(type(rule.budget), budget))
        # What follows from a loss is said of it as well; of a budget, an order that is left out is not kept to.
        if kept != budget:
            raise ParameterError("the budget", budget, f"give one at just the orders that are read, like {kept!r}")
        other: Accumulating[G] = replace(rule, budget=kept)
        return other
