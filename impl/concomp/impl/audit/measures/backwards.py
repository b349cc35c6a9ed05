"""The best that any adversary reaches, where one value a place is enough.

What is measured multiplies, or adds up, along the history. So the value of a move follows from those of the places
after it, that of a place is the largest of its moves, and places are gone through from the last query to the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from concomp.impl.audit.arena import Arena, Branch
from concomp.impl.audit.induction import reachable
from concomp.model.mechanisms.positions import Allowance

X = TypeVar("X")


@dataclass(frozen=True)
class Valuation(Generic[X]):
    """How what an adversary reaches is measured.

    stop: the value where nothing more is asked; no move is worth less. move: the value of a move's branches, given
    those of the places after them. larger: the larger of two values. steps: what a branch costs at such a value.
    """

    stop: X
    move: Callable[[tuple[Branch, ...], dict[int, X]], X]
    larger: Callable[[X, X], X]
    steps: Callable[[X], int] = lambda _: 1


@dataclass(frozen=True, eq=False)
class Backwards:
    """An arena from the last query to the first, prepared to be gone through more than once."""

    arena: Arena

    @cached_property
    def _layers(self) -> list[frozenset[int]]:
        return reachable(self.arena)

    @cached_property
    def _moves(self) -> list[list[tuple[Branch, ...]]]:
        return [self.arena.options(place) for place in range(len(self.arena.places))]

    def value(self, valuation: Valuation[X], allowance: Allowance) -> X:
        """The value of the start; TooLarge if it takes more than is allowed."""
        *earlier, last = self._layers
        later = dict.fromkeys(last, valuation.stop)
        for layer in reversed(earlier):
            later = {place: self._best(place, valuation, later, allowance) for place in layer}
        return later[self.arena.start]

    def _best(self, place: int, valuation: Valuation[X], later: dict[int, X], allowance: Allowance) -> X:
        best = valuation.stop
        for branches in self._moves[place]:
            allowance.spend(len(branches) * valuation.steps(best))
            best = valuation.larger(best, valuation.move(branches, later))
        return best
