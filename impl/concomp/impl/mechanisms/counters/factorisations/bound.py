"""How small the variance of any factorisation can be, bounded below in rationals.

For weights u of rows and v of columns, whatever A = L·R,
    ‖D_u^½·A·D_v^½‖_*² ≤ (Σ_t u_t·‖row t of L‖²)·(Σ_s v_s·‖column s of R‖²),
where ‖·‖_* is the sum of the singular values (Li, Miklau, Hay, McGregor, Rastogi 2015). So the largest variance, u
being free, or the mean of all, u being constant, is at least the left side divided by Σu·Σv if the columns of R are at
most 1 long.

A singular value is √x for an eigenvalue x of A·D_v·Aᵀ·D_u; and by Poisson's summation, for every x > 0
    √x ≥ c·Σ_j 2^{j/2}·x/(x + 2^j),   c = (ln 2)/π / (1 + 2·Σ_{n≥1} sech(2nπ²/ln 2)),
summed over all integers j. The sum of x/(x + s) over all eigenvalues x is rational, by a recurrence over the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

FACTOR = Fraction(220635600152, 10**12)
"""Just below c."""
BEYOND = Fraction(241421356, 10**8)
"""Just below 1/(√2 − 1) = 2^{−1/2} + 2^{−1} + 2^{−3/2} + …"""
BITS = 64
"""What is rounded down keeps so many bits behind the point."""
MARGIN = 14
"""The exponents of shifts go so far beyond what the eigenvalues can be."""


def least_variance(rows: Sequence[int], columns: Sequence[int]) -> Fraction:
    """What no factorisation's weighted mean variance is below, the columns of R being at most 1 long.

    rows, columns: the weights u and v, positive integers.
    """
    return singular_values_below(rows, columns) ** 2 / (sum(rows) * sum(columns))


def singular_values_below(rows: Sequence[int], columns: Sequence[int]) -> Fraction:
    """A rational just below the sum of the singular values of D_u^½·A·D_v^½.

    As x/(x + s) falls in s, and s·x/(x + s) rises, the first and the last shift stand for all beyond them.
    """
    first = max(0, (min(rows) * min(columns)).bit_length() - MARGIN)
    last = (sum(rows) * sum(columns)).bit_length() + MARGIN
    terms = [_root_below(j) * resolvent(rows, columns, 1 << j) for j in range(first, last + 1)]
    return FACTOR * (sum(terms) + BEYOND * (terms[0] + terms[-1]))


def resolvent(rows: Sequence[int], columns: Sequence[int], shift: int) -> Fraction:
    """The sum of x/(x + s) over the eigenvalues x of A·D_v·Aᵀ·D_u, for a shift s > 0.

    The determinant of s + A·D_v·Aᵀ·D_u is the last q of: p becomes s·p + v·q, then q becomes s·q + u·p, from p = 0 and
    q = 1. With the terms of q counted as often as they have factors u, the sum is this number divided by q; it is
    rounded down.
    """
    p, q, p_counted, q_counted = 0, 1, 0, 0
    for u, v in zip(rows, columns, strict=True):
        p, p_counted = shift * p + v * q, shift * p_counted + v * q_counted
        q, q_counted = shift * q + u * p, shift * q_counted + u * (p + p_counted)
    return Fraction((q_counted << BITS) // q, 1 << BITS)


def _root_below(exponent: int) -> Fraction:
    """A rational just below 2^{exponent/2}."""
    return Fraction(isqrt(1 << (exponent + 2 * BITS)), 1 << BITS)
