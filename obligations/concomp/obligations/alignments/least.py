"""The least constants of sparse vector, each reached as nearly as one likes, and what loses more.

Noise is of ratio a = e^−ε' for the threshold and b = e^(−ε'/2) for values, one positive; here e^(ε'/2) = 2, so that
2ε', 3ε'/2 and ε' are 16, 8 and 4.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.programs import comparisons
from concomp.obligations.alignments import of_comparisons
from concomp.obligations.alignments.field import LOW, MANY, ONE_POSITIVE, QUARTER, SCALED, Example, compared

SOURCE = "HSV26 Lemma 7.4"

LEAST = (
    Example(SOURCE, "at most 1 apart", comparisons.sparse_vector, SCALED, Fraction(16), compared(MANY, LOW),
            of_comparisons.sparse_vector, ONE_POSITIVE),
    Example(SOURCE, "all differences of one sign", comparisons.sparse_vector, SCALED, Fraction(8),
            compared(MANY, [(-5, -5)]), of_comparisons.of_one_sign, {"N": 1, "up": True}),
    Example(SOURCE, "equal at first, then at one constant difference", comparisons.sparse_vector, SCALED, Fraction(4),
            compared(MANY, []), of_comparisons.zero_then_constant, {"N": 1, "difference": 1}),
)  # fmt: skip
"""2ε', 3ε'/2 and ε'."""

CONTROLS = (
    Example(SOURCE, "the threshold's noise is drawn anew for each value", comparisons.fresh_sparse_vector, SCALED,
            Fraction(16), compared([(8, 9)] * 6, []), None, ONE_POSITIVE),
    Example(SOURCE, "it does not halt", comparisons.endless_sparse_vector, SCALED, Fraction(16),
            compared([(0, 1)] * 3, [(-1, -2)] * 3)),
    Example(SOURCE, "values have noise of the scale 1/ε'", comparisons.sparse_vector, {"a": QUARTER, "b": QUARTER},
            Fraction(16), compared([(0, 1)] * 3, LOW), of_comparisons.sparse_vector, ONE_POSITIVE),
)  # fmt: skip
"""Each loses more than 2ε'."""
