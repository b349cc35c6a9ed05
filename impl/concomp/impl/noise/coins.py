"""Coins of chance e^{−γ}, from rational ones."""

from __future__ import annotations

from fractions import Fraction

from concomp.impl.noise.randomness import Randomness


def bernoulli_exp(gamma: Fraction, randomness: Randomness) -> bool:
    """Whether a coin of chance e^{−γ} falls, for a rational γ of at least 0.

    From rational coins alone, by von Neumann's series (Canonne, Kamath, Steinke 2020, Algorithm 1).
    """
    while gamma > 1:
        if not _bernoulli_exp_within_one(Fraction(1), randomness):
            return False
        gamma -= 1
    return _bernoulli_exp_within_one(gamma, randomness)


def _bernoulli_exp_within_one(gamma: Fraction, randomness: Randomness) -> bool:
    """The same for γ from 0 to 1: coins of chances γ, γ/2, γ/3 … fall; the first that does not is an odd one."""
    number = 1
    while randomness.falls(gamma / number):
        number += 1
    return number % 2 == 1
