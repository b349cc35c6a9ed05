"""Independent draws on a lattice: what each mechanism may lose, towards the true bit or away from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import exp, inf, log
from typing import NamedTuple

from flint import arb

from concomp.impl.accounting.optimal.tilting import STEEPEST
from concomp.impl.accounting.parameters import Unit
from concomp.model.laws.balls import precision

FLOAT_BITS = 128


class Response(NamedTuple):
    """A response of some units: the chance that its loss is towards the true bit, and that it is away from it."""

    units: int
    towards: arb
    away: arb


@dataclass(frozen=True, eq=False)
class Draw:
    """What one mechanism may lose: responses of different units, all even or all odd, whose chances sum up to 1."""

    responses: tuple[Response, ...]

    @cached_property
    def width(self) -> int:
        """The largest number of units; m goes from 0 to it, and the loss is 2m − width."""
        return max(response.units for response in self.responses)

    @property
    def mirrored(self) -> Draw:
        """The same draw in the other world."""
        return Draw(tuple(Response(units, away, towards) for units, towards, away in self.responses))

    def log_scale(self, tilt: float, unit: float) -> float:
        """About the logarithm of the mean of e^{(κ−1/2)·loss}."""
        exponents = self._exponents(tilt, unit)
        highest = max(exponents)
        return highest + log(sum([exp(each - highest) for each in exponents]))

    def moments(self, tilt: float, unit: float) -> tuple[float, float]:
        """About the mean and the variance of the loss, in units, under the tilted law."""
        exponents = self._exponents(tilt, unit)
        highest = max(exponents)
        weights = [exp(each - highest) for each in exponents]
        whole, places = sum(weights), self._places
        mean = sum([weight * place for weight, place in zip(weights, places, strict=True)]) / whole
        squares = sum([weight * (place - mean) ** 2 for weight, place in zip(weights, places, strict=True)])
        return mean, squares / whole

    def _exponents(self, tilt: float, unit: float) -> list[float]:
        slope = (tilt - 0.5) * unit
        return [chance + slope * place for chance, place in zip(self._log_chances, self._places, strict=True)]

    @cached_property
    def _places(self) -> list[int]:
        return [place for units, _, _ in self.responses for place in (units, -units)]

    @cached_property
    def _log_chances(self) -> list[float]:
        with precision(FLOAT_BITS):
            return [_log(chance.upper()) for _, *both in self.responses for chance in both]


@dataclass(frozen=True, eq=False)
class Draws:
    """Independent draws, each so many times, on a lattice with this unit."""

    times: tuple[tuple[Draw, int], ...]
    unit: Unit

    @cached_property
    def float_unit(self) -> float:
        """About the unit."""
        with precision(FLOAT_BITS):
            return float(self.unit.logarithm().mid())

    @cached_property
    def total(self) -> int:
        """The largest number of units."""
        return sum(draw.width * times for draw, times in self.times)

    @cached_property
    def squares(self) -> int:
        """Σ n² over the widths."""
        return sum(draw.width**2 * times for draw, times in self.times)

    @property
    def mirrored(self) -> Draws:
        """The same draws in the other world."""
        return Draws(tuple((draw.mirrored, times) for draw, times in self.times), self.unit)

    @cached_property
    def steepest(self) -> float:
        """The largest tilt that is of use."""
        return STEEPEST / (2 * self.float_unit * min(max(1, draw.width) for draw, _ in self.times))

    def mean(self, tilt: float) -> float:
        """The mean of m under the tilted law."""
        return (self.total + sum([times * mean for (mean, _), times in self._moments(tilt)])) / 2

    def variance(self, tilt: float) -> float:
        """The variance of m under the tilted law."""
        return sum([times * variance for (_, variance), times in self._moments(tilt)]) / 4

    def log_scale(self, tilt: float) -> float:
        """About the logarithm of Σ_m P_m r^{(κ−1/2)(2m−total)}."""
        return sum([times * draw.log_scale(tilt, self.float_unit) for draw, times in self.times])

    def _moments(self, tilt: float) -> list[tuple[tuple[float, float], int]]:
        if tilt not in self._known:
            self._known.clear()
            self._known[tilt] = [(draw.moments(tilt, self.float_unit), times) for draw, times in self.times]
        return self._known[tilt]

    @cached_property
    def _known(self) -> dict[float, list[tuple[tuple[float, float], int]]]:
        """The moments at the last tilt, for mean and variance are asked for together."""
        return {}


def _log(chance: arb) -> float:
    return float(chance.log().mid()) if chance > 0 else -inf
