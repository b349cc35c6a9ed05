"""Whether tilted laws enclose tails that are known exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from flint import arb

from concomp.impl.accounting.optimal.convolution import convolution
from concomp.impl.accounting.optimal.inversion import spectrum
from concomp.impl.accounting.optimal.tails import exact_tail, normaliser, rational, ways
from concomp.impl.accounting.optimal.tilting import Flips, Summable, Tilted, flips, scale, tilt_for
from concomp.impl.accounting.parameters import RationalLoss
from concomp.model.laws.balls import precision

MANY = {1: 90, 2: 120, 3: 150}
"""Enough flips for a transform that is small almost everywhere."""
Maker = Callable[[Flips, float, int], Summable | None]


def tilted(make: Maker, times: dict[int, int], unit: Fraction, start: int, bits: int) -> Tilted:
    """The law, tilted to the start, with so many bits; call it at a higher precision."""
    each = flips(times, RationalLoss(unit))
    tilt = tilt_for(each, start)
    law = make(each, tilt, bits)
    assert law is not None
    return Tilted(each, tilt, law, scale(each, tilt))


def exact(times: dict[int, int], unit: Fraction, start: int) -> tuple[Fraction, Fraction]:
    """Both tail sums by integers."""
    whole = normaliser(times, unit)
    towards, against = exact_tail(ways(times), start, unit)
    return Fraction(towards, whole), Fraction(against, whole)


def width_if_enclosed(
    make: Maker, times: dict[int, int], unit: Fraction, starts: Iterable[int], bits: int
) -> Fraction | None:
    """The largest width of the tail sums relative to their size; None if one does not enclose the exact sum."""
    widest = Fraction(0)
    for start in starts:
        with precision(bits + 64):
            intervals = [ends(ball) for ball in tilted(make, times, unit, start, bits).tail(start)]
        for (low, high), number in zip(intervals, exact(times, unit, start), strict=True):
            if not low <= number <= high:
                return None
            widest = max(widest, (high - low) / number)
    return widest


def ends(ball: arb) -> tuple[Fraction, Fraction]:
    """The ends of a ball, at the present precision."""
    return rational(ball.lower()), rational(ball.upper())


def all_enclosed(bits: int) -> bool:
    """Whether the laws made in both ways, and rounded so coarsely that errors show, enclose the exact tails."""
    few, unit = {1: 2, 2: 3, 5: 1}, Fraction(3, 2)
    return all(
        width is not None
        for width in (
            width_if_enclosed(convolution, few, unit, range(7, 14), bits),
            width_if_enclosed(convolution, MANY, Fraction(11, 10), (410, 450, 520), bits),
            width_if_enclosed(spectrum, MANY, Fraction(11, 10), (410, 430, 450, 520), bits),
        )
    )
