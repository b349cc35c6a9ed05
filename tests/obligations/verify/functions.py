"""Verification functions that use what the examples of the language's tests do not."""

from __future__ import annotations

from concomp.model.language import (
    NOTHING,
    Bool,
    Enumeration,
    Int,
    Map,
    Monitor,
    Opaque,
    Real,
    Record,
    accept_if,
    both,
    function,
    parameter,
    register,
    relation,
    require,
    same_case,
    when,
)
from concomp.model.language.syntax.expressions import Truth
from tests.model.language.monitors import Data


class LeftAtMostThree(Monitor):
    """Only the left side is bounded."""

    def step(self, left: Int, right: Int) -> None:
        require(left <= 3)


class LateVerdict(Monitor):
    """Left numbers are at most 3; accepted is what has two messages."""

    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require(left <= 3)
        self.count += 1
        accept_if(self.count == 2)


class Bits(Monitor):
    """Bits, of which at most one differs, as the query space says."""

    used = register(Bool, False)

    def allows(self, message: Int) -> Truth:
        return (message == 0) | (message == 1)

    def step(self, left: Int, right: Int) -> None:
        with when(left != right):
            require(~self.used)
            self.used = True


class BitsRequired(Bits):
    """The same, where the step asks for bits as well."""

    def step(self, left: Int, right: Int) -> None:
        super().step(left, right)
        require((left >= 0) & (left <= 1) & (right >= 0) & (right <= 1))


class Colour(Enumeration):
    """Three colours."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Paint(Record):
    """A colour on something."""

    colour: Colour
    on: Data


class Wipe(Record):
    """Wipes the thing."""

    on: Data


class Painting(Monitor):
    """Pairs may differ in the thing that is painted blue, once green was painted."""

    last = register(Colour, Colour.RED)
    allowed = register(Bool, False)

    def step(self, left: Paint | Wipe, right: Paint | Wipe) -> None:
        require(same_case(left, right))
        with both(left, right, Wipe) as (v, w):
            require(v.on == w.on)
        with both(left, right, Paint) as (p, q):
            require(p.colour == q.colour)
            require((p.on == q.on) | (self.allowed & (p.colour == Colour.BLUE)))
            self.last = p.colour
        self.allowed = self.allowed | (self.last == Colour.GREEN)


class Owner(Opaque):
    """Whom things belong to."""


owner_of = function(Data, result=Owner, meaning=lambda thing: thing, name="owner_of")
trusted = relation(Owner, Data, meaning=lambda owner, thing: owner == thing, name="trusted")


class Owners(Monitor):
    """The things of one owner, whom the first pair names, may differ; the owner trusts the special thing."""

    special = parameter(Data)
    owner = register(Owner, NOTHING)
    begun = register(Bool, False)

    def step(self, left: Data, right: Data) -> None:
        with when(~self.begun):
            self.owner = owner_of(left)
        self.begun = True
        with when(left != right):
            require((owner_of(left) == self.owner) & (owner_of(right) == self.owner))
            require(trusted(self.owner, self.special))


class Entry(Record):
    """What is known of an index."""

    weight: Real
    colour: Colour


class Put(Record):
    """Puts an entry at an index."""

    index: Int
    entry: Entry


class Get(Record):
    """Names an index and its entry."""

    index: Int
    entry: Entry
    payload: Data


class Shelf(Monitor):
    """Payloads may differ where the entry named is the one that was put."""

    held = register(Map[Int, Entry], Entry(weight=0, colour=Colour.RED))

    def step(self, left: Put | Get, right: Put | Get) -> None:
        require(same_case(left, right))
        with both(left, right, Put) as (p, q):
            require((p == q) & (p.entry.colour == Colour.BLUE) & (p.entry.weight > 1))
            self.held[p.index] = p.entry
        with both(left, right, Get) as (g, h):
            require((g.index == h.index) & (g.entry == h.entry) & (self.held[g.index] == g.entry))
            require((g.payload == h.payload) | (g.entry.weight > 2))


class RootOfTwo(Monitor):
    """A pair that differs has a left number whose square is 2: no rational number is one."""

    def step(self, left: Real, right: Real) -> None:
        require((left == right) | (left * left == 2))


class AboveRootOfTwo(Monitor):
    """A pair that differs has a left number whose square is between 2 and 2.01."""

    def step(self, left: Real, right: Real) -> None:
        require((left == right) | ((left * left > 2) & (100 * left * left < 201)))


class Guarded(Monitor):
    """An absent value satisfies no relation, so nothing that differs is ever accepted."""

    held = register(Map[Int, Owner], NOTHING)

    def step(self, left: Data, right: Data) -> None:
        self.held[0] = self.held[1]
        require((left == right) | trusted(self.held[0], left))
