"""Tapes: a program that draws from `Randomness` is run on every outcome of its draws, and so has its exact law.

A tape gives a program what is written on it, and beyond its end whatever comes. A run so reaches one outcome, by one
series of draws; what was drawn beyond the end could have come out otherwise, and that is where other tapes begin. A
program meets plain numbers, and nothing is thrown through it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from concomp.impl.noise.randomness import Randomness, whole
from concomp.model.numbers import Exact, NumberError, ParameterError, exact, parameter

X = TypeVar("X", bound=Hashable)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Uniform:
    """The draw of a number below a bound."""

    bound: int

    def chance(self, number: int) -> Fraction:
        """The chance of a number."""
        return Fraction(1, self.bound)

    def others(self, number: int) -> tuple[Fraction, Iterator[int]]:
        """What else may come, each with the same chance."""
        return Fraction(1, self.bound), (other for other in range(self.bound) if other != number)


@dataclass(frozen=True)
class Coin:
    """The throw of a coin that falls, which is 1, with a chance."""

    heads: Fraction

    def chance(self, number: int) -> Fraction:
        """The chance of 0 or 1."""
        return self.heads if number else 1 - self.heads

    def others(self, number: int) -> tuple[Fraction, Iterator[int]]:
        """The other side, with its chance."""
        return self.chance(1 - number), iter((1 - number,))


Kind = Uniform | Coin


class Drawn(NamedTuple):
    """A draw, and what came of it."""

    kind: Kind
    number: int


class Tape(Randomness):
    """What is given of each draw, and beyond its end whatever a fixed seed brings; what was drawn is kept."""

    def __init__(self, given: tuple[Drawn, ...] = ()) -> None:
        """Take what is given."""
        self._given, self.drawn = given, list[Drawn]()
        self._beyond = random.Random(len(given))

    def below(self, bound: int) -> int:
        """The next number; ParameterError for a bound that is no positive integer."""
        most = whole("bound", bound, 1)
        return self._next(Uniform(most), lambda: self._beyond.randrange(most))

    def falls(self, chance: Fraction) -> bool:
        """Whether the next coin falls; one that surely does, or surely does not, is not thrown."""
        if chance in (0, 1):
            return chance == 1
        return self._next(Coin(chance), lambda: int(self._beyond.random() < chance)) == 1

    def _next(self, kind: Kind, invent: Callable[[], int]) -> int:
        place = len(self.drawn)
        drawn = self._given[place] if place < len(self._given) else Drawn(kind, invent())
        if drawn.kind != kind:
            raise ParameterError(
                "the program", kind, f"run again, it draws {drawn.kind}: let it draw from nothing else"
            )
        self.drawn.append(drawn)
        return drawn.number


@dataclass(frozen=True)
class TapeLaw(Generic[X]):
    """What a program does on all its tapes: the mass of each outcome, and the mass of the tapes that were cut off.

    The chance of an outcome is at least its mass, and at most its mass and `cut` together.
    """

    masses: dict[X, Fraction]
    cut: Fraction

    def mass(self, outcome: X) -> Fraction:
        """The mass of an outcome."""
        return self.masses.get(outcome, ZERO)


class _Branches(NamedTuple):
    """Tapes that differ in their last draw alone and are still to be run; in a heap, the heaviest come first.

    weight: of each of them.
    """

    lightness: float
    order: int
    weight: Fraction
    before: tuple[Drawn, ...]
    kind: Kind
    numbers: Iterator[int]


def enumerate_tape(program: Callable[[Randomness], X], cut: Exact = 0) -> TapeLaw[X]:
    """The law of a program, which draws from nothing but the randomness that it is given, and ends surely.

    cut: the mass of tapes that may be left out, below 1, for a program that may go on for ever; the likeliest tapes
    come first. Without it, the program must end on every tape. Raises ParameterError for another number, an outcome
    that has no hash, or a program that draws otherwise when it is run again.
    """
    most = parameter("cut", _below_one, cut)
    masses: dict[X, Fraction] = {}
    waiting: list[_Branches] = []
    order, left = count(), ONE

    def run(given: tuple[Drawn, ...], weight: Fraction) -> Fraction:
        """Run a tape, note the others that begin where it was not given, and answer the weight of its one outcome."""
        tape = Tape(given)
        outcome = program(tape)
        for place in range(len(given), len(tape.drawn)):
            kind, number = tape.drawn[place]
            chance, others = kind.others(number)
            each = weight * chance
            heappush(waiting, _Branches(-float(each), next(order), each, tuple(tape.drawn[:place]), kind, others))
            weight *= kind.chance(number)
        _add(masses, outcome, weight)
        return weight

    left -= run((), ONE)
    while waiting and left > most:
        branches = waiting[0]
        number = next(branches.numbers, None)
        if number is None:
            heappop(waiting)
        else:
            left -= run((*branches.before, Drawn(branches.kind, number)), branches.weight)
    return TapeLaw(masses, left)


def _add(masses: dict[X, Fraction], outcome: X, weight: Fraction) -> None:
    try:
        masses[outcome] = masses.get(outcome, ZERO) + weight
        return
    except TypeError:
        problem = "it has no hash: let the program answer what can be a key"
    raise ParameterError("an outcome", outcome, problem)


def _below_one(value: object) -> Fraction:
    number = exact(value)
    if not 0 <= number < 1:
        raise NumberError("write a number from 0 to below 1")
    return number
