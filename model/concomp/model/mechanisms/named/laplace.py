"""Discrete Laplace noise of a rational scale."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from concomp.model.laws.balls import ball


@dataclass(frozen=True)
class DiscreteLaplace:
    """The law P(z) = tanh(1/(2b))·e^{−|z|/b} on all integers z.

    scale: b > 0.
    """

    scale: Fraction

    def mass(self, z: int) -> arb:
        """P(z), at the present precision."""
        return (ball(1 / self.scale) / 2).tanh() * ball(-abs(z) / self.scale).exp()
