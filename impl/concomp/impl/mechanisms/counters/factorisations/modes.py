"""What a factorisation of few buffers does to noise, without a sum over steps.

R has the coefficients of r(X) = Σ_j ω_j/(1 − θ_j·X), and L = A·R⁻¹ those of 1/((1 − X)·r(X)). With X = 1 + w, and
θ = 1/(1 + y²), r is Σ_j y_j/(y_j² − w)/Z for Z = Σ_j y_j·θ_j. It has one zero between any two neighbouring y², so L has
the coefficients
    l_0 = 1,   l_k = Σ_i c_i·(1 + w_i)^{−k},
with w_0 = 0 and c_0 = 1/r(1), and for the zeros w_i of r with c_i = 1/(w_i·r'(w_i)·(1 + w_i)).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
HALVINGS = 60


class Modes:
    """The sizes and decays of the coefficients of L, for numbers y in rising order."""

    def __init__(self, nodes: Numbers) -> None:
        """Find the zeros."""
        total = (nodes / (1 + nodes**2)).sum()
        zeros = _zeros(nodes)
        slopes = (nodes / (nodes**2 - zeros[:, None]) ** 2).sum(axis=1) / total
        self._sizes = np.append(total / (1 / nodes).sum(), 1 / (zeros * slopes * (1 + zeros)))
        self._rates = np.append(0, np.log1p(zeros))

    def squares(self, step: int) -> float:
        """l_0² + … + l_k² for k = step."""
        if step == 0:
            return 1.0
        rates = self._rates[:, None] + self._rates
        rates[0, 0] = 1
        sums = -np.expm1(-rates * step) / np.expm1(rates)
        sums[0, 0] = step
        return float(1 + self._sizes @ sums @ self._sizes)


def _zeros(nodes: Numbers) -> Numbers:
    """Where Σ_j y_j/(y_j² − w) is 0 between neighbouring y²: it rises there from −∞ to ∞."""
    low, high = 2 * np.log(nodes[:-1]), 2 * np.log(nodes[1:])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rises = (nodes / (nodes**2 - np.exp(middle)[:, None])).sum(axis=1) < 0
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    zeros: Numbers = np.exp((low + high) / 2)
    return zeros
