"""What the correlation of two noises does to the privacy of two answers: the gain for one sign, the loss for two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from concomp.impl.confounding.copula_noise import GaussianCopulaNoise
from concomp.impl.confounding.gaussian_design import single
from concomp.model.laws.law import ONE

ONE_SIGN, OPPOSITE = (ONE, ONE), (ONE, -ONE)
STEPS = tuple(Fraction(rho, 10) for rho in range(-9, 10))


@dataclass(frozen=True)
class Joined:
    """Two answers whose noises have a correlation: μ², and δ rounded up, if they move one way, and opposite ways."""

    correlation: Fraction
    one_sign: tuple[Fraction, float]
    opposite: tuple[Fraction, float]


def joined(shift: Fraction, e_eps: Fraction, correlations: Sequence[Fraction] = STEPS) -> Iterator[Joined]:
    """Two answers, each G_μ for μ = shift alone, and the least δ of both at e_eps, by the correlation of the noises."""
    (deviation,) = single(shift).deviations
    for rho in correlations:
        noise = GaussianCopulaNoise(rho, (deviation, deviation))
        one, other = ((noise.privacy(way).squared, noise.delta(way, e_eps)) for way in (ONE_SIGN, OPPOSITE))
        yield Joined(rho, one, other)
