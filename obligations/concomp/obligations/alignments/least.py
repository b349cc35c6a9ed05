"""The least constants of sparse vector, each reached as nearly as one likes, and what loses more.

Noise is of ratio a = e^−ε' for the threshold and b = e^(−ε'/2) for values, one positive; here e^(ε'/2) = 2, so that
2ε', 3ε'/2 and ε' are 16, 8 and 4.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model.programs import comparisons
from concomp.obligations.alignments import of_comparisons
from concomp.obligations.alignments.field import LOW, MANY, ONE_POSITIVE, QUARTER, SCALED, Example, unaligned
from concomp.obligations.alignments.trial import begun, compared

SOURCE = "HSV26 Lemma 7.4"

LEAST = (
    Example(SOURCE, "at most 1 apart", of_comparisons.sparse_vector, SCALED, Fraction(16),
            compared(MANY, LOW), ONE_POSITIVE),
    Example(SOURCE, "all differences of one sign", of_comparisons.of_one_sign, SCALED, Fraction(8),
            compared(MANY, [(-5, -5)]), {"N": 1, "up": True}),
    Example(SOURCE, "equal at first, then at one constant difference",
            of_comparisons.zero_then_constant, SCALED, Fraction(4),
            begun(compared(MANY, [])), {"N": 1, "difference": 1}),
)  # fmt: skip
"""2ε', 3ε'/2 and ε'."""

CONTROLS = (
    Example(SOURCE, "the threshold's noise is drawn anew for each value",
            unaligned(comparisons.fresh_sparse_vector), SCALED, Fraction(16),
            compared([(8, 9)] * 6, []), ONE_POSITIVE),
    Example(SOURCE, "it does not halt", unaligned(comparisons.endless_sparse_vector), SCALED, Fraction(16),
            compared([(0, 1)] * 3, [(-1, -2)] * 3)),
    Example(SOURCE, "values have noise of the scale 1/ε'",
            of_comparisons.sparse_vector, {"a": QUARTER, "b": QUARTER}, Fraction(16),
            compared([(0, 1)] * 3, LOW), ONE_POSITIVE),
)  # fmt: skip
"""Each loses more than 2ε'."""
