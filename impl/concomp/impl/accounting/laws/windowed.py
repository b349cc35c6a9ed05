"""The tilted law of a sum of draws by convolution, cut to where its mass is.

Probabilities lie side by side in a long integer, as for flips; each product is cut to a window outside of which there
is next to no mass, and what was cut is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log

from flint import arb, fmpz

from concomp.impl.accounting.laws.draws import Draw, Draws
from concomp.impl.accounting.laws.windows import Windows, windows
from concomp.impl.accounting.optimal.convolution import Packed, to_fixed_point
from concomp.impl.accounting.optimal.tails import Undecided
from concomp.impl.accounting.optimal.tilting import Tilted, tilt_for

SPARE = 2
"""Bits by which what is cut is less than a unit in the last place."""
LENGTH = 1 << 23
"""The most probabilities that are held at a time."""


@dataclass(frozen=True)
class Windowed:
    """A law on a window of m.

    law: the probabilities from m = first on. cut: how many units in the last place the rest may have together.
    times: how many of each draw it is the sum of.
    """

    law: Packed
    first: int
    cut: int
    times: tuple[int, ...]

    @property
    def bell(self) -> range:
        """Where sums may start."""
        return range(self.first, self.first + self.law.length)

    def falling(self, weight: arb, first: int, upwards: bool) -> arb:
        """Σ_l weight^l P_{first ± l} over all l ≥ 0, for a weight from 0 to 1 and a first in the bell."""
        half = arb(self.cut) / 2
        rest = (half + arb(0, 1) * half) * arb(2) ** -self.law.bits
        return self.law.falling(weight, first - self.first, upwards) + rest

    def plus(self, other: Windowed, within: Windows) -> Windowed:
        """The law of the sum of independent draws; Undecided if it is too long."""
        times = tuple(map(int.__add__, self.times, other.times))
        window, first = within.around(times), self.first + other.first
        if self.law.length + other.law.length > LENGTH:
            raise Undecided(f"the losses span more than {LENGTH} units")
        return Windowed(self.law * other.law, first, self.cut + other.cut, times).within(window)

    def within(self, window: range) -> Windowed:
        """The same, cut to a window with at most a unit in the last place outside."""
        start, stop = max(self.first, window.start), min(self.bell.stop, window.stop)
        if start >= stop or (start, stop) == (self.first, self.bell.stop):
            return self
        return replace(self, law=self.law.part(start - self.first, stop - start), first=start, cut=self.cut + 1)

    def repeated(self, count: int, within: Windows) -> Windowed:
        """The law of the sum of so many."""
        if count == 1:
            return self
        half = self.repeated(count // 2, within)
        twice = half.plus(half, within)
        return twice.plus(self, within) if count % 2 else twice


def tilted_draws(draws: Draws, start: int, bits: int) -> Tilted:
    """The law whose mean is about `start`, at the present precision, which is a little more than `bits`."""
    # A slot then takes a whole number of bytes.
    kept, tilt = bits * 3 // 4 | 3, tilt_for(draws, start)
    within = windows(draws, tilt, (kept + SPARE) * log(2))
    parts, scale = list[Windowed](), arb(1)
    for place, (draw, times) in enumerate(draws.times):
        one, scale_of_one = _single(draw, draws, tilt, kept, place, within)
        parts.append(one.repeated(times, within))
        scale *= scale_of_one**times
    return Tilted(draws, tilt, _sum(parts, within), scale)


def _sum(parts: Sequence[Windowed], within: Windows) -> Windowed:
    """The law of the sum, shortest first."""
    left = sorted(parts, key=lambda each: each.law.length)
    while len(left) > 1:
        pairs = [first.plus(second, within) for first, second in zip(left[::2], left[1::2], strict=False)]
        left = pairs + (left[-1:] if len(left) % 2 else [])
    return left[0]


def _single(draw: Draw, draws: Draws, tilt: float, bits: int, place: int, within: Windows) -> tuple[Windowed, arb]:
    """The tilted law of one draw, and the scale by which it was normalised."""
    slope, width = draws.unit.logarithm() * (arb(tilt) - arb(1) / 2), draw.width
    weights: dict[int, arb] = {}
    for units, towards, away in draw.responses:
        factor = (slope * units).exp()
        for at, weight in (((width + units) // 2, towards * factor), ((width - units) // 2, away / factor)):
            weights[at] = weights[at] + weight if at in weights else weight
    scale = sum(weights.values(), arb(0))
    size = (2 * bits + 2) // 8
    slots, missing = bytearray(size * (width + 1)), 0
    for at, weight in weights.items():
        chance = weight / scale
        below = to_fixed_point(chance.max(arb(0)), bits)
        missing = max(missing, int(to_fixed_point(chance.upper(), bits) - below) + 1)
        slots[at * size : (at + 1) * size] = int(below).to_bytes(size, "little")
    times = tuple(int(other == place) for other in range(len(draws.times)))
    law = Packed(fmpz(int.from_bytes(slots, "little")), width + 1, missing, bits)
    return Windowed(law, 0, 0, times).within(within.around(times)), scale
