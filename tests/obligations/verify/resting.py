"""Verification functions of which something is proved by lemmas, lemmas, and wrong ones."""

from __future__ import annotations

from concomp.model import Bool, Int, Map, Monitor, Record, both, parameter, register, require, same_case, when


class Mark(Record):
    """Marks a key; the first may differ in the value."""

    key: Int
    value: Int


class Spend(Record):
    """A marked key spends an amount."""

    key: Int
    amount: Int


class Read(Record):
    """Reads at two keys."""

    one: Int
    other: Int
    value: Int


Message = Mark | Spend | Read


class Marked(Monitor):
    """Readings may differ at two different marked keys; after an identical first pair, one key is marked at most."""

    begun = register(Bool, False)
    identical = register(Bool, False)
    is_one_marked = register(Bool, False)
    marked = register(Map[Int, Bool], False)

    def step(self, left: Message, right: Message) -> None:
        require(same_case(left, right))
        first = ~self.begun
        with both(left, right, Mark) as (one, other):
            require((one.key == other.key) & ~self.marked[one.key] & (first | (one.value == other.value)))
            self.demand_room(first)
            self.marked[one.key] = True
            self.is_one_marked = True
            with when(first):
                self.identical = one.value == other.value
        with both(left, right, Spend) as (one, other):
            require(self.begun & (one == other) & self.marked[one.key])
        with both(left, right, Read) as (one, other):
            require(self.begun & (one.one == other.one) & (one.other == other.other))
            at_two_marks = (one.one != one.other) & self.marked[one.one] & self.marked[one.other]
            require((one.value == other.value) | at_two_marks)
        self.begun = True

    def demand_room(self, first: Bool) -> None:
        """Require that a key may be marked."""
        require(first | ~self.identical | ~self.is_one_marked)


class Spending(Marked):
    """At most k keys are marked, each of which spends at most one."""

    k = parameter(Int)
    marks = register(Int, 0)
    spent = register(Map[Int, Int], 0)

    def step(self, left: Message, right: Message) -> None:
        super().step(left, right)
        with both(left, right, Mark):
            self.marks = self.marks + 1
            require(self.marks <= self.k)
        with both(left, right, Spend) as (one, _):
            require(one.amount >= 0)
            self.spent[one.key] = self.spent[one.key] + one.amount
            require(self.spent[one.key] <= 1)


class Whole(Monitor):
    """At most k is spent in all, and after an identical first pair none differs."""

    k = parameter(Int)
    begun = register(Bool, False)
    identical = register(Bool, False)
    total = register(Int, 0)

    def step(self, left: Message, right: Message) -> None:
        require(~self.begun | ~self.identical | (left == right))
        with both(left, right, Spend) as (one, _):
            self.total = self.total + one.amount
            require(self.total <= self.k)
        with when(~self.begun):
            self.identical = left == right
        self.begun = True
