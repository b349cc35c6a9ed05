"""Outside of which window a sum of tilted draws has next to no mass, by Chernoff's inequality.

The mean of e^{λ·loss} under a law tilted by κ is scale(κ + λ)/scale(κ). So with n draws the loss is above a with a mass
of at most e^{−λa}·(scale(κ + λ)/scale(κ))^n, for whichever λ > 0 is taken, and likewise below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log2, sqrt

from concomp.impl.accounting.laws.draws import Draws

MARGIN = 1.0
"""By how much a logarithm of a mass may be wrong in floating point, beyond a part of ROUNDING of what it sums up."""
ROUNDING = 1e-9
STEEPEST = 1e300
"""The largest slope that is tried, so that no number leaves the range of floats; without any, nothing is cut."""


@dataclass(frozen=True)
class Windows:
    """What is needed to bound the tails of sums of draws, tilted by κ, to a mass of e^{−nats} on either side.

    growth: for each λ, ahead and back, the growth of each draw's scale.
    """

    nats: float
    unit: float
    widths: tuple[int, ...]
    growth: tuple[tuple[float, tuple[float, ...], tuple[float, ...]], ...]

    def around(self, times: Sequence[int]) -> range:
        """The m outside of which a sum of so many of each draw has at most a mass of 2·e^{−nats}."""
        total = sum(width * count for width, count in zip(self.widths, times, strict=True))
        low, high = 0, total
        for slope, ahead, back in self.growth:
            above, below = self._reach(slope, ahead, times), self._reach(slope, back, times)
            high = min(high, floor((total + above / self.unit) / 2) + 1)
            low = max(low, ceil((total - below / self.unit) / 2) - 1)
        return range(low, high + 1)

    def _reach(self, slope: float, growth: tuple[float, ...], times: Sequence[int]) -> float:
        parts = [count * each for each, count in zip(growth, times, strict=True)]
        return (self.nats + sum(parts) + MARGIN + ROUNDING * sum(map(abs, parts))) / slope


def windows(draws: Draws, tilt: float, nats: float) -> Windows:
    """The windows of sums of some of the draws."""
    unit = draws.float_unit
    listed = [draw for draw, _ in draws.times]
    scales = [draw.log_scale(tilt, unit) for draw in listed]
    # The best slope for all the draws together, for one of them, and some between.
    variance = max(4 * draws.variance(tilt), 1e-300)
    gentle = sqrt(2 * nats / variance) / unit
    doublings = range(ceil(log2(sum(times for _, times in draws.times)) / 2) + 2)
    slopes = [slope for slope in (gentle * 2.0**power for power in doublings) if slope <= STEEPEST]
    growth = tuple(
        (
            slope,
            tuple(draw.log_scale(tilt + slope, unit) - scale for draw, scale in zip(listed, scales, strict=True)),
            tuple(draw.log_scale(tilt - slope, unit) - scale for draw, scale in zip(listed, scales, strict=True)),
        )
        for slope in slopes
    )
    return Windows(nats, unit, tuple(draw.width for draw in listed), growth)
