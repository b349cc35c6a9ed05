"""Tilted laws of the privacy loss on a lattice.

Each mechanism shows its bit, a loss of n units towards it, or hides it. Tilting by κ makes the odds of showing
e^{2κε} to 1: κ = 1/2 is the law in the true world, κ = −1/2 that in the other. With the κ whose mean is the start of
a tail, the tail is a sum near the middle of a bell against weights that fall, and ordinary precision is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, floor, log, log1p, sqrt
from typing import Protocol

from flint import arb

from concomp.impl.accounting.parameters import PureLoss, Unit
from concomp.model.laws.balls import precision

FLAT = 1e-9
"""A tilt closer to 1/2 than this, seen over all units, is taken to be 1/2."""
STEEPEST = 300.0
"""The largest logarithm of odds that a tilt gives to the smallest loss."""


class Tiltable(Protocol):
    """A sum of independent steps: at m its privacy loss is 2m − total units."""

    @property
    def float_unit(self) -> float:
        """About the unit."""

    @property
    def total(self) -> float:
        """The largest m."""

    @property
    def squares(self) -> float:
        """Σ n² over the widths of the steps."""

    @property
    def steepest(self) -> float:
        """The largest tilt that is of use."""

    def mean(self, tilt: float) -> float:
        """The mean of m under the tilted law."""

    def variance(self, tilt: float) -> float:
        """The variance of m under the tilted law."""

    def log_scale(self, tilt: float) -> float:
        """About the logarithm of Σ_m P_m r^{(κ−1/2)(2m−total)}."""


class Walk(Tiltable, Protocol):
    """Such a sum on a lattice."""

    @property
    def unit(self) -> Unit:
        """The unit."""

    @property
    def total(self) -> int:
        """The largest m."""

    @property
    def squares(self) -> int:
        """Σ n² over the widths of the steps."""


@dataclass(frozen=True)
class Flips:
    """Independent flips on a lattice, at least one: the times of each positive number of units, and the unit."""

    times: tuple[tuple[int, int], ...]
    unit: PureLoss
    float_unit: float

    @property
    def total(self) -> int:
        """The largest number of units."""
        return sum(n * times for n, times in self.times)

    @property
    def squares(self) -> int:
        """Σ n²."""
        return sum(n * n * times for n, times in self.times)

    def mean(self, tilt: float) -> float:
        """The mean number of units under the tilted law."""
        rate = -2 * tilt * self.float_unit
        return sum([times * n / (1 + exp(rate * n)) for n, times in self.times])

    def variances(self, tilt: float) -> list[float]:
        """For each of the flips its variance, in quarters of the square of its units."""
        falls = [exp(-2 * abs(tilt) * self.float_unit * n) for n, _ in self.times]
        return [4 * fall / (1 + fall) ** 2 for fall in falls]

    def variance(self, tilt: float) -> float:
        """The variance of the number of units under the tilted law."""
        parts = zip(self.variances(tilt), self.times, strict=True)
        return sum([share * times * n * n for share, (n, times) in parts]) / 4

    @property
    def steepest(self) -> float:
        """The largest tilt that is of use."""
        return STEEPEST / (2 * self.float_unit * self.times[0][0])

    def log_scale(self, tilt: float) -> float:
        """About the logarithm of Σ_m P_m r^{(κ−1/2)(2m−total)}."""
        unit = self.float_unit
        return sum([times * (log_cosh(unit * n * tilt) - log_cosh(unit * n / 2)) for n, times in self.times])

    def bell(self, tilt: float, nats: float) -> range:
        """The units outside of which the tilted law has at most a mass of 2·e^{−nats}, by Hoeffding's inequality."""
        mean, around = self.mean(tilt), sqrt(nats * self.squares / 2)
        # The mean is a float: a step more on either side makes up for its error.
        return range(max(0, floor(mean - around) - 1), min(self.total, ceil(mean + around) + 1) + 1)


def flips(times: dict[int, int], unit: PureLoss) -> Flips:
    """The flips with these times of each number of units; none of no units."""
    with precision(128):
        float_unit = float(unit.logarithm().mid())
    return Flips(tuple(sorted((n, count) for n, count in times.items() if n)), unit, float_unit)


def tilt_for(walk: Tiltable, mean: float) -> float:
    """About the tilt κ ≥ 0 that has this mean; the steepest if none has."""
    low, high, tilt = 0.0, walk.steepest, min(0.5, walk.steepest / 2)
    for _ in range(200):
        excess = walk.mean(tilt) - mean
        low, high = (low, tilt) if excess > 0 else (tilt, high)
        # One after the other: the product of two numbers next to nothing would be none.
        newton = tilt - excess / max(walk.variance(tilt), 1e-300) / (2 * walk.float_unit)
        following = newton if low < newton < high else (low + min(high, 4 * low + 1)) / 2
        settled = abs(following - tilt) <= 1e-6 * tilt
        tilt = following
        if settled:
            break
    return 0.5 if abs(tilt - 0.5) * walk.float_unit * walk.total < FLAT else tilt


def log_cosh(x: float) -> float:
    """About log cosh x, for x ≥ 0."""
    return x + log1p(exp(-2 * x)) - log(2)


class Summable(Protocol):
    """A tilted law that can be summed against falling weights."""

    @property
    def bell(self) -> range:
        """Where sums may start."""

    def falling(self, weight: arb, first: int, upwards: bool) -> arb:
        """Σ_l weight^l P_{first ± l} over all l ≥ 0, for a weight from 0 to 1 and a first in the bell."""


class BeyondBell(ArithmeticError):
    """Thrown where a tail starts outside of what a tilted law knows."""

    def __init__(self, start: int) -> None:
        """Take the start, to which a new law should be tilted."""
        super().__init__(f"the tail from {start} on")
        self.start = start


@dataclass(frozen=True)
class Tilted:
    """A tilted law, and how to get back from it.

    tilt: κ, exactly. scale: Σ_m P_m r^{(κ−1/2)(2m−total)}, by which the tilted law was normalised.
    """

    walk: Walk
    tilt: float
    law: Summable
    scale: arb

    def knows(self, start: int) -> bool:
        """Whether tails from this start on, of at least one unit, are known."""
        return start - 1 in self.law.bell and start in self.law.bell

    def tail(self, start: int) -> tuple[arb, arb]:
        """(Σ_{m≥start} P_m, Σ_{m≥start} P_m r^{total−2m}) as balls; BeyondBell if they are not known."""
        if not self.knows(start):
            raise BeyondBell(start)
        half = arb(1) / 2
        against = self._sum(self.tilt + half, start)
        if self.tilt >= 0.5:
            return self._sum(self.tilt - half, start), against
        return 1 - self._sum(half - self.tilt, start - 1, upwards=False), against

    def _sum(self, slope: arb, first: int, upwards: bool = True) -> arb:
        """The sum from the first on, where going back from the tilted law has weights that fall by 2·slope a unit."""
        unit, units = self.walk.unit.logarithm(), 2 * first - self.walk.total
        found = self.law.falling((unit * slope * -2).exp(), first, upwards)
        return found * self.scale * (unit * slope * (-units if upwards else units)).exp()


def scale(flips: Flips, tilt: float) -> arb:
    """Σ_m P_m r^{(κ−1/2)(2m−total)} at the present precision."""
    unit, found = flips.unit.logarithm(), arb(1)
    for n, times in flips.times:
        found *= ((unit * n * tilt).cosh() / (unit * n / 2).cosh()) ** times
    return found
