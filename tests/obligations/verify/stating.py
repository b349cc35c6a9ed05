"""Functions whose authors state what holds throughout, some of it wrongly."""

from __future__ import annotations

from typing import Any, Self

from concomp.model import Abs, Bool, Int, Map, Monitor, PostProcessing, parameter, register, require, when


class Unstated(Monitor):
    """A pair may differ at the start, and where a triangular number is half a square."""

    number = register(Int, 0)
    triangle = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        half = (2 * self.triangle == self.number * self.number) & (self.number >= 1)
        require((left == right) | (self.number == 0) | half)
        self.number = self.number + 1
        self.triangle = self.triangle + self.number


class Triangles(Unstated):
    def invariant(self) -> None:
        require(2 * self.triangle == self.number * self.number + self.number)
        require(self.number >= 0)


class PartlyWrong(Unstated):
    def invariant(self) -> None:
        require(self.triangle <= 5)
        require(2 * self.triangle == self.number * self.number + self.number)
        require(self.number >= 1)
        require(self.number >= 0)


class TooLittle(Unstated):
    def invariant(self) -> None:
        require(self.number >= 0)


class Entries(Monitor):
    """What is spent on a key is at most a limit, and is counted."""

    limit = parameter(Int, where=lambda limit: limit >= 1)
    spent = register(Map[Int, Int], 0)
    started = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ~self.started | (self.spent[left] > self.limit))
        self.started = True
        require(self.spent[left] < self.limit)
        self.spent[left] = self.spent[left] + 1

    def invariant(self, index: Int) -> None:
        require(self.spent[index] <= self.limit)
        with when(~self.started):
            require(self.spent[index] == 0)
        require(self.spent[index] <= 2)


class Halves(Monitor):
    """The pairs differ by 1 at most, and one of them differs."""

    differed = register(Bool, False)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | ~self.differed)
        require(Abs(left - right) <= 1)
        self.differed = self.differed | (left != right)


class Sums(PostProcessing):
    """Sends what came so far, and shows what is answered."""

    total = register(Int, 0)

    def on_left(self, number: Int) -> None:
        self.total = self.total + number
        self.send_right(self.total)

    def on_right(self, answer: Int) -> None:
        self.send_left(answer)

    def invariant(self, other: Self, before: Any, awaiting: Bool) -> None:
        require(Abs(self.total - other.total) <= 1)
        require(before.differed | (self.total == other.total))
        require(self.total >= other.total)
        require(~awaiting)


class Near(Monitor):
    """The pairs differ by 1 at most."""

    def step(self, left: Int, right: Int) -> None:
        require(Abs(left - right) <= 1)


class Stopping(Monitor):
    """Stops at a pair that differs where the first was identical."""

    begun = register(Bool, False)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require((left == right) | (self.count >= 1) | ~self.begun)
        self.begun = True
        with when(left != right):
            self.count += 1


class ThreeThenOrdered(Monitor):
    """A fourth pair that differs is accepted, and not when it is swapped."""

    started = register(Bool, False)
    count = register(Int, 0)

    def step(self, left: Int, right: Int) -> None:
        require(self.started | (left == right))
        require((self.count <= 2) | (left <= right))
        self.started = True
        with when(left != right):
            self.count += 1

    def invariant(self) -> None:
        require(self.count <= 1)
        require(self.count <= 3)
        require(self.count <= 4)
        require(self.count >= 0)
