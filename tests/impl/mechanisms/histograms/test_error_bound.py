"""The error bound of docs/histograms.md: its lemmas by themselves, the worst noise that is trusted, and runs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, count
from math import comb
from typing import Any

import pytest

import concomp
from concomp.impl.mechanisms.histograms.histogram import ContinualHistogram
from concomp.impl.mechanisms.histograms.margins import TrustedMargins
from concomp.impl.noise.sources import SeededRandomness
from tests.impl.mechanisms.histograms.noise import AsFarAsTrusted, FromBulk, LateTests
from tests.impl.mechanisms.histograms.streams import STREAMS, farthest

E = "2.718281828"
SURE = Fraction(1, 1000)
"""The chance to take a share of failures for at most β that is larger."""


def test_the_chances_of_all_draws_come_to_beta() -> None:
    """Block k has 2^k numbers of chance 1/(2^k·(k + 1)·(k + 2)); that of all n blocks is 1 − 1/(n + 1)."""
    blocks = [Fraction(1, (block + 1) * (block + 2)) for block in range(50)]
    assert list(accumulate(blocks)) == [1 - Fraction(1, n + 2) for n in range(50)]


def test_each_draw_is_trusted_as_far_as_its_chance_allows() -> None:
    histogram = ContinualHistogram(8, e_eps=10**5)
    margins, beta = histogram.margins, histogram.beta / 4
    test, noise = histogram.parts.test, histogram.parts.noise
    for number in (1, 2, 3, 100, 10**6):
        block = number.bit_length() - 1
        chance = beta / (2**block * (block + 1) * (block + 2))
        value = margins.tested(number, 1) - _reach(test.threshold_ratio, beta / 2)
        for ratio, far in ((test.query_ratio, value), (noise.ratio, margins.xi(1, number) - margins.tested(1, number))):
            assert 2 * ratio ** (far + 1) / (1 + ratio) <= chance < 2 * ratio ** (far - 1) / (1 + ratio)
        epoch = (number + 1).bit_length() - 1
        last, chance = 2 ** (epoch + 1) - 2, beta / (2**epoch * epoch * (epoch + 1))
        assert margins.counted(number) == histogram.parts.counter.error_at(last, chance)


def _reach(ratio: Fraction, chance: Fraction) -> int:
    return next(far for far in count() if 2 * ratio ** (far + 1) / (1 + ratio) <= chance)


def test_no_more_intervals_end_than_the_query_pays_for() -> None:
    margins = ContinualHistogram(2, e_eps=100).margins
    for largest in (0, 1, 2, 10, 99, 100, 1000, 5000):
        paid = accumulate((margins.gamma(1, interval) for interval in count(1)), initial=0)
        assert margins.intervals(largest) == next(ended for ended, raised in enumerate(paid) if raised >= largest)


@pytest.mark.parametrize("choose", STREAMS)
@pytest.mark.parametrize("delta", [0, "1e-6"])
def test_it_holds_where_all_noise_is_as_far_as_it_is_trusted_to_be(choose: str, delta: Any) -> None:
    histogram = ContinualHistogram(2, e_eps=10**9, delta=delta)
    for seed in range(2):
        respond = histogram.start(AsFarAsTrusted(histogram, seed), SeededRandomness(seed))
        worst, largest = farthest(respond, max, STREAMS[choose], 2, 300)
        assert worst <= histogram.error_bound(300, largest)


@pytest.mark.parametrize(("times", "holds"), [(1, True), (20, False)])
def test_it_does_not_hold_for_noise_that_is_farther(times: int, holds: bool) -> None:
    histogram = ContinualHistogram(2, e_eps=10**9)
    respond = histogram.start(LateTests(histogram, 0, times), SeededRandomness(0))
    worst, largest = farthest(respond, max, STREAMS["all_ones"], 2, 600)
    assert (worst <= histogram.error_bound(600, largest)) is holds


def failures(steps: int, runs: int, beta: str, bound: Callable[[ContinualHistogram, int], int]) -> int:
    """In how many runs, of all streams and of both kinds of noise, some answer is farther off than a bound says."""
    made = [ContinualHistogram(2, e_eps=E, delta=delta, beta=beta) for delta in (0, "1e-6")]
    noises = [FromBulk() for _ in made]
    found = 0
    for seed in range(runs):
        histogram, noise = made[seed % 2], noises[seed % 2]
        choose = list(STREAMS.values())[seed % len(STREAMS)]
        worst, largest = farthest(histogram.start(noise, SeededRandomness(seed)), max, choose, 2, steps)
        found += worst > bound(histogram, largest)
    return found


def share_is_at_most(beta: Fraction, failed: int, runs: int) -> bool:
    """Whether a larger share would bring so few failures, or fewer, only with a chance of SURE."""
    return sum(comb(runs, n) * beta**n * (1 - beta) ** (runs - n) for n in range(failed + 1)) <= SURE


@pytest.mark.full
def test_it_holds_in_a_thousand_runs_but_for_a_share_of_beta() -> None:
    failed = failures(1 << 10, 1000, "1/20", lambda histogram, largest: histogram.error_bound(1 << 10, largest))
    assert share_is_at_most(Fraction(1, 20), failed, 1000)


@pytest.mark.full
def test_so_it_does_in_twenty_long_ones() -> None:
    failed = failures(1 << 16, 20, "1/3", lambda histogram, largest: histogram.error_bound(1 << 16, largest))
    assert share_is_at_most(Fraction(1, 3), failed, 20)


@pytest.mark.full
def test_runs_tell_a_bound_that_is_too_small() -> None:
    """A twelfth of the bound is exceeded more often than β."""
    failed = failures(1 << 10, 100, "1/20", lambda histogram, largest: histogram.error_bound(1 << 10, largest) // 12)
    assert failed > 20


def test_margins_with_too_little_room_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thresholds that ignore the test's own noise end intervals for nothing, more than the query pays for."""
    monkeypatch.setattr(TrustedMargins, "gamma", lambda margins, time, interval: 1)
    histogram = ContinualHistogram(2, e_eps=10**9 - 1)
    counted = AsFarAsTrusted(histogram, 0)
    respond = histogram.start(counted, SeededRandomness(0))
    for _ in range(60):
        respond((False, False))
    assert next(counted.numbers) - 1 > histogram.margins.intervals(0) == 0


def test_more_rows_and_larger_values_allow_larger_errors() -> None:
    histogram = concomp.ContinualHistogram(3, e_eps=E)
    bounds = [histogram.error_bound(steps, largest) for steps, largest in ((1, 0), (100, 0), (100, 50), (10**6, 10**6))]
    assert bounds == sorted(bounds)
