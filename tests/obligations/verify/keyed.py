"""Verification functions whose entries at two keys have something in common, and wrong ones."""

from __future__ import annotations

from concomp.model import Abs, Bool, Int, Map, Monitor, Record, both, parameter, register, require, same_case, when


class Spend(Record):
    """An amount that one key spends, beside another; the value may differ by it."""

    key: Int
    other: Int
    amount: Int
    value: Int


def demand_near(left: Spend, right: Spend) -> None:
    """Require that two messages differ in the value only, by the amount."""
    require((left.key == right.key) & (left.other == right.other) & (left.amount == right.amount))
    require((left.amount >= 0) & (Abs(left.value - right.value) <= left.amount))


class GlobalBudget(Monitor):
    """What all keys spend is at most a total."""

    total = parameter(Int)
    spent = register(Map[Int, Int], 0)
    used = register(Int, 0)

    def step(self, left: Spend, right: Spend) -> None:
        demand_near(left, right)
        require(self.used + left.amount <= self.total)
        self.used = self.used + left.amount
        self.spent[left.key] = self.spent[left.key] + left.amount


class TwoKeyBudget(Monitor):
    """What two keys spend is at most a total, whichever they are."""

    total = parameter(Int)
    spent = register(Map[Int, Int], 0)

    def step(self, left: Spend, right: Spend) -> None:
        demand_near(left, right)
        self.spent[left.key] = self.spent[left.key] + left.amount
        with when(left.key != left.other):
            require(self.spent[left.key] + self.spent[left.other] <= self.total)


class TightTwoKeyBudget(TwoKeyBudget):
    """The same, a unit short."""

    def step(self, left: Spend, right: Spend) -> None:
        demand_near(left, right)
        self.spent[left.key] = self.spent[left.key] + left.amount
        with when(left.key != left.other):
            require(self.spent[left.key] + self.spent[left.other] < self.total)


class Mark(Record):
    """Marks a key."""

    key: Int
    value: Int


class Read(Record):
    """Reads at two keys."""

    one: Int
    other: Int
    value: Int


class TwoMarks(Monitor):
    """Readings may differ at two different marked keys; after an identical first pair, one key is marked at most."""

    begun = register(Bool, False)
    identical = register(Bool, False)
    is_one_marked = register(Bool, False)
    marked = register(Map[Int, Bool], False)

    def step(self, left: Mark | Read, right: Mark | Read) -> None:
        require(same_case(left, right))
        first = ~self.begun
        with both(left, right, Mark) as (one, other):
            require((one.key == other.key) & (first | (one.value == other.value)))
            self.demand_room(first)
            self.marked[one.key] = True
            self.is_one_marked = True
            with when(first):
                self.identical = one.value == other.value
        with both(left, right, Read) as (one, other):
            require(self.begun & (one.one == other.one) & (one.other == other.other))
            at_two_marks = (one.one != one.other) & self.marked[one.one] & self.marked[one.other]
            require((one.value == other.value) | at_two_marks)
        self.begun = True

    def demand_room(self, first: Bool) -> None:
        """Require that a key may be marked."""
        require(first | ~self.identical | ~self.is_one_marked)


class ManyMarks(TwoMarks):
    """The same, where any number of keys may be marked."""

    def demand_room(self, first: Bool) -> None:
        require(first | self.begun)
