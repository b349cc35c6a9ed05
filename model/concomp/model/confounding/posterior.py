"""What is believed of the secret after something was told, and what bounds on beliefs say of privacy."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.laws.law import ONE, ZERO, Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Beliefs = Mapping[Any, Law[S]]
"""Output ↦ law of the secret."""


@realises("Zhang24 Section IV: follower pi", "Zhang24 Appendix L.2: J posteriors")
def posterior(prior: Law[S], told: Kernel[S, Y]) -> dict[Y, Law[S]]:
    """μ(·|y), by Bayes, for every output that has a chance; ValueError for a secret of which nothing is told."""
    for secret in prior:
        if secret not in told:
            raise ValueError(f"nothing is told of {secret!r}: give the law of what is told of it")
    outputs = {y for secret in prior for y in told[secret]}
    return {y: _given({s: chance * told[s][y] for s, chance in prior.items()}) for y in outputs}


def _given(weights: Mapping[S, Fraction]) -> Law[S]:
    total = sum(weights.values(), ZERO)
    return Law({secret: weight / total for secret, weight in weights.items()})


@realises("Zhang24 Section IV: Pi[tau,0]", "Zhang24 Equation (15)")
def in_band(prior: Law[S], beliefs: Beliefs[S], tau: Fraction) -> bool:
    """Whether P(s)/τ ≤ π(s|y) ≤ τ·P(s) for all s and y: Π[τ, 0]."""
    return all(chance / tau <= law[s] <= tau * chance for law in beliefs.values() for s, chance in prior.items())


@realises("Zhang24 Section IV: goal of Task-2")
def least_tau(prior: Law[S], beliefs: Beliefs[S]) -> Fraction | None:
    """The least τ with beliefs in Π[τ, 0]; None if some secret is held impossible."""
    odds = [law[s] / chance for law in beliefs.values() for s, chance in prior.items()]
    return max(max(odds), 1 / min(odds)) if min(odds) else None


def above_floor(prior: Law[S], beliefs: Beliefs[S], tau: Fraction) -> bool:
    """Whether π(s|y) ≥ P(s)/τ for all s and y."""
    return all(law[s] >= chance / tau for law in beliefs.values() for s, chance in prior.items())


@realises("Zhang24 Section IV: Pi[tau,delta]")
def in_second_moment(prior: Law[S], beliefs: Beliefs[S], tau: Fraction, delta: Fraction) -> bool:
    """Whether π(s|y) ≥ P(s)/τ for all s, y and Σ_s π(s|y)²/P(s) ≤ δ·τ for all y: Π[τ, δ], empty if δ·τ < 1."""
    spread = (sum((law[s] ** 2 / chance for s, chance in prior.items()), ZERO) for law in beliefs.values())
    return above_floor(prior, beliefs, tau) and all(each <= delta * tau for each in spread)


@realises("Zhang24 Repair R8")
def in_excess(prior: Law[S], beliefs: Beliefs[S], tau: Fraction, delta: Fraction) -> bool:
    """Whether π(s|y) ≥ P(s)/τ for all s, y and Σ_s max(0, π(s|y) − τ·P(s)) ≤ δ for all y; never empty."""
    excess = (sum((max(ZERO, law[s] - tau * chance) for s, chance in prior.items()), ZERO) for law in beliefs.values())
    return above_floor(prior, beliefs, tau) and all(each <= delta for each in excess)


@realises("Zhang24 Section IV: eps(tau,theta)")
def bound_of_floor(prior: Law[S], tau: Fraction) -> Fraction:
    """e^ε(τ,θ) = 1 + (τ − 1)/P*: the E of whatever keeps every belief at least P(s)/τ; ValueError for τ < 1."""
    _demand_tau(tau)
    return 1 + (tau - 1) / min(chance for _, chance in prior.items())


@realises("Zhang24 Repair R6")
def bound_of_band(prior: Law[S], tau: Fraction) -> Fraction:
    """The least E for which every mechanism that keeps beliefs between P(s)/τ and τ·P(s) is (ln E, 0)-private.

    Raises ValueError for τ < 1, which no beliefs keep, or fewer than two secrets.
    """
    _demand_tau(tau)
    if len(prior) < 2:
        raise ValueError("there are fewer than two secrets: give the law of two or more")
    return max(_of_two(prior[s], prior[t], tau) for s, t in permutations(prior, 2))


def _demand_tau(tau: Fraction) -> None:
    if tau < 1:
        raise ValueError(f"tau is {tau}: give at least 1, as no beliefs are all above their own mean")


def _of_two(chance: Fraction, other: Fraction, tau: Fraction) -> Fraction:
    if tau >= (1 - chance) / chance:
        return 1 + (tau - 1) / chance
    if tau * (ONE - other) >= other:
        return tau**2
    return tau * other / (1 - tau * (1 - other))
