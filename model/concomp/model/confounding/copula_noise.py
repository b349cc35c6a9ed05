"""Noise whose dependence is that of a Gaussian copula.

Two normal scores, z̃/σ_1 and (ρ·z̃ + √(1 − ρ²)·z_2)/√(ρ²·σ_1² + 1 − ρ²) with z̃ of variance σ_1² and z_2 of variance 1,
are turned into noises by the quantile functions of these. Whatever is added to z̃ given the secret is taken away again
by its own distribution function: the scores are the same for all secrets.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from concomp.model.laws.law import ONE
from concomp.model.registry.tags import realises


@realises("Zhang24 Appendix G: PsedR")
def variances_of_scores(correlation: Fraction, variance: Fraction) -> tuple[Fraction, Fraction]:
    """The variances of the two normal scores before they are scaled: that of z̃, and ρ²·σ_1² + 1 − ρ²."""
    return variance, correlation**2 * variance + 1 - correlation**2


@realises("Zhang24 Appendix G: copula perturbation (repaired)")
def squared_correlation(correlation: Fraction, variance: Fraction) -> Fraction:
    """ρ'² of the scores, ρ²·σ_1²/(ρ²·σ_1² + 1 − ρ²); ValueError for |ρ| ≥ 1 or a variance that is not positive."""
    if abs(correlation) >= ONE:
        raise ValueError(f"correlation is {correlation}: give one between -1 and 1")
    if variance <= 0:
        raise ValueError(f"variance is {variance}: give a positive one")
    return correlation**2 * variance / variances_of_scores(correlation, variance)[1]


def root_below(square: Fraction, digits: int) -> Fraction:
    """A rational below a square root, with so many digits."""
    scale = 10**digits
    return Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)
