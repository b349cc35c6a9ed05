"""Arenas: places and moves, with everything left out that does not matter for what an adversary can gain.

A move leads along branches to places. A branch has a weight, its chance in world 0, and odds, the ratio of its
chances in world 1 and world 0. Branches of one move with the same odds and the same place after them are one branch;
places that offer the same moves are one place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import fmpq

from concomp.impl.audit.rationals import ONE, ZERO, Register
from concomp.model.mechanisms.positions import Allowance

NEVER = -1
"""The odds of what only world 1 brings; its weight is the chance in world 1."""
EXCLUDED = 1
"""The odds, zero, of what only world 0 brings."""
END = 0
"""The place where nothing more can be done."""

Branch = tuple[int, int, int]
"""(number of the odds or NEVER, number of the weight, place after it)."""
Move = tuple[Hashable, tuple[Branch, ...]]
"""(what a rule has to know about the query, branches)."""


@dataclass(frozen=True)
class Numbers:
    """The odds and weights that occur, each once."""

    odds: Register
    weights: Register

    def branch(self, p: fmpq, q: fmpq, after: int) -> Branch:
        """The branch with chances p and q, not both zero; where one is zero nothing follows."""
        if p == 0:
            return NEVER, self.weights.number(q), END
        return self.odds.number(q / p), self.weights.number(p), after if q != 0 else END

    def chances(self, branch: Branch) -> tuple[fmpq, fmpq]:
        """The chances of a branch in world 0 and in world 1."""
        odds, weight, _ = branch
        value = self.weights.values[weight]
        return (ZERO, value) if odds == NEVER else (value, value * self.odds.values[odds])

    def gathered(self, branches: Iterable[Branch]) -> tuple[Branch, ...]:
        """The branches in a fixed order, those with the same odds and place added up."""
        sums: dict[tuple[int, int], list[int]] = {}
        for odds, weight, after in branches:
            sums.setdefault((odds, after), []).append(weight)
        return tuple(sorted((odds, self._sum(weights), after) for (odds, after), weights in sums.items()))

    def _sum(self, weights: list[int]) -> int:
        if len(weights) == 1:
            return weights[0]
        return self.weights.number(sum((self.weights.values[weight] for weight in weights), ZERO))


def numbers() -> Numbers:
    """No numbers yet, but the odds one and zero."""
    found = Numbers(Register(), Register())
    found.odds.number(ONE)
    found.odds.number(ZERO)
    return found


@dataclass(frozen=True)
class Arena:
    """Places by number, END among them, each with its moves.

    places: for each place its moves, tags included. start: where play begins. rounds: how many moves may be made.
    number_of: for each place before merging, its number.
    """

    numbers: Numbers
    places: tuple[tuple[Move, ...], ...]
    start: int
    rounds: int
    number_of: tuple[int, ...]

    @cached_property
    def has_choices(self) -> bool:
        """Whether some place has more than one move."""
        return any(len(self.options(place)) > 1 for place in range(len(self.places)))

    def options(self, place: int) -> list[tuple[Branch, ...]]:
        """The different moves of a place, whatever a rule thinks of them."""
        return list(dict.fromkeys(branches for _, branches in self.places[place]))


def merged(numbers: Numbers, offers: Sequence[Sequence[Move]], start: int, rounds: int, allowance: Allowance) -> Arena:
    """The arena of places that are given one by one, the place of number END offering nothing."""
    order = _backwards(offers)
    return _Merger(numbers, offers, allowance).arena(order, start, rounds)


def _backwards(offers: Sequence[Sequence[Move]]) -> list[int] | None:
    """The places such that each comes after those its moves lead to; None if play can come back to a place."""
    following = [list({after for _, branches in moves for _, _, after in branches}) for moves in offers]
    entered, left, order = bytearray(len(offers)), bytearray(len(offers)), []
    for root in range(len(offers)):
        stack = [] if entered[root] else [root]
        while stack:
            place = stack[-1]
            entered[place] = 1
            if following[place]:
                after = following[place].pop()
                if not entered[after]:
                    stack.append(after)
                elif not left[after]:
                    return None
            else:
                left[place] = 1
                order.append(stack.pop())
    return order


REFINEMENT = 400_000
"""Places times rounds of refinement that are spent at most on finding equal places where play can come back."""


class _Merger:
    def __init__(self, numbers: Numbers, offers: Sequence[Sequence[Move]], allowance: Allowance) -> None:
        self._numbers = numbers
        self._offers = offers
        self._allowance = allowance

    def arena(self, order: list[int] | None, start: int, rounds: int) -> Arena:
        classes = self._refine() if order is None else self._hash_of(order)
        places: list[tuple[Move, ...]] = [()] * (max(classes) + 1)
        for place, number in enumerate(classes):
            if not places[number]:
                places[number] = self._moves(place, classes)
        return Arena(self._numbers, tuple(places), classes[start], rounds, tuple(classes))

    def _moves(self, place: int, classes: Sequence[int]) -> tuple[Move, ...]:
        """The moves of a place, those that come to the same left out."""
        moves = (
            (tag, self._numbers.gathered((odds, weight, classes[after]) for odds, weight, after in branches))
            for tag, branches in self._offers[place]
        )
        return tuple(dict.fromkeys(moves))

    def _hash_of(self, order: list[int]) -> list[int]:
        """Classes where play never comes back: one pass from the ends."""
        known: dict[frozenset[Move], int] = {frozenset(): END}
        classes = [END] * len(self._offers)
        for place in order:
            self._allowance.spend(1 + len(self._offers[place]))
            moves = frozenset(self._moves(place, classes))
            classes[place] = known.setdefault(moves, len(known))
        return classes

    def _refine(self) -> list[int]:
        """Classes where play can come back: split until what is together offers the same."""
        classes = [0] * len(self._offers)
        count = 1
        for _ in range(REFINEMENT // len(self._offers)):
            self._allowance.spend(len(self._offers))
            known: dict[frozenset[Move], int] = {frozenset(): END}
            classes = [
                known.setdefault(frozenset(self._moves(place, classes)), len(known))
                for place in range(len(self._offers))
            ]
            if len(known) == count:
                return classes
            count = len(known)
        return list(range(len(self._offers)))
