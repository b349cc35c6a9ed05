"""A Toeplitz factorisation of few buffers, close to the square root (after Dvijotham, McMahan, Pillutla, Steinke,
Thakurta 2024).

By the trapezoidal rule for 1/√x = (2/π)·∫ dy/(x + y²) in the logarithm of y, at x = 1 − X, the coefficients of the
square root are nearly
    r_k = Σ_j ω_j·θ_j^k,   θ_j = 1/(1 + y_j²),   ω_j proportional to y_j·θ_j,   y_j = 3^j,
for j from −log₃√T − 1 to 4. A buffer keeps Σ_{s<t} θ^{t−1−s}·(x_s − x̂_s), rounded; as θ is 1/(1 + 9^j), a step takes it
one division of integers.

Rounding makes this not quite linear, so what an item changes is bounded: two buffers that differ by D differ after one
more step by at most θ·D + 1, and what is ahead differs by at most what the buffers say, and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil

import numpy as np
from flint import arb

from concomp.impl.mechanisms.counters.factorisations.factorisation import divide
from concomp.impl.mechanisms.counters.factorisations.modes import Modes
from concomp.model.laws.balls import above, ball, precision

LAST = 4
"""The largest j."""
FINE = 40
"""How many bits a buffer has more than a residue, and a weight has behind the point."""
PRECISION = 256


@dataclass(frozen=True)
class Buffered:
    """It for so many steps; R_tt is 2^bits."""

    steps: int
    bits: int

    @cached_property
    def nodes(self) -> tuple[Fraction, ...]:
        """The y."""
        first = next(j for j in range(self.steps + 2) if 9 ** (j - 1) >= self.steps)
        return tuple(Fraction(3) ** j for j in range(-first, LAST + 1))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The ω·θ, the ω summing to 1, in units of 2^−FINE."""
        total = sum(y / (1 + y**2) for y in self.nodes)
        return tuple(round((1 << FINE) * y / (1 + y**2) ** 2 / total) for y in self.nodes)

    @cached_property
    def squares(self) -> int:
        """r_0² + Σ_k (r_k + c)² for k from 1, where c is what rounding adds: geometric sums."""
        decays = [1 / (1 + y**2) for y in self.nodes]
        sizes = [Fraction(weight << self.bits, 1 << FINE) for weight in self.weights]
        more = sum(
            (Fraction(w, 1 << 2 * FINE) / (1 - d) for w, d in zip(self.weights, decays, strict=True)), Fraction(1)
        )
        later = self.steps - 1
        with precision(PRECISION):
            terms = [(ball(size), ball(decay)) for size, decay in zip(sizes, decays, strict=True)]
            once = sum((a * _geometric(x, later) for a, x in terms), arb(0))
            twice = sum((a * b * _geometric(x * y, later) for a, x in terms for b, y in terms), arb(0))
            return (1 << 2 * self.bits) + ceil(above(twice + 2 * ball(more) * once + ball(more**2 * later)))

    def diagonal(self, step: int) -> int:
        """2^bits."""
        return 1 << self.bits

    def memory(self) -> Buffers:
        """What remembers nothing yet."""
        return Buffers(self.nodes, self.weights)

    def spread(self, step: int) -> float:
        """The sum of the squares of the coefficients of L up to this one, by its modes."""
        return self._modes.squares(step) / 4.0**self.bits

    @property
    def largest_spread(self) -> float:
        """That at the last step."""
        return self.spread(self.steps - 1)

    @cached_property
    def _modes(self) -> Modes:
        return Modes(np.array(self.nodes, np.float64))


class Buffers:
    """The buffers of all residues so far, in units of 2^−FINE of theirs."""

    def __init__(self, nodes: tuple[Fraction, ...], weights: tuple[int, ...]) -> None:
        """Begin with empty ones."""
        # θ = b/(a + b), where y² = a/b.
        self._decays = [((y**2).denominator, sum((y**2).as_integer_ratio())) for y in nodes]
        self._weights, self._buffers = weights, [0] * len(nodes)

    def ahead(self) -> int:
        """The sum of the buffers by their weights, to the nearest integer."""
        whole = sum(weight * buffer for weight, buffer in zip(self._weights, self._buffers, strict=True))
        return divide(whole, 1 << 2 * FINE)

    def add(self, residue: int) -> None:
        """Take the next residue."""
        more = residue << FINE
        self._buffers = [
            buffer * part // whole + more for buffer, (part, whole) in zip(self._buffers, self._decays, strict=True)
        ]


def _geometric(base: arb, count: int) -> arb:
    """1 + base + … to so many terms."""
    return (1 - base**count) / (1 - base)
