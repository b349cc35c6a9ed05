"""Convolutions of laws on a grid by the fast Fourier transform, with a bound of what rounding does.

A transform takes log₂ n stages or fewer, and each of its outputs is a sum over paths through them, on which every
number is multiplied by roots of unity that are known to about u. So an output is off by at most η = O(u·log₂ n) times
the sum of the moduli of the inputs, and all together, in the Euclidean norm, by η times that of the exact outputs
(Higham, Accuracy and Stability of Numerical Algorithms, Theorem 24.2, where η is about 7·u·log₂ n for radix 2).

The transform of a law is nowhere above 1. A product of several is therefore off, in the sum of moduli divided by n, by
no more than (Σ η + roundings of products)·s·s', where s and s' are the largest and the least Euclidean norm of the
laws: take the norm of what is off in one factor, and that of another one, the least if it is not that factor itself, by
the inequality of Cauchy and Schwarz. The way back adds η·s·s'. No value is off by more than the sum of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log, log2, sqrt

import numpy as np

from concomp.impl.accounting.outcomes.outcomes import ROUNDING, Floats
from concomp.impl.accounting.outcomes.sums import add_up

STAGE = 16
"""How many roundings count for a stage: more than twice as many as in the theorem."""
TINY = 1e-300
"""What leaves the range of floats."""
SLACK = 1.01
"""For norms above 1 by rounding, and products of errors."""


def convolve(laws: Sequence[Floats]) -> tuple[Floats, float]:
    """The law of the sum of independent draws, and what each of its values may be off.

    laws: values ≥ 0 that add up to 1, but for rounding.
    """
    if len(laws) == 1:
        return laws[0], TINY
    length = sum(len(law) - 1 for law in laws) + 1
    size = _good_size(length)
    spectrum = np.fft.rfft(laws[0], size)
    for law in laws[1:]:
        spectrum *= np.fft.rfft(law, size)
    values: Floats = np.fft.irfft(spectrum, size)[:length]
    norms = sorted((sqrt(add_up(law * law)) for law in laws), reverse=True)
    of_transform = STAGE * ROUNDING * log2(2 * size)
    return values, SLACK * ((len(laws) + 1) * of_transform + 4 * len(laws) * ROUNDING) * norms[0] * norms[-1]


def _good_size(length: int) -> int:
    """The least 2^a·3^b·5^c that is at least the length, of which transforms are fast."""
    powers = [range(ceil(log(length, prime)) + 1) for prime in (3, 5)]
    odd: list[int] = [3**b * 5**c for b in powers[0] for c in powers[1]]
    return min(each << (ceil(length / each) - 1).bit_length() for each in odd)
