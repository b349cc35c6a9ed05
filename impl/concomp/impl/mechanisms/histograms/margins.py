"""How far the threshold of a histogram is above its query, and how far its answers are from the truth.

Each draw of noise has a chance of its own to be farther from 0 than it is trusted to be; all of these together come to
β at most. docs/histograms.md proves what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from itertools import count
from typing import Protocol

from concomp.impl.mechanisms.histograms.d_counter import DCounter
from concomp.impl.mechanisms.laplace import DiscreteLaplace
from concomp.impl.mechanisms.ratios import reach
from concomp.impl.mechanisms.thresholds import AboveThreshold

KINDS = 4
"""Noise of values, of thresholds, of numbers and of the counter: each kind has the same part of β."""


OfBlock = Callable[[int], int]
"""How far noise of a block, or before it, is trusted to be from 0 at most."""


class Margins(Protocol):
    """γ and ξ of Algorithm 4, at a time and in an interval, both counted from 1."""

    def gamma(self, time: int, interval: int) -> int:
        """How far the threshold is above what the query has passed."""

    def xi(self, time: int, interval: int) -> int:
        """How far below the threshold a noisy number is still taken to be above."""


@dataclass(frozen=True)
class TrustedMargins(Margins):
    """γ and ξ for which, but for a chance of β, no noise leads astray.

    beta: β. test, noise, counter: the parts, whose noise it is.
    """

    beta: Fraction
    test: AboveThreshold
    noise: DiscreteLaplace
    counter: DCounter

    def gamma(self, time: int, interval: int) -> int:
        """As far as the test may err, and the counter erred before this interval."""
        return self.tested(time, interval) + self.counted(interval - 1)

    def xi(self, time: int, interval: int) -> int:
        """As far as the test may err, and the number's noise."""
        return self.tested(time, interval) + self._of_numbers(_block(interval))

    def tested(self, time: int, interval: int) -> int:
        """a(t, j): what |τ − ν| is at most, at this time in this interval."""
        return self._of_values(_block(time)) + self._of_thresholds(_block(interval))

    def counted(self, interval: int) -> int:
        """c(j): how far each sum is from the truth at most when so many intervals have ended."""
        return self._of_sums(_block(interval + 1))

    def intervals(self, largest: int) -> int:
        """J: how many intervals end at most, while the query is at most `largest`."""
        raised = 0
        for block in count():
            # γ(1, j) is the same for all j in a block.
            step = self.gamma(1, 1 << block)
            more = -(-(largest - raised) // step)
            if more <= 1 << block:
                return (1 << block) - 1 + more
            raised += step << block
        raise AssertionError("there is a last interval")

    def error(self, time: int, ended: int) -> int:
        """How far all answers up to a time are from the truth at most, if so many intervals have ended."""
        now = self.tested(time, ended + 1)
        if not ended:
            return 2 * now
        return 2 * now + self.tested(time, ended) + 3 * self.counted(ended) + self.counted(ended - 1)

    @cached_property
    def _of_values(self) -> OfBlock:
        """n."""
        return cache(partial(_reach, self.test.query_ratio, self._chance))

    @cached_property
    def _of_thresholds(self) -> OfBlock:
        """θ."""
        return cache(partial(_reach, self.test.threshold_ratio, self._chance))

    @cached_property
    def _of_numbers(self) -> OfBlock:
        """l."""
        return cache(partial(_reach, self.noise.ratio, self._chance))

    @cached_property
    def _of_sums(self) -> OfBlock:
        """c."""
        return cache(partial(_counted, self.counter, self._chance))

    @property
    def _chance(self) -> Fraction:
        return self.beta / KINDS


@dataclass(frozen=True)
class NearMargins(Margins):
    """γ = ξ = 1, whatever may come of it: for audits of few rows, in which intervals are to end."""

    def gamma(self, time: int, interval: int) -> int:
        """1."""
        return 1

    def xi(self, time: int, interval: int) -> int:
        """1."""
        return 1


def _block(number: int) -> int:
    """k, where a number is from 2^k to 2^(k + 1) − 1; these share a part 1/((k + 1)·(k + 2)) of the chance."""
    return number.bit_length() - 1


def _reach(ratio: Fraction, chance: Fraction, block: int) -> int:
    """How far noise of a number in a block, or before it, is from 0 at most."""
    return max(reach(ratio, chance / ((1 << k) * (k + 1) * (k + 2))) for k in range(block + 1))


def _counted(counter: DCounter, chance: Fraction, block: int) -> int:
    """How far the counter's answer to vector n is from the truth at most, for all n + 1 in a block or before it.

    The last of them is the sum of all noise that is in one of the others, and of more.
    """
    blocks = range(1, block + 1)
    return max((counter.error_at((2 << k) - 2, chance / ((1 << k) * k * (k + 1))) for k in blocks), default=0)
