"""The privacy loss of a composition, in two parts: that of the product, and that of the dependence.

b_s(y), the joint law, is c_s(y)·∏ ψ_i(y_i|s), where c_s is the copula ratio. The loss ln(b_s(y)/b_s'(y)) is then the
sum of ln(c_s/c_s'), the part of the dependence, and of the losses of the effective mechanisms. Losses are kept as odds,
e^L, so that everything is rational and the sum is a product.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair
from concomp.model.laws.law import ZERO, Law
from concomp.model.registry.tags import realises

S = TypeVar("S", bound=Hashable)
Y = TypeVar("Y", bound=Hashable)
Odds = Fraction | None
"""e^L, None where the loss is infinite."""


@realises("Zhang24 Section III: PLRV")
def loss(p: Law[Y], q: Law[Y]) -> Law[Odds]:
    """The law of e^L, L = ln(p(Y)/q(Y)) with Y drawn from p."""
    return p.map(lambda y: p[y] / q[y] if q[y] else None)


def is_loss(odds: Law[Odds]) -> bool:
    """Whether a law is that of e^L for some two laws: if and only if E[e^−L] ≤ 1, as that is Q(P > 0).

    Raises ValueError for a value that is not positive.
    """
    return expected_inverse(odds) <= 1


def expected_inverse(odds: Law[Odds]) -> Fraction:
    """E[e^−L]; an infinite loss counts 0; ValueError for a value of e^L that is not positive."""
    for value in odds:
        if value is not None and value <= 0:
            raise ValueError(f"e^L is {value}: give a positive number, or None where the loss is infinite")
    return sum((chance / value for value, chance in odds.items() if value is not None), ZERO)


@realises("Zhang24 Section III: copula factorisation")
def copula_ratio(joint: Law[Y], product: Law[Y]) -> Mapping[Y, Fraction]:
    """c_s(y) = b_s(y)/∏ ψ_i(y_i|s), on the outcomes that the product may have.

    Raises ValueError if the joint law has others, which no joint law of these mechanisms has.
    """
    for y in joint:
        if not product[y]:
            raise ValueError(f"{y!r} has probability 0 under the product: it is that of other mechanisms")
    return {y: joint[y] / chance for y, chance in product.items()}


@realises("Zhang24 Equation (6)")
def identity_part(product: Kernel[S, Any], pair: Pair[S], y: Hashable) -> Odds:
    """e^L^id(y): the odds of y under the product of the effective mechanisms; None where they are infinite."""
    p, q = product[pair[0]][y], product[pair[1]][y]
    return p / q if q else None


def dependence_part(joint: Kernel[S, Any], product: Kernel[S, Any], pair: Pair[S], y: Hashable) -> Odds:
    """e^L^G(y) = c_s(y)/c_s'(y); None where the second ratio is 0.

    Raises ValueError where one of the products has no y, so that L^G has no value.
    """
    ratios = []
    for secret in pair:
        chance = product[secret][y]
        if not chance:
            raise ValueError(f"{y!r} has probability 0 under the product given {secret!r}: its copula ratio is 0/0")
        ratios.append(joint[secret][y] / chance)
    return ratios[0] / ratios[1] if ratios[1] else None


def is_dependent(joint: Kernel[S, Any], product: Kernel[S, Any], pair: Pair[S]) -> bool:
    """Whether L^G is not 0 somewhere: c_s and c_s' differ where both have values."""
    common = product[pair[0]].support & product[pair[1]].support
    ratios = [copula_ratio(joint[secret], product[secret]) for secret in pair]
    return any(ratios[0][y] != ratios[1][y] for y in common)


@realises("Zhang24 Section III: PLRV decomposition", "Zhang24 Equation (11)")
def is_decomposed(joint: Kernel[S, Any], product: Kernel[S, Any], pair: Pair[S]) -> bool:
    """Whether e^L = e^L^G·e^L^id at every outcome of the first joint law at which all three are finite."""
    p, q = (joint[secret] for secret in pair)
    return all(
        p[y] / q[y] == _known(dependence_part(joint, product, pair, y)) * _known(identity_part(product, pair, y))
        for y in p.support & q.support
    )


def _known(odds: Odds) -> Fraction:
    assert odds is not None
    return odds
