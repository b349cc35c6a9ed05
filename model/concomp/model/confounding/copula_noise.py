"""Noise whose dependence is that of a Gaussian copula.

Two normal scores, z̃/σ_1 and (ρ·z̃ + √(1 − ρ²)·z_2)/√(ρ²·σ_1² + 1 − ρ²) with z̃ of variance σ_1² and z_2 of variance 1,
are turned into noises by the quantile functions of these. Whatever is added to z̃ given the secret is taken away again
by its own distribution function: the scores are the same for all secrets.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from math import isqrt
from typing import TypeVar

from concomp.model.confounding.gaussian_copula import demand_correlation
from concomp.model.confounding.kernels import Kernel
from concomp.model.laws.gaussian_trade_off import GaussianTradeOff
from concomp.model.laws.law import Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
X = TypeVar("X", bound=Hashable)
V = TypeVar("V", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)


@realises("Zhang24 Appendix G: PsedR")
def variances_of_scores(correlation: Fraction, variance: Fraction) -> tuple[Fraction, Fraction]:
    """The variances of the two normal scores before they are scaled: that of z̃, and ρ²·σ_1² + 1 − ρ²."""
    return variance, correlation**2 * variance + 1 - correlation**2


@realises("Zhang24 Appendix G: copula perturbation (repaired)")
def squared_correlation(correlation: Fraction, variance: Fraction) -> Fraction:
    """ρ'² of the scores, ρ²·σ_1²/(ρ²·σ_1² + 1 − ρ²); ValueError for |ρ| ≥ 1 or a variance that is not positive."""
    demand_correlation(correlation)
    if variance <= 0:
        raise ValueError(f"variance is {variance}: give a positive one")
    return correlation**2 * variance / variances_of_scores(correlation, variance)[1]


def root_below(square: Fraction, digits: int) -> Fraction:
    """A rational below a square root, with so many digits."""
    scale = 10**digits
    return Fraction(isqrt(square.numerator * scale**2 // square.denominator), scale)


def sensitivity(added: Mapping[S, Fraction], pairs: Collection[tuple[S, S]]) -> Fraction:
    """C_sen: how far what is added to z̃ is apart for adjacent secrets, at most; ValueError if there are none."""
    if not pairs:
        raise ValueError("no secrets are adjacent: give one pair or more")
    return max(abs(added[given] - added[instead]) for given, instead in pairs)


@realises("Zhang24 Appendix G: z1(s)")
def latent_deviation(width: Fraction, sensitivity: Fraction, epsilon: Fraction) -> Fraction:
    """σ_1 = w·C_sen/ε_c, the standard deviation of z̃; ValueError unless all are positive: for ε_c = 0 there is none."""
    for name, value in (("width", width), ("sensitivity", sensitivity), ("epsilon", epsilon)):
        if value <= 0:
            raise ValueError(f"{name} is {value}: give a positive number")
    return width * sensitivity / epsilon


@realises("Zhang24 Appendix H.2: eps_c claim (repaired)")
def latent_privacy(width: Fraction, epsilon: Fraction) -> GaussianTradeOff:
    """What z_1(s) alone tells: two normal laws C_sen apart of deviation w·C_sen/ε_c, which is G_μ for μ = ε_c/w."""
    return GaussianTradeOff((epsilon / width) ** 2)


@realises("Zhang24 Theorem 4(i)")
def means_of_scores(
    added: Mapping[S, Fraction], taken: Mapping[S, Fraction], correlation: Fraction
) -> dict[S, tuple[Fraction, Fraction]]:
    """The means of the two scores before they are scaled, for every secret.

    added: what z_1(s) is more than z̃. taken: the mean of the normal law whose distribution function is applied to it.
    """
    return {s: (added[s] - taken[s], correlation * (added[s] - taken[s])) for s in added}


@realises("Zhang24 Definition 6")
def perturbed(noise: Law[V], maps: Mapping[X, Mapping[V, Y]]) -> Kernel[X, Y]:
    """The mechanism that tells y = A_x(v), v being noise; ValueError for an A_x that is not one-to-one on the noise."""
    for x, told in maps.items():
        if len({told[v] for v in noise}) < len(noise):
            raise ValueError(f"two noises become one for the data {x!r}: give a map that is one-to-one")
    return {x: noise.map(told.__getitem__) for x, told in maps.items()}
