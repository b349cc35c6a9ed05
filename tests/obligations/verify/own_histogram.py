"""The histogram mechanism in an engineer's own words: no phase of its own before the first row."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Annotated, Any

from concomp.model import (
    Abs,
    Bool,
    Enumeration,
    Int,
    Map,
    Monitor,
    PostProcessing,
    Real,
    Record,
    Vector,
    all_of,
    both,
    elsewhen,
    function,
    ite,
    otherwise,
    register,
    require,
    same_case,
    when,
)


class Waits(Enumeration):
    """What it waits for."""

    ROW = "row"
    COUNTER = "counter"
    TEST_MADE = "test made"
    TEST = "test"
    NOISE_MADE = "noise made"
    NOISE = "noise"
    COUNT = "count"
    TEST_MADE_AGAIN = "test made again"


class Kind(Enumeration):
    """The kinds of parts."""

    FREE = "free"
    COUNTER = "counter"
    TEST = "test"
    NOISE = "noise"


class MakeCounter(Record):
    """Makes the counter."""


class MakeNoise(Record):
    """Makes a Laplace mechanism."""


class Disturb(Record):
    """A number for a Laplace mechanism."""

    part: Int
    value: Int


bound = function(Int, result=Real, name="bound")


def cleared(machine: Any) -> None:
    """Begin anew with sums of 0."""
    for place in range(len(machine.recent)):
        machine.recent[place] = 0


def own_histogram(dimension: int, end: Callable[[Any], None] = cleared) -> SimpleNamespace:
    """The mechanism for rows of a dimension, f and f', and its query.

    end: what is done with the recent sums when the counter has counted them.
    """
    Row = Annotated[Vector[Bool], dimension]
    Sums = Annotated[Vector[Int], dimension]
    query = function(Vector(Int, dimension), result=Int, name="query")

    class MakeTest(Record):
        start: Sums

    class AskTest(Record):
        part: Int
        row: Row
        threshold: Real

    class AskCounter(Record):
        part: Int
        sums: Sums

    class Reply(Record):
        above: Bool
        noisy: Int
        sums: Sums

    Sent = MakeCounter | MakeTest | MakeNoise | AskTest | Disturb | AskCounter

    class OwnHistogram(PostProcessing):
        waits = register(Waits, Waits.ROW)
        made = register(Int, 0)
        test = register(Int, 0)
        clock = register(Int, 0)
        level = register(Real, 0)
        row = register(Vector(Bool, dimension), False)
        recent = register(Vector(Int, dimension), 0)
        old = register(Vector(Int, dimension), 0)

        def on_left(self, row: Row) -> None:
            self.clock = self.clock + 1
            for place, bit in enumerate(row):
                self.recent[place] = self.recent[place] + ite(bit, 1, 0)
            self.row = row
            with when(self.made == 0):
                self.made = 1
                self.waits = Waits.COUNTER
                self.send_right(MakeCounter())
            with otherwise():
                self.ask()

        def on_right(self, reply: Reply) -> None:
            waits = self.waits
            with when(waits == Waits.COUNTER):
                self.waits = Waits.TEST_MADE
                self.make_test()
            with elsewhen(waits == Waits.TEST_MADE):
                self.ask()
            with elsewhen(waits == Waits.TEST):
                self.look(reply.above)
            with elsewhen(waits == Waits.NOISE_MADE):
                self.waits = Waits.NOISE
                now, *more = [past + present for past, present in zip(self.old, self.recent, strict=True)]
                self.send_right(Disturb(part=self.made, value=query(Vector.of(now, *more))))
            with elsewhen(waits == Waits.NOISE):
                with when(Real(reply.noisy) > self.level):
                    self.level = self.level + bound(self.clock)
                self.waits = Waits.COUNT
                self.send_right(AskCounter(part=1, sums=self.recent))
            with elsewhen(waits == Waits.COUNT):
                self.old = reply.sums
                end(self)
                self.waits = Waits.TEST_MADE_AGAIN
                self.make_test()
            with otherwise():
                self.answer()

        def ask(self) -> None:
            self.waits = Waits.TEST
            self.send_right(AskTest(part=self.test, row=self.row, threshold=self.level))

        def look(self, above: Bool) -> None:
            with when(above):
                self.waits = Waits.NOISE_MADE
                self.made = self.made + 1
                self.send_right(MakeNoise())
            with otherwise():
                self.answer()

        def make_test(self) -> None:
            self.made = self.made + 1
            self.test = self.made
            self.send_right(MakeTest(start=self.old))

        def answer(self) -> None:
            self.waits = Waits.ROW
            self.level = bound(self.clock)
            self.send_left(query(self.old))

    class Rows(Monitor):
        differed = register(Bool, False)

        def step(self, left: Row, right: Row) -> None:
            with when(left != right):
                require(~self.differed)
                self.differed = True

    class Parts(Monitor):
        made = register(Int, 0)
        kind = register(Map[Int, Kind], Kind.FREE)
        served = register(Map[Int, Bool], False)
        test_differed = register(Bool, False)
        noise_differed = register(Bool, False)
        count_differed = register(Bool, False)

        def step(self, left: Sent, right: Sent) -> None:
            require(same_case(left, right))
            for record, kind in ((MakeCounter, Kind.COUNTER), (MakeTest, Kind.TEST), (MakeNoise, Kind.NOISE)):
                with both(left, right, record) as (one, other):
                    require(one == other)
                    self.made = self.made + 1
                    self.kind[self.made] = kind
            with both(left, right, AskTest) as (one, other):
                require((one.part == other.part) & (self.kind[one.part] == Kind.TEST))
                require(one.threshold == other.threshold)
                with when(one.row != other.row):
                    require(~self.test_differed)
                    self.test_differed = True
            with both(left, right, Disturb) as (one, other):
                require((one.part == other.part) & (self.kind[one.part] == Kind.NOISE) & ~self.served[one.part])
                self.served[one.part] = True
                with when(one.value != other.value):
                    require(~self.noise_differed & (Abs(one.value - other.value) <= 1))
                    self.noise_differed = True
            with both(left, right, AskCounter) as (one, other):
                require((one.part == other.part) & (self.kind[one.part] == Kind.COUNTER))
                with when(one.sums != other.sums):
                    require(~self.count_differed)
                    require(all_of(Abs(x - y) <= 1 for x, y in zip(one.sums, other.sums, strict=True)))
                    self.count_differed = True

    return SimpleNamespace(machine=OwnHistogram, left=Rows, right=Parts, query=query)
