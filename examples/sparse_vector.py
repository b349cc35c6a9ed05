"""The sparse vector of continual histograms (HSV26 Algorithm 3), its hidden noise summed out exactly, for an audit.

e^(ε'/2) = 2: whatever the rounds, e^(2ε') = 16 bounds the audit of `maximum`, two columns, and e^ε' = 4 that of
`count`, one column, where two streams differ by 0 and then by 1 throughout. One row of a stream may differ.
"""

from __future__ import annotations

from fractions import Fraction

from concomp.model import continual_game
from concomp.model.applications.neighbours import function_of
from concomp.model.applications.sparse_vector import sparse_vector_on_histogram

RATIO = Fraction(1, 2)
THRESHOLD = 3


def one_row_differs(left, right):
    """~_S: equal thresholds, and rows that are equal but in one step."""
    rows = [first[0] != second[0] for first, second in zip(left, right, strict=True)]
    return sum(rows) <= 1 and all(first[1] == second[1] for first, second in zip(left, right, strict=True))


def game(query, rows, rounds):
    messages = [(row, THRESHOLD) for row in rows]
    mechanism = sparse_vector_on_histogram(RATIO, query, (0,) * len(rows[0]))
    pairs = [(left, right) for left in messages for right in messages]
    return continual_game(function_of(one_row_differs), mechanism, pairs, rounds)


count = game(lambda sums: sums[0], [(0,), (1,)], 5)
maximum = game(max, [(0, 0), (1, 0), (0, 1), (1, 1)], 3)
