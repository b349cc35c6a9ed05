"""Verification functions whose totals stay within a bound because of what is so at each index, and wrong ones."""

from __future__ import annotations

from concomp.model import Abs, Bool, Int, Map, Monitor, Record, both, parameter, register, require, same_case


class Join(Record):
    """A user joins."""

    user: Int


class Spend(Record):
    """A user spends an amount; the value may differ by it."""

    user: Int
    amount: Int
    value: Int


class FewUsers(Monitor):
    """At most k users, each of which spends at most its unit."""

    k = parameter(Int)
    unit = 1
    users = register(Int, 0)
    seen = register(Map[Int, Bool], False)
    spent = register(Map[Int, Int], 0)

    def step(self, left: Join | Spend, right: Join | Spend) -> None:
        require(same_case(left, right))
        with both(left, right, Join) as (one, other):
            require((one.user == other.user) & ~self.seen[one.user])
            self.seen[one.user] = True
            self.users = self.users + 1
            require(self.users <= self.k)
        with both(left, right, Spend) as (one, other):
            require((one.user == other.user) & (one.amount == other.amount) & (one.amount >= 0))
            require(Abs(one.value - other.value) <= one.amount)
            require(self.seen[one.user])
            self.spent[one.user] = self.spent[one.user] + one.amount
            require(self.spent[one.user] <= self.unit)


class FewUsersOfTwo(FewUsers):
    """The same, where each may spend two."""

    unit = 2


class Total(Monitor):
    """What all users spend is at most k."""

    k = parameter(Int)
    less = 0
    total = register(Int, 0)

    def step(self, left: Join | Spend, right: Join | Spend) -> None:
        with both(left, right, Spend) as (one, _):
            self.total = self.total + one.amount
            require(self.total <= self.k - self.less)


class TotalLess(Total):
    """The same, a unit less."""

    less = 1
