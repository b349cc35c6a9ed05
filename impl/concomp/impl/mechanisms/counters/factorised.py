"""Counters by a factorisation of the matrix of prefix sums (Li, Miklau, Hay, McGregor, Rastogi 2015, online).

What is released are numbers of the factor R with discrete Gaussian noise; what is answered is computed from them, and
the noise that is left in it is less than a tree's. R is of integers: R·x of neighbours would differ by fractions else,
which noise on the integers does not hide. As every number may be chosen by the answers so far, so may the items.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from hashlib import sha256
from math import ceil, sqrt
from types import MappingProxyType
from typing import Any

from concomp.impl.mechanisms import parameters
from concomp.impl.mechanisms.counters.budgets import ConcentratedBudget, concentrated
from concomp.impl.mechanisms.counters.counter import Counter, read_beta, read_step
from concomp.impl.mechanisms.counters.factorisations.buffered import Buffered
from concomp.impl.mechanisms.counters.factorisations.factorisation import Factorisation, divide
from concomp.impl.mechanisms.counters.factorisations.optimal import Optimal
from concomp.impl.mechanisms.counters.factorisations.square_root import SquareRoot
from concomp.impl.mechanisms.counters.factorisations.weights import MOST_STEPS
from concomp.impl.mechanisms.counters.symmetric_noise import GaussianNoise, reach_of_sum
from concomp.impl.mechanisms.noisy import Noisy
from concomp.impl.mechanisms.tabled import Tabled
from concomp.impl.mechanisms.tables import Instance
from concomp.impl.noise.randomness import Randomness
from concomp.impl.session.mechanism import Respond
from concomp.model.mechanisms.interactive import HALT
from concomp.model.numbers import Exact, ParameterError


@dataclass(frozen=True)
class Kind:
    """A kind of factorisation.

    most: steps. factorisation: of so many steps, on a grid of 2^−bits. bits: fine enough for so many steps.
    finest: the most bits, for which sums of squares of 64 bits are exact where the entries of R are listed.
    """

    most: int
    factorisation: Callable[[int, int], Factorisation]
    bits: Callable[[int], int]
    finest: int


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "square root": Kind(1 << 16, SquareRoot, lambda steps: 12, 30),
        "buffered": Kind(1 << 40, Buffered, lambda steps: 12 + (steps.bit_length() + 1) // 2, 40),
        "optimal": Kind(MOST_STEPS, partial(Optimal, aim="largest"), lambda steps: 16, 30),
        "optimal mean": Kind(MOST_STEPS, partial(Optimal, aim="mean"), lambda steps: 16, 30),
    }
)
"""The factorisations by name."""


class Fractions(Container[Any]):
    """The answer space of all fractions."""

    def __contains__(self, value: object) -> bool:
        return type(value) is Fraction


@dataclass(frozen=True, init=False, repr=False)
class FactorisationCounter(Counter):
    """Counts the items of a stream of bounded length, with noise that its steps share as a factorisation says.

    steps: T, how many items it counts at most; it halts after these. rho: ρ, what an item may lose. factorisation:
    "square root", T up to 2^16; "buffered", T up to 2^40, in memory that grows with log T; "optimal", of the least
    largest variance, or "optimal mean", of the least mean variance, T up to 1024. bits: the grid is of 2^−bits; fine
    enough if none is given. differing: how many items may differ. Raises ParameterError for one out of its range.
    """

    steps: int
    budget: ConcentratedBudget
    factorisation: str
    bits: int
    differing: int = 1

    def __init__(
        self,
        steps: int,
        *,
        rho: Exact,
        factorisation: str = "square root",
        bits: int | None = None,
        differing: int = 1,
    ) -> None:
        """Take T, what an item may lose, the factorisation, and how many may differ."""
        if type(factorisation) is not str or factorisation not in KINDS:
            raise ParameterError("factorisation", factorisation, f"give one of {', '.join(map(repr, KINDS))}")
        kind = KINDS[factorisation]
        self._set(
            steps=(lambda value: parameters.between(value, kind.most), steps),
            budget=(lambda budget: budget, concentrated(rho)),
            factorisation=(str, factorisation),
            differing=(parameters.differing, differing),
        )
        fine = kind.bits(self.steps) if bits is None else bits
        self._set(bits=(lambda value: parameters.between(value, kind.finest), fine))
        _ = self.noise

    @property
    def factors(self) -> Factorisation:
        """The factorisation."""
        return _factors(self.factorisation, self.steps, self.bits)

    @property
    def noise(self) -> GaussianNoise:
        """The noise of a number, for what an item changes in all of them, squared and summed."""
        return self.budget.noise(self.factors.squares)

    @property
    def digest(self) -> str:
        """With the factorisation's own figure, as packaged weights and floating point have a part in R."""
        return sha256(f"{super().digest} {self.factors.squares}".encode()).hexdigest()

    @property
    def answers(self) -> Fractions:
        """All fractions; those that are answered are multiples of 2^−bits."""
        return Fractions()

    def start(self, noisy: Noisy, randomness: Randomness) -> Respond:
        """Start it."""
        factors, unit, step, total = self.factors, 1 << self.bits, 0, 0
        disturb, memory = self.noise.disturb(noisy), factors.memory()

        def respond(item: int) -> object:
            nonlocal step, total
            if step == self.steps:
                return HALT
            diagonal = factors.diagonal(step)
            released = disturb(diagonal * item + memory.ahead(), randomness)
            estimate = divide(released * unit, diagonal)
            memory.add(item * unit - estimate)
            step, total = step + 1, total + estimate
            return Fraction(total, unit)

        return respond

    def variance(self, step: int) -> float:
        """That of the noise, spread by the other factor; what is rounded adds next to nothing."""
        return self.factors.spread(read_step(step, self.steps) - 1) * self.noise.variance

    def error_at(self, step: int, beta: Exact) -> int:
        """By the tail of Gaussian noise; what is rounded, by at most 1 in each number released, is added."""
        return self._reach(self.factors.spread(read_step(step, self.steps) - 1), step, read_beta(beta))

    def error(self, beta: Exact) -> int:
        """That where the variance is largest."""
        return self._reach(self.factors.largest_spread, self.steps, read_beta(beta))

    def instance(self, rounds: int) -> Instance:
        """It on items 0 and 1, on a coarse grid, what it releases clamped to numbers between theirs."""
        coarse = FactorisationCounter(
            rounds, rho=self.budget.rho, factorisation=self.factorisation, bits=1, differing=self.differing
        )
        return Instance(lambda source: coarse.start(Tabled(-1, 3), source), self.function, (0, 1), rounds)

    def _reach(self, spread: float, step: int, beta: Fraction) -> int:
        noise = GaussianNoise(Fraction(spread) * self.noise.square)
        return ceil(sqrt(step * spread) + reach_of_sum({noise: 1}, beta))


@lru_cache(maxsize=16)
def _factors(name: str, steps: int, bits: int) -> Factorisation:
    return KINDS[name].factorisation(steps, bits)
