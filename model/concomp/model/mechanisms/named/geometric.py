"""Two-sided geometric noise of a rational ratio: the discrete Laplace law whose e^ε is rational (Ghosh, Roughgarden,
Sundararajan 2009).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from concomp.model.laws.law import Law
from concomp.model.mechanisms.named.parameters import Range


@dataclass(frozen=True)
class TwoSidedGeometric:
    """The law P(z) = (1−r)/(1+r) · r^|z| on all integers z.

    ratio: r, strictly between 0 and 1.
    """

    ratio: Fraction

    def mass(self, z: int) -> Fraction:
        """P(z)."""
        return (1 - self.ratio) / (1 + self.ratio) * self.ratio ** abs(z)

    def at_most(self, z: int) -> Fraction:
        """The chance of z or less, in closed form."""
        if z < 0:
            return self.ratio**-z / (1 + self.ratio)
        return 1 - self.ratio ** (z + 1) / (1 + self.ratio)

    def at_least(self, z: int) -> Fraction:
        """The chance of z or more."""
        return self.at_most(-z)

    def released(self, value: int, clamp: Range) -> Law[int]:
        """The law of value + noise, clamped: all the mass beyond an end is released as that end."""
        low, high = clamp
        if low == high:
            return Law.point(low)
        inner = {answer: self.mass(answer - value) for answer in range(low + 1, high)}
        return Law({low: self.at_most(low - value), **inner, high: self.at_least(high - value)})
