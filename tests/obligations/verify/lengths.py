"""Functions of vectors whose length is a parameter."""

from __future__ import annotations

from typing import Annotated

from concomp.model.language import (
    Abs,
    Bool,
    Int,
    Monitor,
    Real,
    Vector,
    any_of,
    each,
    every,
    function,
    parameter,
    register,
    require,
    when,
)


class Gradients(Monitor):
    """Gradients that differ in one step, by at most `clip` at each coordinate."""

    clip = parameter(Real, where=lambda clip: clip > 0)
    differed = register(Bool, False)

    def step(self, left: Annotated[Vector[Real], "d"], right: Annotated[Vector[Real], "d"]) -> None:
        require(every(lambda x, y: Abs(x - y) <= self.clip, left, right))
        with when(left != right):
            require(~self.differed)
            self.differed = True


class Totals(Monitor):
    """What has been added at each coordinate differs by at most 1."""

    first = register(Vector(Int, "d"), 0)
    second = register(Vector(Int, "d"), 0)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        self.first = each(lambda total, x: total + x, self.first, left)
        self.second = each(lambda total, x: total + x, self.second, right)
        require(every(lambda one, other: Abs(one - other) <= 1, self.first, self.second))


class Differences(Monitor):
    """The same, of which only the difference is kept."""

    apart = register(Vector(Int, "d"), 0)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        self.apart = each(lambda past, x, y: past + x - y, self.apart, left, right)
        require(every(lambda past: Abs(past) <= 1, self.apart))


def rows_of(*sets: tuple[int, ...]) -> type[Monitor]:
    """Rows all of whose entries are in one of these sets."""

    class RowsOf(Monitor):
        """All entries of a row are in one of some sets."""

        def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
            require(
                any_of([every(lambda x, known=known: any_of([x == each for each in known]), left) for known in sets])
            )

    return RowsOf


class AlikeOnce(Monitor):
    """One row, and of one sign: more than one coordinate takes fewer messages to come to a row that is refused."""

    seen = register(Bool, False)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        require(every(lambda x: x >= 1, left) | every(lambda x: x <= 0, left))
        require((left == right) & ~self.seen)
        self.seen = True


chosen = function(Int, result=Int, name="chosen")


class OfChosenLength(Monitor):
    """Rows of a length that a declared function decides."""

    d = parameter(Int, where=lambda d: chosen(d) > 0)
    last = register(Vector(Int, "d"), 0)
    differed = register(Bool, False)

    def step(self, left: Annotated[Vector[Int], "d"], right: Annotated[Vector[Int], "d"]) -> None:
        with when(left != right):
            require(~self.differed)
            self.differed = True
        self.last = left
