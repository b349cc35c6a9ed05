"""Errors hold for the n-th answer, whatever strategy chooses messages by the answers before."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest

from concomp.impl.mechanisms.counters.binary_tree import BinaryTreeCounter
from concomp.impl.mechanisms.counters.counter import Counter
from concomp.impl.mechanisms.counters.factorised import FactorisationCounter
from concomp.impl.mechanisms.counters.two_level import TwoLevelCounter
from concomp.impl.mechanisms.counters.unbounded import UnboundedCounter
from concomp.impl.mechanisms.functions import Comparison
from concomp.impl.mechanisms.gaussian import DiscreteGaussian
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.responses import RandomisedResponse
from concomp.impl.mechanisms.thresholds import AboveThreshold, SingleThresholdSparseVector, SparseVector
from concomp.impl.noise.sources import SeededRandomness
from concomp.model.mechanisms.named.above_threshold import BELOW

BETA = Fraction(1, 20)
Law = np.ndarray[Any, np.dtype[np.float64]]
Comparing = AboveThreshold | SparseVector | SingleThresholdSparseVector

WIDE = {"threshold_ratio": "9/10", "query_ratio": "1/100"}
EVEN = {"threshold_ratio": "3/4", "query_ratio": "3/4"}
COMPARING: dict[str, Comparing] = {
    "above threshold": AboveThreshold(**EVEN),
    "one threshold": SingleThresholdSparseVector(**WIDE, positives=4),
    "one threshold, wide queries": SingleThresholdSparseVector(**EVEN, positives=4),
    "a threshold each": SparseVector(**WIDE, positives=7),
    "a threshold each, wide queries": SparseVector(**EVEN, positives=7),
}


def most_wrong(mechanism: Comparing, far: int, rounds: int) -> float:
    """The chance that the last of so many comparisons is wrong by `far`, at the strategy for which it is largest.

    A strategy chooses values at the threshold, or as far above or below it, by the answers so far.
    """
    course, taus = mechanism.course, np.arange(-300, 301)
    law, nus = _geometric(course.threshold_ratio, taus), _geometric(course.query_ratio, np.arange(-700, 701))
    at_least = np.cumsum(nus[::-1])[::-1]
    above = {value: at_least[taus - value + 700] for value in (-far, 0, far)}

    def wrong(tau: Law, positives: int, left: int) -> float:
        """From the masses of the noise in force, how many positives and comparisons are left."""
        if left == 1:
            return float(max(tau @ (1 - above[far]), tau @ above[-far]))
        return max(
            wrong(tau * (1 - yes), positives, left - 1) + after(tau * yes, positives, left) for yes in above.values()
        )

    def after(tau: Law, positives: int, left: int) -> float:
        if positives == 1:
            return 0.0
        return (
            float(tau.sum()) * afresh(positives - 1, left - 1)
            if course.renewed
            else wrong(tau, positives - 1, left - 1)
        )

    @cache
    def afresh(positives: int, left: int) -> float:
        return wrong(law, positives, left)

    return afresh(course.positives, rounds)


@pytest.mark.parametrize("which", COMPARING)
def test_no_strategy_has_a_comparison_answered_wrongly_more_often(which: str) -> None:
    """computed: the best strategy of each length, of those that choose among three values."""
    mechanism = COMPARING[which]
    far, rounds = mechanism.error(BETA), 7 if mechanism.course.renewed else 5
    assert all(most_wrong(mechanism, far, left) <= BETA for left in range(1, rounds + 1))


def test_a_large_threshold_that_stays_is_reckoned_with() -> None:
    """sampled: 200 times the last of 40 comparisons, each as far above its threshold as is said."""
    mechanism, randomness, times = SparseVector(**WIDE, positives=40), SeededRandomness(6), 200
    query = Comparison(value=mechanism.error(BETA), threshold=0)
    runs = [[respond(query) for _ in range(40)] for respond in map(mechanism.begin, [randomness] * times)]
    assert sum(answers[-1] == BELOW for answers in runs) <= _at_most(BETA, times)


ANSWERING: dict[str, DiscreteLaplace | DiscreteGaussian | RandomisedResponse] = {
    "Laplace": DiscreteLaplace(2, differing=8),
    "Gaussian": DiscreteGaussian("1/2", differing=8),
    "responses": RandomisedResponse(30, differing=8),
}
COUNTERS: dict[str, Counter] = {
    "tree": BinaryTreeCounter(8, e_eps=4),
    "unbounded": UnboundedCounter(rho=1),
    "two levels": TwoLevelCounter(3, e_eps=4),
    "factorisation": FactorisationCounter(8, rho=1, factorisation="square root"),
}


@pytest.mark.parametrize("which", [*ANSWERING, *COUNTERS])
def test_answers_are_as_close_at_each_step_of_a_strategy(which: str) -> None:
    """sampled: 300 times 8 messages, each 1 where the answer before was too small."""
    times, randomness = 300, SeededRandomness(8)
    mechanism = ANSWERING.get(which) or COUNTERS[which]
    offs = np.array([_offs(mechanism.begin(randomness), which in COUNTERS) for _ in range(times)])
    for step in range(8):
        far = COUNTERS[which].error_at(step + 1, BETA) if which in COUNTERS else mechanism.error(BETA)
        assert (abs(offs[:, step]) > far).sum() <= _at_most(BETA, times)


def _offs(respond: Callable[[Any], Any], counts: bool) -> list[float]:
    """How far each of eight answers is from the truth."""
    found, truth, last = list[float](), 0, 0.0
    for _ in range(8):
        message = int(last < 0)
        truth = truth + message if counts else message
        answer = respond(message)
        last = float(answer[-1] if isinstance(answer, tuple) else answer) - truth
        found.append(last)
    return found


def _at_most(chance: Fraction, times: int) -> float:
    """Four standard deviations above what is to be expected."""
    return times * chance + 4 * sqrt(times * chance * (1 - chance))


def _geometric(ratio: Fraction, sizes: Any) -> Law:
    r = float(ratio)
    return (1 - r) / (1 + r) * r ** abs(sizes)
