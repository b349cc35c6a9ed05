"""Compositions with fixed slots, for every test of the language."""

from __future__ import annotations

from concomp.model.language import (
    Bool,
    Int,
    Map,
    Monitor,
    Real,
    Record,
    Vector,
    all_of,
    both,
    parameter,
    register,
    require,
    same_case,
    when,
)
from tests.model.language.monitors import Data


class Slot(Record):
    """The parameters of a mechanism."""

    e_eps: Real
    delta: Real


class Create(Record):
    """Creates a mechanism with these parameters."""

    e_eps: Real
    delta: Real


class Query(Record):
    """A message to the mechanism of this index."""

    index: Int
    payload: Data


class Created(Monitor):
    """Creations are identical; queries go to mechanisms that exist, with one index."""

    made = register(Int, 0)
    e_eps = register(Map[Int, Real], 1)
    delta = register(Map[Int, Real], 0)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        require(same_case(left, right))
        with both(left, right, Create) as (c, d):
            require(c == d)
            self.made += 1
            self.e_eps[self.made] = c.e_eps
            self.delta[self.made] = c.delta
        with both(left, right, Query) as (p, q):
            require((p.index == q.index) & (p.index >= 1) & (p.index <= self.made))


class SparseParallel(Created):
    """The mechanisms that get a differing pair fit into k fixed slots."""

    exceptional = register(Map[Int, Bool], False)

    def __init__(self, k: int, **given: object) -> None:
        super().__init__(**given)
        self.slots = parameter(Vector(Slot, k), where=lambda slots: all_of(slot.e_eps > 1 for slot in slots))
        self.free = register(Vector(Bool, k), True)

    def step(self, left: Create | Query, right: Create | Query) -> None:
        super().step(left, right)
        with both(left, right, Query) as (p, q):
            j = p.index
            with when((p.payload != q.payload) & ~self.exceptional[j]):
                self.exceptional[j] = True
                self.spend(self.e_eps[j], self.delta[j])

    def spend(self, e_eps: Real, delta: Real) -> None:
        taken = Bool(False)
        for i, slot in enumerate(self.slots):
            hit = ~taken & self.free[i] & (slot.e_eps == e_eps) & (slot.delta == delta)
            self.free[i] = self.free[i] & ~hit
            taken = taken | hit
        require(taken)
