"""The privacy of what is told in floating point, never below the truth.

All that is added or multiplied is at least 0, so that each result is right up to a factor: 1 + u to the number of
operations it went through, u = 2⁻⁵³. The chance of an event under one secret is taken up by that factor, under the
other one down. Where floats put two answers in the wrong order, their odds differ by a few u, and the event of all
answers above the lower one reaches as much with a factor a few u larger; that is counted too.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, nextafter, prod
from sys import float_info
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from concomp.model.confounding.deployment import Deployment
from concomp.model.confounding.kernels import Kernel
from concomp.model.confounding.setting import Pair

S = TypeVar("S", bound=Hashable)
Floats = NDArray[np.float64]
UNIT = 2.0**-53
LEAST = Fraction(1, 2**900)
"""Below this, a product of chances may come close to what floats cannot hold."""
LARGEST = float_info.max
SORTED = 16
"""Units for odds in the wrong order, and for what is done to sums at last."""


@dataclass(frozen=True, eq=False)
class CertifiedProfile:
    """E ↦ an upper bound of δ(E), by events of all adjacent secrets.

    above, below: chances of these events under the first secret, rounded up, and under the second, rounded down.
    """

    above: Floats
    below: Floats

    def __call__(self, e_eps: Fraction) -> float:
        """A δ that is enough at E ≥ 1."""
        excess = self.above * (1 + 8 * UNIT) - _down(e_eps) * self.below * (1 - 8 * UNIT)
        return min(1.0, max(0.0, float(excess.max())))

    def least_e_eps(self, delta: Fraction) -> float:
        """An E that is enough for δ; infinity where no float is."""
        excess = np.minimum(self.above * (1 + 8 * UNIT), 1.0) - _down(delta)
        with np.errstate(divide="ignore", over="ignore"):
            needed = excess[excess > 0] / (self.below[excess > 0] * (1 - 8 * UNIT))
        return nextafter(float(needed.max(initial=1.0)), inf) if len(needed) else 1.0


def certified_profile(deployment: Deployment) -> CertifiedProfile:
    """What the mechanisms of a deployment tell together.

    Raises ValueError where some joint answer has a chance so small that floats may lose it.
    """
    data, dependent = deployment.setting.data, deployment.dependent
    kernels = list(deployment.mechanisms.values()) if dependent is None else [dependent]
    _demand_large(data, kernels)
    inputs = list(dict.fromkeys(x for law in data.values() for x in law))
    factors = [_columns(kernel, inputs) for kernel in kernels]
    left, right = _side_by_side(factors[::2], len(inputs)), _side_by_side(factors[1::2], len(inputs))
    told = {s: (left @ (_row(law[x] for x in inputs) * right).T).ravel() for s, law in data.items()}
    # A number of a matrix is rounded, multiplied and summed, and its event is summed.
    operations = 2 * len(kernels) + 2 + len(inputs) + left.shape[0] * right.shape[0] + SORTED
    return _of_tables(told, deployment.setting.pairs, 1.01 * operations * UNIT)


def _of_tables(told: Mapping[S, Floats], pairs: Iterable[Pair[S]], error: float) -> CertifiedProfile:
    above, below = [], []
    for secret, other in pairs:
        p, q = told[secret], told[other]
        with np.errstate(divide="ignore", invalid="ignore"):
            odds = np.where(p > 0, p / q, 0.0)
        order = np.argsort(-odds)[: np.count_nonzero(odds > 1 - 3 * error)]
        above.append(np.cumsum(p[order]) * (1 + error))
        below.append(np.cumsum(q[order]) * (1 - error))
    return CertifiedProfile(np.concatenate([[0.0], *above]), np.concatenate([[0.0], *below]))


def _demand_large(data: Kernel[Any, Any], kernels: Sequence[Kernel[Any, Any]]) -> None:
    if prod(min(weight for law in each.values() for _, weight in law.items()) for each in (data, *kernels)) < LEAST:
        raise ValueError("some joint answers have chances below 2^-900: ask for the exact profile")


def _columns(kernel: Kernel[Any, Any], inputs: Sequence[Any]) -> Floats:
    outputs = dict.fromkeys(y for x in inputs for y in kernel[x])
    return np.array([_row(kernel[x][y] for x in inputs) for y in outputs])


def _row(chances: Iterable[Fraction]) -> Floats:
    # The quotient of two integers is the nearest float.
    return np.array([chance.numerator / chance.denominator for chance in chances])


def _side_by_side(factors: Sequence[Floats], size: int) -> Floats:
    columns = np.ones((1, size))
    for factor in factors:
        columns = (columns[:, None, :] * factor[None, :, :]).reshape(-1, size)
    return columns


def _down(number: Fraction) -> float:
    """The largest float that is no larger, or one below it."""
    if number >= LARGEST:
        return LARGEST
    nearest = number.numerator / number.denominator
    return nextafter(nearest, -inf) if Fraction(nearest) > number else nearest
