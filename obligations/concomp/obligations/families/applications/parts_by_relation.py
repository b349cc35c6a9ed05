"""What the parts of HSS may be sent, once more, kind by kind as the composition theorems have it.

Of the tests one at most gets a stream that differs, by ~_S, and of the Laplace mechanisms one at most gets a number
that differs, by ~_L: each kind is a 1-sparse parallel composition. The counter gets streams that are ~_C. Creations are
the same, and so is which part is sent what.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from concomp.model.applications.histogram import Disturb, Messages, NewCounter, NewNoise, Part, messages
from concomp.model.language import Abs, Bool, Int, Map, Monitor, both, every, register, require, same_case, when

NOBODY = 0
"""The exceptional part of a kind, as long as there is none."""


class RelationSteps(Monitor):
    """Kind by kind, in any dimension.

    test, number: the exceptional part of each kind. row_differed: whether a row of that test did. sums_differed:
    whether a vector of the counter did.
    """

    created = register(Int, 0)
    kind = register(Map[Int, Part], Part.NONE)
    answered = register(Map[Int, Bool], False)
    test = register(Int, NOBODY)
    number = register(Int, NOBODY)
    row_differed = register(Bool, False)
    sums_differed = register(Bool, False)

    def read(self, kinds: Messages, left: Any, right: Any) -> None:
        """Require what the relation of each kind asks for."""
        require(same_case(left, right))
        for record, part in ((NewCounter, Part.COUNTER), (kinds.new_test, Part.TEST), (NewNoise, Part.NOISE)):
            with both(left, right, record) as (one, other):
                require(one == other)
                self.created = self.created + 1
                self.kind[self.created] = part
        with both(left, right, kinds.test) as (one, other):
            self.related_tests(one, other)
        with both(left, right, Disturb) as (one, other):
            self.related_numbers(one, other)
        with both(left, right, kinds.count) as (one, other):
            self.related_sums(one, other)

    def related_tests(self, left: Any, right: Any) -> None:
        """~_S, of the exceptional test alone."""
        require((left.index == right.index) & (self.kind[left.index] == Part.TEST))
        require(left.threshold == right.threshold)
        with when(left.row != right.row):
            require(((self.test == NOBODY) | (self.test == left.index)) & ~self.row_differed)
            self.test = left.index
            self.row_differed = True

    def related_numbers(self, left: Disturb, right: Disturb) -> None:
        """~_L, of the exceptional number alone; each mechanism answers one."""
        require((left.index == right.index) & (self.kind[left.index] == Part.NOISE) & ~self.answered[left.index])
        self.answered[left.index] = True
        require(Abs(left.value - right.value) <= 1)
        with when(left.value != right.value):
            require(self.number == NOBODY)
            self.number = left.index

    def related_sums(self, left: Any, right: Any) -> None:
        """~_C."""
        require((left.index == right.index) & (self.kind[left.index] == Part.COUNTER))
        require(every(lambda x, y: Abs(x - y) <= 1, left.sums, right.sums))
        with when(left.sums != right.sums):
            require(~self.sums_differed)
            self.sums_differed = True


class TestsDiffer(RelationSteps):
    """Wrong: rows of two tests may differ."""

    def related_tests(self, left: Any, right: Any) -> None:
        require((left.index == right.index) & (self.kind[left.index] == Part.TEST))
        require(left.threshold == right.threshold)


@cache
def parts_by_relation(dimension: int | str, steps: type[RelationSteps] = RelationSteps) -> type[Monitor]:
    """f' kind by kind, for vectors of this dimension."""
    kinds = messages(dimension)
    forwarded = kinds.forwarded

    class PartsByRelation(steps):  # type: ignore[misc, valid-type]
        """The messages that HSS sends to its parts."""

        def step(self, left: forwarded, right: forwarded) -> None:  # type: ignore[valid-type]
            self.read(kinds, left, right)

    return PartsByRelation
