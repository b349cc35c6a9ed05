"""Functions whose authors state something of whole vectors, or beside registers with names alike."""

from __future__ import annotations

from typing import Annotated

from concomp.model import Bool, Enumeration, Int, Map, Monitor, Vector, each, every, register, require, when

Row = Annotated[Vector[Int], "d"]


class Kept(Monitor):
    """Both vectors are what was sent last on the left, so that they are equal and differ nowhere from it."""

    number = register(Int, 0)
    triangle = register(Int, 0)
    first = register(Vector(Int, "d"), 0)
    second = register(Vector(Int, "d"), 0)
    largest = register(Vector(Int, "d"), 0)

    def step(self, left: Row, right: Row) -> None:
        half = (2 * self.triangle == self.number * self.number) & (self.number >= 1)
        require((left == right) | (self.number == 0) | half)
        self.number = self.number + 1
        self.triangle = self.triangle + self.number
        self.first, self.second = left, left
        self.largest = each(lambda entry, most: entry * entry + most, left, self.largest)

    def invariant(self) -> None:
        require(2 * self.triangle == self.number * self.number + self.number)
        require(self.number >= 0)
        require(self.first == self.second)
        require(every(lambda entry: entry >= 0, self.largest))
        with when(self.number >= 1):
            require(every(lambda one, other: one <= other, self.first, self.second))
        require(self.first == self.largest)
        require(self.first != self.second)
        require((self.first == self.largest) | (self.second == self.largest))


class Suffix(Monitor):
    """One register's name ends with that of another."""

    count = register(Int, 0)
    account = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.count < 0))
        self.count = self.count + 1
        self.account = self.account - 1

    def invariant(self) -> None:
        require(self.count >= 0)


class Colour(Enumeration):
    RED = 1
    BLUE = 2


class Coloured(Monitor):
    """What is live has a colour, and keeps it."""

    live = register(Map[Int, Bool], False)
    colour = register(Map[Int, Colour], Colour.RED)
    last = register(Colour, Colour.RED)
    before = register(Colour, Colour.RED)

    def step(self, left: Int, right: Int) -> None:
        require(left == right)
        self.live[left] = ~self.live[left]
        self.before = self.last
        with when(self.live[left]):
            self.colour[left] = Colour.BLUE
            self.last = Colour.BLUE

    def invariant(self, index: Int) -> None:
        require(self.live[index] | (self.colour[index] == Colour.RED))
        require(self.last == Colour.RED)
        require((self.before == Colour.RED) | (self.before == Colour.BLUE))


class Hard(Monitor):
    """A line that no solver settles, about sums of three cubes, stands before those that prove the property."""

    number = register(Int, 0)
    triangle = register(Int, 0)
    one = register(Int, 0)
    two = register(Int, 0)
    three = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        half = (2 * self.triangle == self.number * self.number) & (self.number >= 1)
        require((left == right) | (self.number == 0) | half)
        self.number = self.number + 1
        self.triangle = self.triangle + self.number
        self.one, self.two, self.three = left, self.one, self.two

    def invariant(self) -> None:
        cubes = [each * each * each for each in (self.one, self.two, self.three)]
        require(cubes[0] + cubes[1] + cubes[2] != 114)
        require(2 * self.triangle == self.number * self.number + self.number)
        require(self.number >= 0)


class Refuted(Suffix):
    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.count >= 3))
        self.count = self.count + 1
        self.account = self.account - 1


class Vacuous(Suffix):
    def step(self, left: Int, right: Int) -> None:
        require((left == right) & (self.count < 3))
        self.count = self.count + 1
        self.account = self.account - 1
