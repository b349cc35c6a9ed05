"""Losses that add up, number by number, each within the budget's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.accumulating import Accumulating
from concomp.impl.accounting.rules.rule import Reading
from concomp.impl.accounting.rules.totals import Totals, counted

G = TypeVar("G", bound=Guarantee)
Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Additive(Accumulating[G]):
    """The rule that goes on while every sum is at most the budget's number.

    reader: reads a loss in the budget's measure. numbers, guarantee: from a guarantee to its numbers, and back.
    """

    budget: G
    name: str
    source: str
    reader: Callable[[Guarantee], G]
    numbers: Callable[[G], Numbers]
    guarantee: Callable[[Numbers], G]

    @property
    def start(self) -> Totals:
        """Nothing lost."""
        return Totals(tuple(Fraction(0) for _ in self.numbers(self.budget)))

    def convert(self, loss: Guarantee) -> G:
        """The loss in the budget's measure; ParameterError if it is measured otherwise."""
        return self.reader(loss)

    def add(self, totals: Totals, loss: G) -> Totals:
        """The totals with one more loss."""
        sums = [old + new for old, new in zip(totals.numbers, self.numbers(loss), strict=True)]
        return counted(sums, totals.is_exact)

    def is_within(self, totals: Totals) -> bool:
        """Whether every sum is at most the budget's number."""
        return all(total <= most for total, most in zip(totals.numbers, self.numbers(self.budget), strict=True))

    def spent(self, totals: Totals) -> Reading:
        """The sums."""
        return Reading((self.guarantee(totals.numbers),), totals.is_exact)

    def remaining(self, totals: Totals) -> Reading:
        """The budget less the sums."""
        rest = tuple(most - total for total, most in zip(totals.numbers, self.numbers(self.budget), strict=True))
        return Reading((self.guarantee(rest),), totals.is_exact)
