"""Verification functions whose totals stay within a bound because of what is so at each index, and wrong ones."""

from __future__ import annotations

from fractions import Fraction

from concomp.model import (
    Abs,
    Bool,
    Int,
    Map,
    Monitor,
    Real,
    Record,
    both,
    parameter,
    register,
    require,
    same_case,
    when,
)

HALF = Fraction(1, 2)


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


class Allow(Record):
    """A coordinate is allowed a further amount."""

    coordinate: Int
    amount: Real


class Write(Record):
    """A coordinate gets a value; what is noted may differ by its size."""

    coordinate: Int
    value: Real
    noted: Real


class Allowances(Monitor):
    """The size of each coordinate is at most what it was allowed, which is at most a bound in all."""

    bound = parameter(Real, where=lambda bound: bound >= 0)
    granted = register(Real, 0)
    allowance = register(Map[Int, Real], 0)
    vector = register(Map[Int, Real], 0)

    def step(self, left: Allow | Write, right: Allow | Write) -> None:
        require(same_case(left, right))
        with both(left, right, Allow) as (one, other):
            require((one == other) & (one.amount >= 0))
            self.granted = self.granted + one.amount
            require(self.granted <= self.bound)
            self.allowance[one.coordinate] = self.allowance[one.coordinate] + one.amount
        with both(left, right, Write) as (one, other):
            require((one.coordinate == other.coordinate) & (one.value == other.value))
            require(Abs(one.noted - other.noted) <= Abs(one.value))
            require(Abs(one.value) <= self.allowance[one.coordinate])
            self.vector[one.coordinate] = one.value


class Norm(Monitor):
    """The L1 norm of a vector is at most a bound."""

    bound = parameter(Real, where=lambda bound: bound >= 0)
    norm = register(Real, 0)
    vector = register(Map[Int, Real], 0)

    def step(self, left: Allow | Write, right: Allow | Write) -> None:
        with both(left, right, Write) as (one, _):
            self.norm = self.norm - Abs(self.vector[one.coordinate]) + Abs(one.value)
            self.vector[one.coordinate] = one.value
            require(self.norm <= self.limit())

    def limit(self) -> Real:
        """The largest norm."""
        return self.bound


class SmallerNorm(Norm):
    """Wrong: half as much."""

    def limit(self) -> Real:
        return self.bound * HALF


class NormOfAll(Norm):
    """Wrong: what is overwritten is not taken off."""

    def step(self, left: Allow | Write, right: Allow | Write) -> None:
        with both(left, right, Write) as (one, _):
            self.norm = self.norm + Abs(one.value)
            require(self.norm <= self.bound)


class Make(Record):
    """Creates a mechanism."""


class Ask(Record):
    """Asks a mechanism."""

    index: Int
    query: Int


class FewMade(Monitor):
    """At most k mechanisms are created, and only these are asked."""

    k = parameter(Int)
    made = register(Int, 0)
    labels = register(Map[Int, Int], 0)

    def step(self, left: Make | Ask, right: Make | Ask) -> None:
        require(same_case(left, right))
        with both(left, right, Make):
            self.made = self.made + 1
            self.labels[self.made] = self.made
            require(self.made <= self.k)
        with both(left, right, Ask) as (one, other):
            require((one.index == other.index) & (one.index >= 1) & (one.index <= self.last()))

    def last(self) -> Int:
        """The last index that may be asked."""
        return self.made


class OneTooMany(FewMade):
    """Wrong: the next index may be asked as well."""

    def last(self) -> Int:
        return self.made + 1


class FewExceptional(Monitor):
    """At most k mechanisms get a pair that differs."""

    k = parameter(Int)
    used = register(Int, 0)
    exceptional = register(Map[Int, Bool], False)

    def step(self, left: Make | Ask, right: Make | Ask) -> None:
        with both(left, right, Ask) as (one, other), when((one.query != other.query) & ~self.exceptional[one.index]):
            self.exceptional[one.index] = True
            self.used = self.used + 1
            require(self.used <= self.k)
