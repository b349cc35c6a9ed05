"""The histogram mechanism in an engineer's own words, with the invariant that its author has in mind."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Self

from concomp.model import Abs, Bool, Int, require, when
from tests.obligations.verify.own_histogram import Kind, Waits, own_histogram


def stating_histogram(dimension: int) -> SimpleNamespace:
    """The mechanism for rows of a dimension, f and f', and its query."""
    own = own_histogram(dimension)
    OwnHistogram: Any = own.machine

    class StatingHistogram(OwnHistogram):
        def invariant(self, other: Self, before: Any, after: Any, awaiting: Bool, index: Int) -> None:
            waits, made, test = self.waits, self.made, self.test
            disturbing = (waits == Waits.NOISE_MADE) | (waits == Waits.NOISE)
            require(awaiting == (waits != Waits.ROW))
            require((test >= 0) & (test <= made))
            require((made == 0) | (waits == Waits.COUNTER) | (test >= 1))
            require((waits == Waits.ROW) | (made >= 1))
            with when((index == 1) & (made >= 1)):
                require(after.kind[index] == Kind.COUNTER)
            with when((index == test) & (test >= 1)):
                require(after.kind[index] == Kind.TEST)
            with when((index == made) & disturbing):
                require(after.kind[index] == Kind.NOISE)
                require((waits == Waits.NOISE) | ~after.served[index])
            require((index <= made) | ~after.served[index])
            for one, another in zip(self.recent, other.recent, strict=True):
                require(Abs(one - another) <= 1)
                require(before.differed | (one == another))
                require(~after.count_differed | (waits == Waits.COUNT) | (one == another))
                require(~after.noise_differed | (waits == Waits.NOISE) | (waits == Waits.COUNT) | (one == another))
            for bit, another_bit in zip(self.row, other.row, strict=True):
                require(before.differed | (bit == another_bit))
            require(before.differed | ~after.test_differed)
            require(before.differed | ~after.noise_differed)
            require(before.differed | ~after.count_differed)
            with when((made == 0) | (waits == Waits.COUNTER) | (waits == Waits.TEST_MADE)):
                require(~after.test_differed)

    return SimpleNamespace(machine=StatingHistogram, left=own.left, right=own.right, query=own.query)
