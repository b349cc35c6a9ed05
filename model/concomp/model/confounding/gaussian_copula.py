"""The Gaussian copula: how two normal laws depend on each other, freed of these laws.

A score is what a number becomes by its own distribution function and Φ⁻¹: it is standard normal. The copula joins two
laws so that their scores have a correlation ρ.
"""

from __future__ import annotations

from fractions import Fraction

from flint import acb, arb

from concomp.model.laws.balls import above, ball, below, precision
from concomp.model.laws.law import ONE, ZERO
from concomp.model.laws.normal import distribution, quantile
from concomp.model.registry.tags import realises

BITS = 128
"""The precision of the balls."""
Scores = tuple[Fraction, Fraction]


def demand_correlation(correlation: Fraction) -> None:
    """ValueError for a correlation that leaves no density."""
    if abs(correlation) >= ONE:
        raise ValueError(f"correlation is {correlation}: give one between -1 and 1")


def joint_distribution(correlation: Fraction, first: Fraction, second: Fraction) -> arb:
    """Φ_ρ(a, b) = Φ(a)·Φ(b) + ∫ exp(−(a² − 2ab·sin t + b²)/(2·cos² t))/2π dt, t from 0 to arcsin ρ, as a ball.

    Raises ValueError for |ρ| ≥ 1.
    """
    demand_correlation(correlation)
    a, b = ball(first), ball(second)

    def grown(t: acb, _: object) -> acb:
        return (-(a * a - 2 * a * b * t.sin() + b * b) / (2 * t.cos() ** 2)).exp()

    end = acb(ball(correlation).asin())
    return distribution(a) * distribution(b) + acb.integral(grown, acb(0), end).real / (2 * arb.pi())


@realises("Zhang24 Definition 5")
def gaussian_copula(correlation: Fraction, first: Fraction, second: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers that Φ_ρ(Φ⁻¹(u), Φ⁻¹(v)) lies between; ValueError for |ρ| ≥ 1, or a level outside [0, 1]."""
    demand_correlation(correlation)
    for level in (first, second):
        if not 0 <= level <= 1:
            raise ValueError(f"level is {level}: a copula is defined from 0 to 1")
    if {first, second} & {ZERO, ONE}:
        # A margin is uniform.
        return (min(first, second),) * 2
    with precision(BITS):
        (low, high), (left, right) = quantile(first), quantile(second)
        return below(joint_distribution(correlation, low, left)), above(joint_distribution(correlation, high, right))


def log_density(correlation: Fraction, scores: Scores) -> Fraction:
    """ln c_ρ + ½·ln(1 − ρ²), c_ρ the density of the copula where the scores are these; ValueError for |ρ| ≥ 1."""
    demand_correlation(correlation)
    z, w = scores
    return (2 * correlation * z * w - correlation**2 * (z**2 + w**2)) / (2 * (1 - correlation**2))


@realises("Zhang24 Appendix G: L(Y1,Y2,c)")
def copula_part(correlation: Fraction, given: Scores, instead: Scores) -> Fraction:
    """The part of the loss that is the copula's: ln of its density at the scores given s_0, over that given s_1."""
    return log_density(correlation, given) - log_density(correlation, instead)
