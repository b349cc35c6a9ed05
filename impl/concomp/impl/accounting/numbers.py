"""Floats that come in, rounded outward, and bounds that go out.

A float has already been rounded, and nobody knows which way, so it is taken only by saying how: `rounded_up(0.1)` for
a privacy loss, `rounded_down(0.1)` for a budget.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real

from concomp.model.numbers import ParameterError


def rounded_up(value: float) -> Fraction:
    """The rational just above a float, for a privacy loss; ParameterError if it is none, or not finite."""
    return _neighbour(value, math.inf)


def rounded_down(value: float) -> Fraction:
    """The rational just below a float, for a budget; ParameterError if it is none, or not finite."""
    return _neighbour(value, -math.inf)


def _neighbour(value: float, towards: float) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise ParameterError("the number", value, "give a float; text and rationals are exact without rounding")
    try:
        nearest = float(value)
    except OverflowError:
        nearest = math.inf
    if not math.isfinite(nearest):
        raise ParameterError("the number", value, "give a finite number")
    return Fraction(math.nextafter(nearest, towards))


LARGEST = 1e7
"""The largest ε for which E = e^ε is written down."""


def demand_short(epsilon: float) -> None:
    """ParameterError if losses add up to so much that E = e^ε is too long to be written down."""
    if epsilon > LARGEST:
        remedy = (
            "E = e^eps would have millions of digits: give losses that add up to at most 1e7, or ask at an E or an eps"
        )
        raise ParameterError("the losses", f"{epsilon:.3g} together", remedy)


@dataclass(frozen=True)
class Bounds:
    """A number known to lie between two rationals; exactly known where they are equal."""

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"bounds {self.low} > {self.high}")

    @property
    def is_exact(self) -> bool:
        """Whether the number is known exactly."""
        return self.low == self.high

    @property
    def value(self) -> Fraction:
        """The number itself; ValueError where it is only bounded."""
        if not self.is_exact:
            raise ValueError("the number is only known to lie within its bounds: use `low` and `high`")
        return self.low


def known(value: Fraction) -> Bounds:
    """Bounds of a number that is known exactly."""
    return Bounds(value, value)


def are_close(bounds: Bounds, gap: Fraction) -> bool:
    """Whether bounds are no further apart than this part of the lower one."""
    return bounds.high - bounds.low <= gap * bounds.low
