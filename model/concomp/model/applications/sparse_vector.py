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
from concomp.model.mechanisms.named.above_threshold import DONE, FARTHEST, AboveThreshold
from concomp.model.mechanisms.named.parameters import exact_ratio, integer
from concomp.model.numbers import ParameterError, parameter
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
    Raises ParameterError for a ratio out of its range, for sums, rows or answers of q that are no integers, for a
    threshold that is not rational, and for a query more than FARTHEST from its threshold.
    """
    exact = parameter("ratio", exact_ratio, ratio)
    return query_against_thresholds(AboveThreshold(exact**2, exact), query, sums)


def query_against_thresholds(noise: AboveThreshold, query: Query, sums: Sums) -> InteractiveMechanism:
    """The same with noise of any two ratios, a for the threshold and b for a query; it loses 1/(a·b²)."""
    start = _integers("sums", sums)

    def step(state: Any, message: Any) -> Law[tuple[State, Message]]:
        if state == DONE:
            return Law.point((HALT, HALT))
        (before, excesses), (row, threshold) = state, _pair(message)
        if len(row) != len(before):
            raise ParameterError("row", row, f"write {len(before)} integers, as many as there are sums")
        now = tuple(total + entry for total, entry in zip(before, row, strict=True))
        extended = tuple(sorted((*excesses, _excess(query(now), threshold))))
        below = noise.all_below(extended) / noise.all_below(excesses)
        return Law({((now, extended), BOT): below, (DONE, TOP): 1 - below})

    return InteractiveMechanism(step, ((start, ()),), EVERYTHING, "SVT")


def _pair(message: object) -> tuple[Sums, Fraction]:
    """A row and a threshold."""
    if not isinstance(message, tuple) or len(message) != 2:
        raise ParameterError("message", message, "write a row and a threshold")
    row, threshold = message
    if type(threshold) not in (int, Fraction):
        raise ParameterError("threshold", threshold, "write an integer or a Fraction")
    return _integers("row", row), Fraction(threshold)


def _excess(value: object, threshold: Fraction) -> int:
    """By how much the query exceeds the integer part of the threshold."""
    excess = parameter("query", integer, value) - floor(threshold)
    if abs(excess) > FARTHEST:
        raise ParameterError("threshold", threshold, f"write one at most {FARTHEST} from the query, which is {value}")
    return excess


def _integers(name: str, values: object) -> Sums:
    if not isinstance(values, tuple | list):
        raise ParameterError(name, values, "write a tuple of integers")
    return tuple(parameter(name, integer, each) for each in values)
