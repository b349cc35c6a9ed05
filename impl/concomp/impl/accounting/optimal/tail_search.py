"""Certified answers from tilted laws on a lattice: δ at an E, and the E at which the profile reaches a δ.

A law is tilted to about where the tail starts, more and more precisely until the answer is close enough. The line of
any tail, E ↦ Σ_{m≥start} (P_m − E·Q_m), is nowhere above the profile, and the profile is the highest of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

from flint import arb

from concomp.impl.accounting.numbers import Bounds, are_close
from concomp.impl.accounting.optimal.bisection import last_holding
from concomp.impl.accounting.optimal.exposure import overall
from concomp.impl.accounting.optimal.saddle_point import start_for
from concomp.impl.accounting.optimal.tails import GUARD, PRECISIONS, Undecided, bounds, precisions
from concomp.impl.accounting.optimal.tilting import BeyondBell, Tilted, Walk
from concomp.impl.accounting.parameters import flint_rational
from concomp.model.laws.balls import precision

RELATIVE_GAP = Fraction(1, 10**15)
"""The largest relative gap of certified bounds on a lattice."""
DEEP = 1024
"""The bits from which on a least E need no longer be known as closely beyond 1."""
TILTS = 60
"""How many laws are tilted on the way to the right one."""


@dataclass(frozen=True)
class Tails:
    """Tails of the loss of a walk.

    tilt: the tilted law whose mean is about a start, to so many bits, at a precision that is a little higher.
    finest: the bits from which on bounds are given however close they are, for more would tell nothing new.
    """

    walk: Walk
    tilt: Callable[[int, int], Tilted]
    finest: int = PRECISIONS[-1] + 1
    _known: list[tuple[int, Tilted]] = field(default_factory=list, compare=False)
    """Tilted laws that were made, with their bits: what was made for one question often answers the next."""

    def excess(self, e_eps: Fraction, start: int, unexposed: Bounds) -> Bounds:
        """Σ_{m≥start} (P_m − E·Q_m), where it is not negative, close beside the probability of being exposed."""
        for bits, law in self._laws(start):
            with precision(bits + GUARD):
                towards, against = law.tail(start)
                found = bounds(towards - ball(e_eps) * against)
            if found.low >= 0 and is_close(overall(found, unexposed)):
                return found
            if bits >= self.finest:
                return Bounds(max(Fraction(0), found.low), max(Fraction(0), found.high))
        raise AssertionError("precisions end by an error")

    def crossing(self, pure: Bounds) -> Bounds:
        """The E ≥ 1 at which the profile reaches down to the level `pure`."""
        for bits, law, starts in self._searches(pure):
            with precision(bits + GUARD):
                lines = [_line_crossing(law, pure, start) for start in starts]
            if None in lines:
                continue
            found = upper_crossing(line for line in lines if line is not None)
            close = is_close(found) and (bits >= DEEP or is_close(Bounds(found.low - 1, found.high - 1)))
            if close or bits >= self.finest:
                return found
        raise AssertionError("precisions end by an error")

    def starts_at(self, pure: Bounds) -> list[int]:
        """The starts of which one has the line on which the profile reaches the level; none if that is at E = 1."""
        return next(starts for _, _, starts in self._searches(pure))

    def _searches(self, pure: Bounds) -> Iterator[tuple[int, Tilted, list[int]]]:
        """More and more precise laws, with their bits, and where they place the crossing."""
        guess = start_for(self.walk, pure.low) if pure.low > 0 else self.walk.total
        for _ in range(TILTS):
            try:
                yield from self._searches_near(guess, pure)
            except BeyondBell as beyond:
                guess = beyond.start
        raise Undecided("no tilt finds where the profile reaches delta")

    def _searches_near(self, guess: int, pure: Bounds) -> Iterator[tuple[int, Tilted, list[int]]]:
        """The same with laws tilted to the guess; BeyondBell if the crossing is too far away."""
        for bits, law in self._laws(guess):
            with precision(bits + GUARD):
                starts = last_holding(partial(self._reaches, law, ball_of(pure)), guess)
            middle = (starts.start + starts.stop) // 2
            if len(starts) <= 2:
                yield bits, law, [start for start in starts if 2 * start > self.walk.total]
            elif abs(middle - guess) > 1:
                # A law that is tilted elsewhere tells nothing there, however precise it is.
                raise BeyondBell(middle)

    def _reaches(self, law: Tilted, level: arb, start: int) -> int:
        """1 if the line of the tail is at or above the level at its lower breakpoint, −1 if below, 0 if undecided."""
        total = self.walk.total
        if 2 * start <= total or start > total:
            return 1 if 2 * start <= total else -1
        towards, against = law.tail(start)
        above = towards - self.walk.unit.power(2 * (start - 1) - total) * against - level
        return 1 if above >= 0 else -1 if above < 0 else 0

    def _laws(self, start: int) -> Iterator[tuple[int, Tilted]]:
        """Tilted laws that may know the tail from this start, more and more precise, and the bits of each."""
        yield from [(bits, law) for bits, law in self._known if law.knows(start)]
        for bits in precisions():
            if bits > self.finest:
                raise Undecided(f"undecided with {self.finest} bits, which are as many as are known")
            with precision(bits + GUARD):
                law = self.tilt(start, bits)
            self._known.append((bits, law))
            yield bits, law


def _line_crossing(law: Tilted, pure: Bounds, start: int) -> Bounds | None:
    """The E at which Σ_{m≥start} (P_m − E·Q_m) is `pure`; None if Q is not known to be above 0."""
    towards, against = law.tail(start)
    if not against > 0:
        return None
    return bounds((towards - ball_of(pure)) / against)


def upper_crossing(lines: Iterable[Bounds]) -> Bounds:
    """Where the highest of the lines crosses the level, or 1: the right one crosses last."""
    listed = list(lines)
    least = max([Fraction(1), *(line.low for line in listed)])
    return Bounds(least, max([Fraction(1), *(line.high for line in listed)]))


def is_close(found: Bounds) -> bool:
    """Whether bounds are as close as bounds on a lattice are."""
    return are_close(found, RELATIVE_GAP)


def ball(number: Fraction) -> arb:
    """The number as a ball at the present precision."""
    return arb(flint_rational(number))


def ball_of(bounds: Bounds) -> arb:
    """A ball around all numbers within the bounds."""
    return ball(bounds.low).union(ball(bounds.high))
