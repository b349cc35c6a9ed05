"""The d-counter as a post-processing of d counters, and what each of these may be sent; wrong ones beside it.

An update goes to one counter after the other, and what they answer is a vector when the last has answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from concomp.model.language import (
    Abs,
    Bool,
    Int,
    Monitor,
    PostProcessing,
    Real,
    Record,
    Vector,
    ite,
    otherwise,
    register,
    require,
    when,
)


class Item(Record):
    """What a counter is sent, and its number, counted from 0."""

    counter: Int
    value: Real


class CountingSteps(PostProcessing):
    """What the d-counter does, in any dimension: asked is how many counters were asked for the last update."""

    asked = register(Int, 0)

    def __init__(self, dimension: int, **given: object) -> None:
        """Take d."""
        super().__init__(**given)
        self.dimension = dimension
        self.waiting = register(Vector(Real, dimension), 0)
        self.totals = register(Vector(Int, dimension), 0)

    def receive(self, update: Vector[Real]) -> None:
        """Send the first coordinate to the first counter."""
        self.waiting = update
        self.asked = 1
        self.send_right(Item(counter=0, value=update[0]))

    def proceed(self, total: Int) -> None:
        """Note a counter's answer; ask the next, or show all."""
        for place in range(self.dimension):
            self.totals[place] = ite(self.asked == place + 1, total, self.totals[place])
        with when(self.asked < self.dimension):
            self.send_right(Item(counter=self.next_counter(), value=self.next_value()))
            self.asked = self.asked + 1
        with otherwise():
            self.send_left(self.totals)

    def next_counter(self) -> Int:
        """Coordinate i goes to the i-th counter."""
        return self.asked

    def next_value(self) -> Real:
        """The first coordinate that no counter was sent."""
        value = self.waiting[-1]
        for place in range(self.dimension):
            value = ite(self.asked == place, self.waiting[place], value)
        return value


class OneForAll(CountingSteps):
    """Wrong: all coordinates go to the first counter."""

    def next_counter(self) -> Int:
        """The first."""
        return Int(0)


@cache
def counting_columns(dimension: int, steps: Callable[[int], Any] = CountingSteps) -> PostProcessing:
    """The d-counter, unless other steps are given."""

    class Counting(steps):  # type: ignore[misc, valid-type]
        """The d-counter in one dimension."""

        def on_left(self, update: Annotated[Vector[Real], dimension]) -> None:
            self.receive(update)

        def on_right(self, total: Int) -> None:
            self.proceed(total)

    made: PostProcessing = Counting(dimension)
    return made


@cache
def items_of_counters(dimension: int) -> type[Monitor]:
    """f': each counter gets a stream that is ~': it differs in one step at most, there by at most 1."""

    class ItemsOfCounters(Monitor):
        """What the counters of so many coordinates may be sent."""

        differed = register(Vector(Bool, dimension), False)

        def step(self, left: Item, right: Item) -> None:
            require((left.counter == right.counter) & (left.counter >= 0) & (left.counter < dimension))
            for place in range(dimension):
                with when((left.counter == place) & (left.value != right.value)):
                    require(~self.differed[place] & (Abs(left.value - right.value) <= 1))
                    self.differed[place] = True

    return ItemsOfCounters
