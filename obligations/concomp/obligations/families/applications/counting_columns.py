"""The d-counter as a post-processing of d counters, and what each of these may be sent, in any dimension; a wrong one.

A vector is written as one of its coordinates sees it: as the entry there, and all the others, of which nothing is
known but that each is a number. So what is proved, for whichever coordinate sees it, is proved of vectors of every
length. An update goes to one counter after the other, and when the last has answered, all answers are shown in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from concomp.model.language import (
    NOTHING,
    Abs,
    Bool,
    Int,
    Monitor,
    Opaque,
    PostProcessing,
    Real,
    Record,
    function,
    ite,
    otherwise,
    parameter,
    register,
    require,
    when,
)


class Others(Opaque):
    """The entries of a vector at all coordinates but one."""


class Update(Record):
    """A vector, as one of its coordinates sees it: the entry there, and the others."""

    here: Real
    others: Others


class Item(Record):
    """What a counter is sent, and its number, counted from 0."""

    counter: Int
    value: Real


class Answers(Opaque):
    """What the counters answered that were asked so far, in order."""


entry = function(Others, Int, result=Real, name="entry")
"""The entry at another coordinate."""
first = function(Int, result=Answers, name="first")
"""One answer."""
followed = function(Answers, Int, result=Answers, name="followed")
"""Answers, and one more."""


class Counting(PostProcessing):
    """The d-counter. asked: how many counters were asked for the last update."""

    dimension = parameter(Int, where=lambda dimension: dimension >= 1)
    place = parameter(Int, where=lambda place: place >= 0)
    asked = register(Int, 0)
    here = register(Real, 0)
    others = register(Others, NOTHING)
    answers = register(Answers, NOTHING)

    def on_left(self, update: Update) -> None:
        """Ask the first counter."""
        self.here = update.here
        self.others = update.others
        self.asked = 0
        self.ask_next()

    def on_right(self, total: Int) -> None:
        """Note a counter's answer; ask the next, or show all."""
        self.answers = ite(self.asked == 1, first(total), followed(self.answers, total))
        with when(self.asked < self.dimension):
            self.ask_next()
        with otherwise():
            self.send_left(self.answers)

    def ask_next(self) -> None:
        """Send a counter its coordinate."""
        value = ite(self.asked == self.place, self.here, entry(self.others, self.asked))
        self.send_right(Item(counter=self.next_counter(), value=value))
        self.asked = self.asked + 1

    def next_counter(self) -> Int:
        """Coordinate i goes to the i-th counter."""
        return self.asked


class OneForAll(Counting):
    """Wrong: all coordinates go to the first counter."""

    def next_counter(self) -> Int:
        """The first."""
        return Int(0)


class NeighbouringUpdates(Monitor):
    """~_C at one coordinate: updates are identical but in one step, where the entries there differ by at most 1."""

    differed = register(Bool, False)

    def step(self, left: Update, right: Update) -> None:
        with when(left != right):
            require(~self.differed & (Abs(left.here - right.here) <= 1))
            self.differed = True


class ItemsOfCounters(Monitor):
    """f' at one coordinate: counters are asked alike, and that coordinate's gets a stream that is ~'."""

    dimension = parameter(Int, where=lambda dimension: dimension >= 1)
    place = parameter(Int, where=lambda place: place >= 0)
    differed = register(Bool, False)

    def step(self, left: Item, right: Item) -> None:
        require((left.counter == right.counter) & (left.counter >= 0) & (left.counter < self.dimension))
        with when((left.counter == self.place) & (left.value != right.value)):
            require(~self.differed & (Abs(left.value - right.value) <= 1))
            self.differed = True


@cache
def seen_from(place: int, vector: tuple[int, ...]) -> Update:
    """A vector as a coordinate sees it; among the others there is a 0 in its own place, which nobody looks at."""
    return Update(here=vector[place], others=(*vector[:place], 0, *vector[place + 1 :]))


MEANINGS: Mapping[str, Callable[..., Any]] = {
    "entry": lambda others, place: others[place] if 0 <= place < len(others) else 0,
    "first": lambda answer: (answer,),
    "followed": lambda answers, answer: (*answers, answer),
}
"""What is declared, of vectors that are seen so, and of answers that are listed."""
