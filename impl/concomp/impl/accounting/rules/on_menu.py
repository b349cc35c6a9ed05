"""Rules on a finite menu of trade-off functions: whatever rule a search finds valid there.

What is on the menu is launched once at most. The rule is asked once, in advance, about every order in which it admits
launches; the table of these orders is what is searched for the best launcher, and what runs.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import prod

from concomp.impl.accounting.conversions import as_fdp, demand_losses
from concomp.impl.accounting.guarantees import FDP, Guarantee
from concomp.impl.accounting.rules.free_slots import FREE
from concomp.impl.accounting.rules.rule import Reading, RuleFor, demand_budget
from concomp.impl.accounting.rules.totals import Totals
from concomp.impl.accounting.rules.trade_offs import NOTHING, TradeOffs
from concomp.model.filters.measures import F_DP
from concomp.model.filters.messages import Launch
from concomp.model.filters.validity import Menu, Offer, is_valid_rule
from concomp.model.laws.trade_off import canonical_pair
from concomp.model.mechanisms.noninteractive import NonInteractiveMechanism
from concomp.model.numbers import ParameterError

ORDERS, STEPS = 10_000, 200_000
"""The most orders of launches, and the most steps of a search: histories with their answers, for each slope."""
WORLDS = (0, 1)
Order = tuple[int, ...]
"""What was launched, in its order: each by the first place on the menu that has this loss."""
Accepts = Callable[[tuple[FDP, ...]], bool]
"""From the losses on the menu that were launched, the new one last, to whether this one is admitted."""


@dataclass(frozen=True)
class OnMenu(TradeOffs):
    """The rule for a trade-off function that admits launches in these orders (Haney23 Theorem 3.4).

    Raises ParameterError if a launcher of one-shot mechanisms with these losses, who chooses by the answers so far,
    exceeds the budget.
    """

    orders: frozenset[Order]
    source = "Haney23 Theorem 3.4, by a search of the menu"

    def demand_within_budget(self) -> None:
        """Raise ParameterError if a launcher exceeds the budget, or the search would take too long."""
        segments = [len(slot.function.vertices) for slot in self.slots]
        histories = sum(prod(segments[kind] for kind in order) for order in self.orders)
        if histories * len(self.budget.function.vertices) > STEPS:
            raise ParameterError("the menu", list(self.slots), f"its search takes more than {STEPS} steps: give less")
        mechanisms = [_one_shot(slot) for slot in self.slots]
        kinds = [self.slots.index(slot) for slot in self.slots]
        menu = Menu(WORLDS, tuple(Offer(Launch(mechanisms[kind], kind)) for kind in kinds))
        if not is_valid_rule(lambda kinds, _: kinds in self.orders, menu, [self.budget.function], F_DP):
            remedy = "who chooses launches by their answers exceeds the budget: admit fewer, or give slots"
            raise ParameterError("the menu", list(self.slots), remedy)

    def admits(self, totals: Totals, place: int) -> bool:
        """Whether the loss at this place is free, and is admitted after what was launched."""
        return super().admits(totals, place) and (*self._order(totals), self._kind(place)) in self.orders

    def spent(self, totals: Totals) -> Reading:
        """The budget, as soon as anything is launched: what else would have been was chosen by answers."""
        return Reading((self.budget if self.taken(totals) else NOTHING,), is_exact=True)

    @property
    def name(self) -> str:
        """What it is called, with a hash of its table."""
        return f"on a menu, table {hashlib.sha256(repr(sorted(self.orders)).encode()).hexdigest()}: {super().name}"

    def _order(self, totals: Totals) -> Order:
        launched = sorted((state, place) for place, state in enumerate(totals.numbers) if state != FREE)
        return tuple(self._kind(place) for _, place in launched)

    def _kind(self, place: int) -> int:
        return self.slots.index(self.slots[place])


def on_menu(losses: Iterable[Guarantee], accepts: Accepts) -> RuleFor:
    """The rule that goes on as `accepts` says while launches are on a menu; for a trade-off function.

    losses: the menu, each for one launch; a launch counts as the smallest loss there that is no smaller than itself and
    is admitted. accepts: from the losses so far, the new one last, to whether it is admitted; asked in advance.
    Raises ParameterError where the menu has too many histories, and, for its budget, if a launcher exceeds it.
    """
    listed = tuple(map(as_fdp, demand_losses("the menu", losses)))
    if not callable(accepts):
        raise ParameterError("accepts", accepts, "give a function of the losses so far, the new one last")
    orders = frozenset(_orders(listed, accepts))
    return lambda budget: OnMenu(demand_budget(FDP, budget), listed, orders)


def _orders(losses: tuple[FDP, ...], accepts: Accepts) -> Iterator[Order]:
    """The orders in which launches are admitted, each after those that it begins with."""
    on_offer = Counter(losses.index(loss) for loss in losses)
    reached: list[Order] = [()]
    for order in reached:
        for kind, count in on_offer.items():
            further = (*order, kind)
            if order.count(kind) < count and accepts(tuple(losses[each] for each in further)):
                reached.append(further)
                yield further
        if len(reached) > ORDERS:
            raise ParameterError("the menu", list(losses), f"it has more than {ORDERS} orders: give less")


def _one_shot(loss: FDP) -> NonInteractiveMechanism:
    """The mechanism that is as bad as this loss, on data sets that are the two worlds."""
    return NonInteractiveMechanism(canonical_pair(loss.function).__getitem__, WORLDS, repr(loss))
