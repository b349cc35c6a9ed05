"""A counter for each column: HSV26 section 7.1's d-counter."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from concomp.impl.accounting.guarantees import ZCDP, PureDP
from concomp.impl.mechanisms.counters.budgets import PureBudget
from concomp.impl.mechanisms.counters.counter import NodeCounter, read_beta
from concomp.impl.mechanisms.histograms.functions import neighbouring_vectors, number_of_columns
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.ratios import power
from concomp.impl.mechanisms.specification import Grounds, Specification, by_theorem
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.language.monitor import Monitor
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import Exact, NumberError, parameter

SIDE_BY_SIDE = "HSV26 Corollary 7.5"


class Vectors(Container[Any]):
    """The answer space of tuples of integers."""

    def __contains__(self, value: object) -> bool:
        return type(value) is tuple and all(type(each) is int for each in value)


@dataclass(frozen=True, init=False, repr=False)
class DCounter(Specification):
    """Counts the vectors of a stream, each coordinate by a counter of its own.

    columns: d, how many coordinates a vector has. counter: what counts a coordinate, like BinaryTreeCounter; as many
    vectors may differ as it says, each coordinate by at most 1. It loses E^d, or d·ρ.
    Raises ParameterError for what is no counter of integers, and for a parameter out of its range.
    """

    columns: int
    counter: NodeCounter

    def __init__(self, columns: int, counter: NodeCounter) -> None:
        """Take d, and what counts a coordinate."""
        object.__setattr__(self, "counter", parameter("counter", _counter, counter))
        self._set(columns=(number_of_columns, columns))

    @property
    def function(self) -> Monitor:
        """Any number of vectors, so many of which may differ, each coordinate by at most 1."""
        return _function(self.columns, self.counter.differing)

    @property
    def loss(self) -> PureDP | ZCDP:
        """What d of its counters lose."""
        budget, differing = self.counter.budget, self.counter.differing
        if isinstance(budget, PureBudget):
            return PureDP(e_eps=power(budget.e_eps, differing * self.columns))
        return ZCDP(budget.rho * differing**2 * self.columns)

    @property
    def grounds(self) -> Grounds:
        """On its counters, side by side."""
        return by_theorem(SIDE_BY_SIDE, self.counter.grounds.horizon)

    @property
    def answers(self) -> Vectors:
        """A number for each coordinate."""
        return Vectors()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start a counter for each coordinate."""
        counting = [self.counter.start(noisy, randomness) for _ in range(self.columns)]

        def respond(vector: Any) -> object:
            totals = tuple([count(entry) for count, entry in zip(counting, vector, strict=True)])
            return HALT if totals[0] is HALT else totals

        return respond

    def error_at(self, step: int, beta: Exact) -> int:
        """How far any coordinate of the answer at a step is from the truth at most, but for a chance of at most β.

        Raises ParameterError for no such step, or no chance.
        """
        return self.counter.error_at(step, read_beta(beta) / self.columns)

    def error(self, beta: Exact) -> int:
        """The same for any one step; of counters without an end there is none."""
        return self.counter.error(read_beta(beta) / self.columns)

    @property
    def rounds(self) -> int:
        """As many as of a counter."""
        return self.counter.rounds

    def instance(self, rounds: int) -> Instance:
        """It on vectors of zeros and of ones, what it releases clamped to these."""
        messages = [(bit,) * self.columns for bit in (0, 1)]
        return Instance(lambda source: self.start(Tabled(0, 1), source), self.function, messages, rounds)


def _counter(value: object) -> NodeCounter:
    if not isinstance(value, NodeCounter):
        raise NumberError("give a counter of integers, like BinaryTreeCounter(1000, e_eps=2)")
    return value


@lru_cache(256)
def _function(columns: int, differing: int) -> Monitor:
    return neighbouring_vectors(columns)(differing=differing)
