"""The square root of the matrix of prefix sums: R_ts = f_{t−s} with f_k = C(2k, k)/4^k, on a grid.

Fichtenberger, Henzinger, Upadhyay 2023 ("Constant matters").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from concomp.impl.mechanisms.counters.factorisations.factorisation import divide
from concomp.impl.mechanisms.counters.factorisations.residues import Residues


@dataclass(frozen=True)
class SquareRoot:
    """The square root for so many steps, with R in units of 2^−bits: R_ts = r_{t−s} = round(2^bits·f_{t−s})."""

    steps: int
    bits: int

    @cached_property
    def squares(self) -> int:
        """Σ r_k²: what an item that differs by 1 changes if it is the first one."""
        return sum(r * r for r in self.coefficients)

    def diagonal(self, step: int) -> int:
        """r_0 = 2^bits."""
        return 1 << self.bits

    def memory(self) -> Residues:
        """What remembers nothing yet."""
        last_first = np.array(self.coefficients[:0:-1], np.int64)
        end = len(last_first)
        return Residues(self.steps, self.bits, lambda step: last_first[end - step :], sum(self.coefficients))

    def spread(self, step: int) -> float:
        """The sum of the squares of the coefficients of L up to this one."""
        return float(self._spreads[step])

    @property
    def largest_spread(self) -> float:
        """That at the last step."""
        return self.spread(self.steps - 1)

    @cached_property
    def coefficients(self) -> tuple[int, ...]:
        """The coefficients r_0, r_1, …"""
        return coefficients(self.steps, self.bits)

    @cached_property
    def _spreads(self) -> NDArray[np.float64]:
        return np.cumsum(np.cumsum(inverse_series(np.array(self.coefficients, np.float64))) ** 2)


@lru_cache(maxsize=8)
def coefficients(count: int, bits: int) -> tuple[int, ...]:
    """The first coefficients round(2^bits·C(2k, k)/4^k)."""
    found, central = [], 1
    for k in range(count):
        found.append(divide(central << bits, 1 << 2 * k))
        central = central * 2 * (2 * k + 1) // (k + 1)
    return tuple(found)


def inverse_series(series: NDArray[np.float64]) -> NDArray[np.float64]:
    """The coefficients of 1/r(X), to as many places, by Newton's iteration g ← g·(2 − r·g)."""
    inverse = 1 / series[:1]
    while len(inverse) < len(series):
        length = min(2 * len(inverse), len(series))
        width = 4 * length
        transformed = np.fft.rfft(inverse, width)
        product = np.fft.irfft(np.fft.rfft(series[:length], width) * transformed, width)[:length]
        product[0] -= 2
        inverse = -np.fft.irfft(np.fft.rfft(product, width) * transformed, width)[:length]
    return inverse
