"""The form of rules by which each launch takes a slot, for good.

Slots are losses that are fixed in advance. A launch takes, when it is made, the smallest free slot that is no smaller
than itself; it costs the slot. So the cost of the session is what the slots cost together, whatever is launched and
when. To match the slots anew after each launch is not allowed: a launch whose size depends on answers could then use
what an earlier one was answered in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from concomp.impl.accounting.guarantees import Guarantee
from concomp.impl.accounting.rules.rule import Reading, Refusal
from concomp.impl.accounting.rules.totals import Totals
from concomp.model.numbers import ParameterError

G = TypeVar("G", bound=Guarantee)
FREE = Fraction(0)
"""The state of a free slot; that of one that is taken is the number of its launch, from 1."""


@dataclass(frozen=True)
class FreeSlots(ABC, Generic[G]):
    """A rule for a budget that pays for a fixed list of slots, at least one."""

    budget: G
    slots: tuple[G, ...]

    def __post_init__(self) -> None:
        if not self.slots:
            raise ParameterError("the slots", [], "give at least one")
        self.demand_within_budget()

    @abstractmethod
    def demand_within_budget(self) -> None:
        """Raise ParameterError if the slots together exceed the budget."""

    @abstractmethod
    def convert(self, loss: Guarantee) -> G:
        """The loss in the budget's measure; ParameterError if it is measured otherwise."""

    @abstractmethod
    def fits(self, loss: G, slot: G) -> bool:
        """Whether the slot is no smaller than the loss."""

    @abstractmethod
    def size(self, slot: G) -> Any:
        """What slots are sorted by: the smaller of two that can be compared comes first."""

    @abstractmethod
    def spent(self, totals: Totals) -> Reading:
        """What was lost so far, and no less."""

    def admits(self, totals: Totals, place: int) -> bool:
        """Whether the slot at this place may be taken next."""
        return totals.numbers[place] == FREE

    @property
    def name(self) -> str:
        """What it is called: each slot by its numbers, so that no two lists have one name."""
        listed = (", ".join(f"{name} {number}" for name, number in slot.fields.items()) for slot in self.slots)
        return f"slots ({'; '.join(listed)})"

    @property
    def start(self) -> Totals:
        """All slots are free."""
        return Totals((FREE,) * len(self.slots))

    def charge(self, totals: Totals, loss: Guarantee) -> Totals | Refusal:
        """The totals with one more slot taken, or why none fits."""
        asked = self.convert(loss)
        for place in self._smallest_first:
            if self.admits(totals, place) and self.fits(asked, self.slots[place]):
                number = Fraction(1 + sum(state != FREE for state in totals.numbers))
                return Totals((*totals.numbers[:place], number, *totals.numbers[place + 1 :]))
        return Refusal(asked, self.spent(totals), self.remaining(totals))

    def remaining(self, totals: Totals) -> Reading:
        """The slots that may be taken next."""
        free = tuple(slot for place, slot in enumerate(self.slots) if self.admits(totals, place))
        return Reading(free, is_exact=True, joined="or")

    def taken(self, totals: Totals) -> tuple[G, ...]:
        """The slots that are taken."""
        return tuple(slot for slot, state in zip(self.slots, totals.numbers, strict=True) if state != FREE)

    @cached_property
    def _smallest_first(self) -> tuple[int, ...]:
        """The places of the slots, the smallest first."""
        return tuple(sorted(range(len(self.slots)), key=lambda place: self.size(self.slots[place])))
