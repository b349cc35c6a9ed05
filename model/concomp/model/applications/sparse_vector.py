"""Sparse vector on a histogram: does a query on the sums so far exceed a threshold?

Noise is of integers, two-sided geometric; with r = e^(−ε'/2), a query's noise has ratio r and that of the threshold r²,
the scales 2/ε' and 1/ε' of SVT_{ε'}. HSS uses ε' = ε/6. A threshold may be any rational; a sum of integers exceeds it
if it is larger than its integer part.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

from concomp.model.laws.law import Law
from concomp.model.mechanisms.interactive import EVERYTHING, HALT, InteractiveMechanism, Message, State
from concomp.model.mechanisms.named.above_threshold import DONE, AboveThreshold
from concomp.model.registry.tags import realises

Sums = tuple[int, ...]
Query = Callable[[Sums], int]
BOT, TOP = "⊥", "⊤"


@realises("HSV26 Algorithm 3")
def sparse_vector_on_histogram(ratio: Fraction, query: Query, sums: Sums) -> InteractiveMechanism:
    """SVT_{ε',q,h}: it adds each row to the sums, and halts with TOP once the noisy query exceeds the noisy threshold.

    For a 1-sensitive query it is 2ε'-DP (HSV26 Lemma 7.4). With one column and q the identity it is ε'-DP, and HSS then
    5ε/6-DP (concomp Proposition 13).

    ratio: r = e^(−ε'/2), strictly between 0 and 1. query: q, of the sums. sums: h, which it starts from. A message is a
    row of integers and a threshold. Its state is the sums, and by how much the query exceeded thresholds so far.
    Raises ParameterError for a ratio out of its range.
    """
    noise = AboveThreshold(ratio**2, ratio, threshold=1)

    def step(state: Any, message: Any) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        (row, threshold), (before, excesses) = message, state
        now = tuple(total + entry for total, entry in zip(before, row, strict=True))
        extended = tuple(sorted((*excesses, query(now) - floor(threshold))))
        below = noise.all_below(extended) / noise.all_below(excesses)
        return Law({((now, extended), BOT): below, (DONE, TOP): 1 - below})

    return InteractiveMechanism(step, ((tuple(sums), ()),), EVERYTHING, "SVT")
