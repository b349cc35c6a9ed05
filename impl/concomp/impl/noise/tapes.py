"""Tapes: a program that draws from `Randomness` is run on every outcome of its draws, and so has its exact law.

A number on a tape is a range, no narrower than the program has asked to know: a coin, `below(1000) < 317`, makes two
tapes of a thousand. Where the program goes on differently within a range, the range is split, and the program run anew.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from math import ceil, floor
from operator import index
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

from concomp.impl.noise.randomness import Randomness
from concomp.model.numbers import ParameterError

X = TypeVar("X", bound=Hashable)
Range = tuple[int, int]
"""The numbers from the first to the second, without it."""


class _Split(BaseException):
    """Thrown where a program would go on differently below a number of a range, and from it on."""

    def __init__(self, place: int, number: int) -> None:
        self.place, self.number = place, number


class _Drawn:
    """A number of which a range is known. To compare it splits the range at most; all else asks for the number."""

    __slots__ = ("_high", "_low", "_place")

    def __init__(self, place: int, low: int, high: int) -> None:
        self._place, self._low, self._high = place, low, high

    def _is_below(self, number: int) -> bool:
        if self._low < number < self._high:
            raise _Split(self._place, number)
        return self._high <= number

    def __lt__(self, other: Any) -> bool:
        return self._is_below(ceil(other))

    def __le__(self, other: Any) -> bool:
        return self._is_below(floor(other) + 1)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def _known(self, *_: object) -> NoReturn:
        raise _Split(self._place, (self._low + self._high) // 2)

    __hash__ = __eq__ = __ne__ = __bool__ = __int__ = __index__ = __float__ = __repr__ = _known
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __pow__ = __rpow__ = _known
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _known
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __and__ = __rand__ = __or__ = __ror__ = _known
    __xor__ = __rxor__ = __neg__ = __pos__ = __abs__ = __invert__ = __round__ = __trunc__ = _known
    __floor__ = __ceil__ = _known
    numerator = denominator = real = imag = property(_known)


# Fraction takes it for an integer, and so asks for its numerator.
numbers.Integral.register(_Drawn)


class Tape(Randomness):
    """What is known of each draw; of draws beyond its end, nothing."""

    def __init__(self, ranges: tuple[Range, ...] = ()) -> None:
        """Take the ranges."""
        self._given, self.drawn = ranges, list[Range]()

    def below(self, bound: int) -> int:
        """The next number; ParameterError for a bound that is no positive integer."""
        most = index(bound)
        if isinstance(bound, bool) or most < 1:
            raise ParameterError("bound", bound, "numbers are drawn below an integer of at least 1")
        place = len(self.drawn)
        low, high = known = self._given[place] if place < len(self._given) else (0, most)
        self.drawn.append(known)
        # To the program it is a number: whatever it does with it asks for as much as it needs to know.
        return low if high == low + 1 else _Drawn(place, low, high)  # type: ignore[return-value]


@dataclass(frozen=True)
class TapeLaw(Generic[X]):
    """What a program does on all its tapes: the mass of each outcome, and the mass of the tapes that were cut off.

    The chance of an outcome is at least its mass, and at most its mass and `cut` together.
    """

    masses: dict[X, Fraction]
    cut: Fraction

    def mass(self, outcome: X) -> Fraction:
        """The mass of an outcome."""
        return self.masses.get(outcome, Fraction(0))


def enumerate_tape(program: Callable[[Randomness], X], cut: Fraction = Fraction(0)) -> TapeLaw[X]:
    """The law of a program, which draws from nothing but the randomness that it is given.

    cut: the mass of tapes that may be left out, for a program that may go on for ever; the likeliest tapes come first,
    and no more is left out than that. Without it, the program must end on every tape.
    """
    masses: dict[X, Fraction] = {}
    waiting, order, left = [_Waiting(-1.0, 0, Fraction(1), Tape())], count(1), Fraction(1)
    while waiting and left > cut:
        _, _, weight, tape = heappop(waiting)
        try:
            outcome = program(tape)
            outcome = int(outcome) if isinstance(outcome, _Drawn) else outcome  # type: ignore[assignment]
            masses[outcome] = masses.get(outcome, Fraction(0)) + weight
            left -= weight
        except _Split as split:
            for chance, part in _parts(tape, split):
                heappush(waiting, _Waiting(-float(weight * chance), next(order), weight * chance, part))
    return TapeLaw(masses, left)


class _Waiting(NamedTuple):
    """A tape that is still to be run; in a heap, the heaviest comes first."""

    lightness: float
    order: int
    weight: Fraction
    tape: Tape


def _parts(tape: Tape, split: _Split) -> Iterator[tuple[Fraction, Tape]]:
    """The tape with the range at that place below the number, and from it on, with the chances of both."""
    before, after = tape.drawn[: split.place], tape.drawn[split.place + 1 :]
    low, high = tape.drawn[split.place]
    for part in (low, split.number), (split.number, high):
        yield Fraction(part[1] - part[0], high - low), Tape((*before, part, *after))
