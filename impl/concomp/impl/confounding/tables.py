"""A mechanism to add as a matrix of whole numbers, and what it has to keep as matrices that it is multiplied by."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any, Generic, TypeVar

from flint import fmpz_mat

from concomp.model.confounding.inverse import Problem
from concomp.model.laws.law import ONE, ZERO, Law

S = TypeVar("S", bound=Hashable)
MIXED = (ZERO, *(Fraction(1, 10**power) for power in range(12, 0, -1)), ONE)
"""The parts of a constant that are mixed in, until one is enough."""


@dataclass(frozen=True)
class Table:
    """A kernel as whole numbers: a row for each input, a column for each output, over one denominator."""

    rows: list[list[int]]
    total: int


@dataclass(frozen=True, eq=False)
class Tables(Generic[S]):
    """A problem as matrices; what was told twice in the same proportions is one row.

    problem: as it is stated.
    """

    problem: Problem[S]

    @cached_property
    def total(self) -> int:
        """The denominator of all chances of what is seen."""
        return lcm(*(weight.denominator for law in self.problem.seen.values() for _, weight in law.items()))

    @cached_property
    def alike(self) -> dict[tuple[int, ...], list[tuple[Any, int]]]:
        """What was told: for each secret the chances with every input, without common factor ↦ (answer, factor)."""
        inputs, alike = self.problem.inputs, dict[tuple[int, ...], list[tuple[Any, int]]]()
        for before in self.problem.told:
            row = [int(law[(before, i)] * self.total) for law in self.problem.seen.values() for i in inputs]
            factor = gcd(*row)
            alike.setdefault(tuple(number // factor for number in row), []).append((before, factor))
        return alike

    @cached_property
    def seen(self) -> dict[S, list[list[int]]]:
        """Secret ↦ the chances of what was told, by rows, with each input."""
        size = len(self.problem.inputs)
        factors = [sum(factor for _, factor in members) for members in self.alike.values()]
        rows = [[number * factor for number in row] for row, factor in zip(self.alike, factors, strict=True)]
        return {
            s: [row[place * size : (place + 1) * size] for row in rows] for place, s in enumerate(self.problem.seen)
        }

    @cached_property
    def directions(self) -> list[tuple[list[tuple[S, int]], int]]:
        """The limits with whole coefficients: (secret, coefficient), and what an excess is divided by."""
        directions = []
        for limit in self.problem.limits:
            below = lcm(*(kappa.denominator for kappa in limit.direction.values()))
            whole = [(s, int(kappa * below)) for s, kappa in limit.direction.items() if kappa]
            directions.append((whole, below * self.total))
        return directions

    def slopes(self, direction: Sequence[tuple[S, int]]) -> list[list[int]]:
        """For what was told and every input, how fast a direction grows with the chance of an output."""
        columns = [[[kappa * number for number in row] for row in self.seen[s]] for s, kappa in direction]
        return [[sum(numbers) for numbers in zip(*rows, strict=True)] for rows in zip(*columns, strict=True)]

    def cost(self, table: Table) -> Fraction:
        """The mean cost of a kernel."""
        return (
            sum(
                (
                    self.problem.costs[(i, y)] * number
                    for i, row in zip(self.problem.inputs, table.rows, strict=True)
                    for y, number in zip(self.problem.outputs, row, strict=True)
                    if number
                ),
                ZERO,
            )
            / table.total
        )

    def kernel(self, table: Table) -> dict[Any, Law[Any]]:
        """A table as a kernel."""
        rows = zip(self.problem.inputs, table.rows, strict=True)
        named = {i: zip(self.problem.outputs, row, strict=True) for i, row in rows}
        return {i: Law({y: Fraction(number, table.total) for y, number in row}) for i, row in named.items()}

    def spread(self, weights: Mapping[tuple[int, int, int], Fraction]) -> dict[tuple[int, Any, Any], Fraction]:
        """Prices of rows as prices of all that was told."""
        members = list(self.alike.values())
        return {
            (index, before, self.problem.outputs[column]): weight
            for (index, row, column), weight in weights.items()
            for before, _ in members[row]
        }

    def allowed(self, table: Table) -> Table | None:
        """The kernel mixed with as little of a constant as keeps all limits; None if no constant does."""
        row = [sum(column) for column in zip(*table.rows, strict=True)]
        constant = Table([row] * len(table.rows), len(table.rows) * table.total)
        excesses = [
            (self._excess(table, whole), self._excess(constant, whole), limit.budget * unit)
            for limit, (whole, unit) in zip(self.problem.limits, self.directions, strict=True)
        ]
        for part in MIXED:
            if all(_within(mine, other, budget, part) for mine, other, budget in excesses):
                return _mixed(table, constant, part)
        return None

    def _excess(self, table: Table, direction: Sequence[tuple[S, int]]) -> tuple[list[int], int]:
        """Σ_s κ_s·M(ȳ, y|s) for all ȳ and y, over one denominator."""
        product = fmpz_mat(self.slopes(direction)) * fmpz_mat(table.rows)
        return list(map(int, product.entries())), table.total


def _within(mine: tuple[list[int], int], other: tuple[list[int], int], budget: Fraction, part: Fraction) -> bool:
    """Whether the positive parts of a mixture sum to at most the budget."""
    (first, total), (second, whole) = mine, other
    one, two = (1 - part) / total, part / whole
    below = lcm(one.denominator, two.denominator)
    a, b = int(one * below), int(two * below)
    return sum(max(0, a * x + b * y) for x, y in zip(first, second, strict=True)) <= budget * below


def _mixed(table: Table, constant: Table, part: Fraction) -> Table:
    one, two = (1 - part) / table.total, part / constant.total
    below = lcm(one.denominator, two.denominator)
    a, b = int(one * below), int(two * below)
    pairs = zip(table.rows, constant.rows, strict=True)
    return Table([[a * x + b * y for x, y in zip(mine, other, strict=True)] for mine, other in pairs], below)
