"""Convolutions by floats beside exact ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from random import Random

import numpy as np
from flint import fmpz_poly

from concomp.impl.accounting.outcomes.spectra import convolve

BITS = 60


def within_its_error(length: int, count: int = 3) -> bool:
    """Whether the convolution of random laws, with chances next to nothing, is off by no more than it says."""
    random = Random(length)
    drawn = [np.array([random.random() ** random.choice((1, 30)) for _ in range(length + n)]) for n in range(count)]
    laws = [values / values.sum() for values in drawn]
    values, error = convolve(laws)
    product = fmpz_poly([1])
    for law in laws:
        # Chances are rounded to multiples of 2^-60, far below the error.
        product *= fmpz_poly([round(Fraction(float(chance)) * 2**BITS) for chance in law])
    exact = [Fraction(int(each), 2 ** (BITS * count)) for each in product]
    assert len(values) == sum(map(len, laws)) - len(laws) + 1
    pairs = zip_longest(values, exact, fillvalue=Fraction(0))
    off = max(abs(Fraction(float(value)) - truth) for value, truth in pairs)
    return off <= Fraction(error)
