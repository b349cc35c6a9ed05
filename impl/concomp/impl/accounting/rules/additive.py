"""Losses that add up, number by number, each within the budget's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal
from concomp.impl.accounting.rules.totals import Totals, counted

G = TypeVar("G", bound=Guarantee)
Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Additive(Generic[G]):
    """The rule that goes on while every sum is at most the budget's number.

    convert: a loss in the budget's measure. numbers, guarantee: from a guarantee to its numbers, and back.
    """

    budget: G
    name: str
    source: str
    convert: Callable[[Guarantee], G]
    numbers: Callable[[G], Numbers]
    guarantee: Callable[[Numbers], G]

    @property
    def start(self) -> Totals:
        """Nothing lost."""
        return Totals(tuple(Fraction(0) for _ in self.numbers(self.budget)))

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more loss, or why it is not admitted."""
        asked = self.convert(loss)
        after = counted(
            [old + new for old, new in zip(totals.numbers, self.numbers(asked), strict=True)], totals.is_exact
        )
        if all(total <= most for total, most in zip(after.numbers, self.numbers(self.budget), strict=True)):
            return after
        return Refusal(asked, self.spent(totals), self.remaining(totals))

    def spent(self, totals: Totals) -> Reading:
        """The sums."""
        return Reading((self.guarantee(totals.numbers),), totals.is_exact)

    def remaining(self, totals: Totals) -> Reading:
        """The budget less the sums."""
        rest = tuple(most - total for total, most in zip(totals.numbers, self.numbers(self.budget), strict=True))
        return Reading((self.guarantee(rest),), totals.is_exact)
