"""A tilted law by convolution, many numbers at a time.

The law is held in fixed point, rounded down, all its probabilities side by side in one long integer: a product of two
such integers is a convolution, one shift and one mask round every probability, and a product with a short integer
scales all of them. Every rounding loses less than a unit in the last place; the units that may be missing are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flint import arb, fmpz

from concomp.impl.accounting.optimal.tails import product, whole
from concomp.impl.accounting.optimal.tilting import Flips

GROUP = 16
"""About how many flips are convolved one by one."""


@dataclass(frozen=True)
class Packed:
    """A law on 0, 1, …, length − 1 in fixed point.

    The slot m of 2·bits + 2 bits holds p_m, and the probability is from p_m/2^bits to (p_m + missing)/2^bits.
    """

    slots: fmpz
    length: int
    missing: int
    bits: int

    def __mul__(self, other: Packed) -> Packed:
        """The law of the sum of independent draws: sums of probabilities are at most 1, so that no slot overflows."""
        length = self.length + other.length - 1
        shorter = min(self.length, other.length)
        crossed = (shorter * self.missing * other.missing >> self.bits) + 1
        slots = _round(self.slots * other.slots, length, self.bits)
        return Packed(slots, length, self.missing + other.missing + crossed + 1, self.bits)

    def __pow__(self, times: int) -> Packed:
        if times == 1:
            return self
        half = self ** (times // 2)
        return half * half * self if times % 2 else half * half

    def flipped(self, units: int, hidden: fmpz, shown: fmpz) -> Packed:
        """The law with one more flip, whose two probabilities may miss two units in the last place."""
        length = self.length + units
        slots = self.slots * hidden + (self.slots * shown << (2 * self.bits + 2) * units)
        return Packed(_round(slots, length, self.bits), length, self.missing + 6, self.bits)

    def part(self, first: int, length: int) -> Packed:
        """The law on so many slots, from the first on."""
        width = 2 * self.bits + 2
        slots = (self.slots >> width * first) & ((fmpz(1) << width * length) - 1)
        return Packed(slots, length, self.missing, self.bits)

    @property
    def bell(self) -> range:
        """Where sums may start."""
        return range(self.length)

    def falling(self, weight: arb, first: int, upwards: bool) -> arb:
        """Σ_l weight^l P_{first ± l} over all l ≥ 0, for a weight from 0 to 1."""
        width = 2 * self.bits + 2
        if upwards:
            slots, length = self.slots >> width * first, self.length - first
        else:
            slots, length = self.slots & ((fmpz(1) << width * (first + 1)) - 1), first + 1
        error = (self.missing + 2) * length + length.bit_length()
        while length > 1:
            # The half that is farther from the first is scaled, and put upon the nearer one.
            lower = (length + 1) // 2
            low, high = slots & ((fmpz(1) << width * lower) - 1), slots >> width * lower
            if upwards:
                slots = low + _round(high * to_fixed_point(weight**lower, self.bits), length - lower, self.bits)
            else:
                scaled = _round(low * to_fixed_point(weight ** (length - lower), self.bits), lower, self.bits)
                slots = (high << width * (2 * lower - length)) + scaled
            length = lower
        half = arb(error) / 2
        return (arb(slots) + half + arb(0, 1) * half) * arb(2) ** -self.bits


def convolution(flips: Flips, tilt: float, bits: int) -> Packed:
    """The tilted law by convolution: flip by flip within small groups, then group by group."""
    unit, nothing = flips.unit.logarithm(), Packed(fmpz(1) << bits, 1, 0, bits)
    groups = [nothing]
    for n, times in flips.times:
        odds = (unit * n * tilt * 2).exp()
        hidden, shown = to_fixed_point(1 / (1 + odds), bits), to_fixed_point(odds / (1 + odds), bits)
        if times > GROUP:
            groups.append(nothing.flipped(n, hidden, shown) ** times)
            continue
        for _ in range(times):
            if groups[-1].length > GROUP * n:
                groups.append(nothing)
            groups[-1] = groups[-1].flipped(n, hidden, shown)
    return product(sorted(groups, key=lambda each: each.length), Packed.__mul__)


def to_fixed_point(number: arb, bits: int) -> fmpz:
    """The number, which is not below 0, in fixed point, rounded down."""
    return fmpz(max(0, whole((number.lower() * arb(2) ** bits).floor().lower())))


def _round(slots: fmpz, length: int, bits: int) -> fmpz:
    """Every slot divided by 2^bits and rounded down."""
    return (slots >> bits) & _mask(length.bit_length(), bits)


@lru_cache(maxsize=64)
def _mask(doublings: int, bits: int) -> fmpz:
    """bits + 1 ones in each of 2^doublings slots."""
    if doublings == 0:
        return (fmpz(1) << bits + 1) - 1
    half = _mask(doublings - 1, bits)
    return half | half << (2 * bits + 2 << doublings - 1)
