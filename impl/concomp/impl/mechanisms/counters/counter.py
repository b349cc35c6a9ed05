"""What all counters have: they answer each item of a stream with the sum so far, disturbed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

from concomp.impl.accounting.guarantees import ZCDP, PureDP
from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.budgets import Budget
from concomp.impl.mechanisms.counters.symmetric_noise import SymmetricNoise, reach_of_sum, variance_of_sum
from concomp.impl.mechanisms.functions import Stream, stream
from concomp.impl.mechanisms.specification import Grounds, Integers, Specification
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance
from concomp.model.numbers import Exact, ParameterError, parameter

CHANGES = "concomp Proposition 9"
"""What an item changes in the numbers that are released."""
MOST_STEPS = 10**18
"""For which errors of a counter without an end are computed; it counts on."""


class Counter(Specification):
    """A counter of integers, of which so many may differ, each by at most 1: event level, if it is one.

    Those who derive from it have `budget`, what one item may lose, and `differing`, how many items may differ.
    """

    budget: Budget
    differing: int

    @property
    def function(self) -> Stream:
        """Any number of items, so many of which may differ, each by at most 1."""
        return stream(self.differing, 1)

    @property
    def loss(self) -> PureDP | ZCDP:
        """What the budget makes of so many items."""
        return self.budget.loss(self.differing)

    @property
    def grounds(self) -> Grounds:
        """As its budget says, for numbers that differ as little as they do; the rest is computed from them."""
        noise = self.budget.grounds
        return replace(noise, words=f"{noise.words}; how far its numbers differ: {CHANGES}")

    @abstractmethod
    def variance(self, step: int) -> float:
        """The variance of the answer to an item, the first being at step 1; ParameterError for no such step."""

    @abstractmethod
    def error_at(self, step: int, beta: Exact) -> int:
        """How far the answer at a step is from the truth at most, but for a chance of at most β.

        It holds for each step, the items being chosen by the answers so far in any way; not for a step that is chosen
        by answers, as its noise is partly known before. Raises ParameterError for no such step, or no chance.
        """

    @property
    def rounds(self) -> int:
        """Two: enough for an item to be in several numbers."""
        return 2

    @property
    def cut(self) -> Fraction:
        """No tape is cut off."""
        return Fraction(0)

    def instance(self, rounds: int) -> Instance:
        """It on items 0 and 1, what it releases clamped to these."""
        return Instance(lambda source: self.start(Tabled(0, 1), source), self.function, (0, 1), rounds)


class NodeCounter(Counter):
    """A counter that answers the sum of numbers that were released: of nodes, the sums of items of an interval each."""

    @property
    def answers(self) -> Integers:
        """All integers."""
        return Integers()

    @abstractmethod
    def noises(self, step: int) -> Mapping[SymmetricNoise, int]:
        """How many numbers of each noise are summed at a step, the first being 1; ParameterError for no such step."""

    def variance(self, step: int) -> float:
        """The variance of these noises together."""
        return variance_of_sum(self.noises(step))

    def error_at(self, step: int, beta: Exact) -> int:
        """Less than what they reach together; they are integers."""
        return ceil(reach_of_sum(self.noises(step), read_beta(beta))) - 1


class EndlessCounter(NodeCounter):
    """A counter of nodes that goes on for ever."""

    def error(self, beta: Exact) -> int:
        """There is none for all steps: ParameterError."""
        raise ParameterError(
            "beta", beta, "it grows with the number of items: ask the counter for error_at(step, beta)"
        )


def read_step(step: int, most: int) -> int:
    """A step from 1 to the last; ParameterError for another."""
    if type(step) is not int or not 1 <= step <= most:
        raise ParameterError("step", step, f"give an integer from 1 to {most}")
    return step


def read_beta(beta: Exact) -> Fraction:
    """The chance of an error; ParameterError for none."""
    return parameter("beta", parameters.chance, beta)
