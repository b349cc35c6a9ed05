"""The tests of rules notice one that admits more than its budget covers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from concomp.impl.accounting.rules import totals
from concomp.impl.accounting.rules.conjunction import Conjunction
from concomp.impl.accounting.rules.free_slots import FREE, FreeSlots
from concomp.impl.accounting.rules.fully_adaptive import FullyAdaptive
from concomp.impl.accounting.rules.rule import Refusal
from concomp.impl.accounting.rules.totals import Totals
from tests.impl.accounting.rules import test_rules as of_rules

Patch = pytest.MonkeyPatch


def rounded_to_nearest(patch: Patch) -> None:
    """Long numbers are rounded to the nearest, which may be below."""
    patch.setattr(totals, "round_up", lambda number: Fraction(round(number * 2**150), 2**150) - Fraction(1, 2**150))


def half_under_the_root(patch: Patch) -> None:
    """The bound is √(2 ln(1/δ′)·S + S/2), as it is printed (HL2)."""
    patch.setattr(
        FullyAdaptive, "_bound", lambda self, squares: ((2 * self._logarithm() + 0.5) * float(squares)).sqrt()
    )


def delta_prime_for_free(patch: Patch) -> None:
    """Only the deltas of the launches are counted."""
    patch.setattr(
        FullyAdaptive,
        "is_within",
        lambda self, after: after.numbers[0] <= self.most_squares and after.numbers[1] <= self.budget.delta,
    )


def slots_matched_anew(patch: Patch) -> None:
    """A launch may send an earlier one to another slot."""

    def charge(self: FreeSlots[Any], before: Totals, loss: Any) -> Totals | Refusal:
        taken = len(self.taken(before)) + 1
        if taken > len(self.slots):
            return Refusal(loss, self.spent(before), self.remaining(before))
        return Totals((Fraction(1),) * taken + (FREE,) * (len(self.slots) - taken))

    patch.setattr(FreeSlots, "charge", charge)


def any_of(patch: Patch) -> None:
    """One rule that admits a launch is enough."""

    def charge(self: Conjunction, before: Totals, loss: Any) -> Totals | Refusal:
        charged = [(rule.charge(part, loss), part) for rule, part in self._parts(before)]
        if all(isinstance(each, Refusal) for each, _ in charged):
            return charged[0][0]
        kept = [each if isinstance(each, Totals) else part for each, part in charged]
        return Totals(tuple(number for each in kept for number in each.numbers))

    patch.setattr(Conjunction, "charge", charge)


OF_RULES: list[tuple[Callable[[Patch], None], Callable[[], None]]] = [
    (rounded_to_nearest, of_rules.TestLength().test_products_over_distinct_primes_are_rounded_up),
    (half_under_the_root, of_rules.TestFullyAdaptive().test_the_reading_is_the_tighter_one),
    (delta_prime_for_free, of_rules.TestFullyAdaptive().test_delta_prime_is_paid_first),
    (slots_matched_anew, of_rules.TestSlots().test_a_launch_keeps_its_slot),
    (any_of, of_rules.TestConjunction().test_every_rule_must_admit),
]


@pytest.mark.parametrize(("breakage", "check"), OF_RULES, ids=lambda each: each.__name__)
def test_a_breakage_of_a_rule_is_noticed(
    breakage: Callable[[Patch], None], check: Callable[[], None], monkeypatch: Patch
) -> None:
    check()
    breakage(monkeypatch)
    with pytest.raises(AssertionError):
        check()
