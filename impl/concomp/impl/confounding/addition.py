"""The best mechanism to add, by HiGHS, with exact ends.

HiGHS solves the linear program in floating point. Its kernel is rounded to rationals whose rows are laws, and mixed
with a constant, which is always allowed where anything is, until it keeps all limits exactly. Its dual values are
rounded to weights; by weak duality any weights, even none, bound what every mechanism costs. Both ends are exact, and
where they meet the mechanism is best.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

import numpy as np

from concomp.impl.confounding.highs import Floats, HighsError, Place, solved
from concomp.impl.confounding.tables import Table, Tables
from concomp.model.confounding.inverse import Problem, least_cost
from concomp.model.laws.law import Law

S = TypeVar("S", bound=Hashable)
DENOMINATORS = (100, 1_000, 10_000)
"""The largest denominators to which numbers of the solver are first rounded: those of a corner are often small."""
GRID = 2**40
"""The denominator of a finer rounding."""


@dataclass(frozen=True)
class Found:
    """A mechanism that keeps all limits, and what none can be better than.

    kernel: input ↦ law of its output. cost: its mean cost. bound: no mechanism that keeps the limits costs less.
    """

    kernel: Mapping[Any, Law[Any]]
    cost: Fraction
    bound: Fraction


def cheapest(problem: Problem[S]) -> Found:
    """A mechanism that keeps the limits, at nearly the least cost.

    Raises HighsError if HiGHS gives up, or not even a constant keeps them; ImportError where SciPy is not installed.
    """
    tables = Tables(problem)
    chances, prices = solved(tables)
    kept = [table for table in map(tables.allowed, _rounded(chances)) if table is not None]
    if not kept:
        raise HighsError("what is deployed exceeds the limits: not even a constant can be added")
    best = min(kept, key=tables.cost)
    bounds = [least_cost(problem, tables.spread(weights)) for weights in ({}, *_rounded_prices(prices))]
    return Found(tables.kernel(best), tables.cost(best), max(bounds))


def _rounded(chances: Floats) -> Iterator[Table]:
    """Kernels near the solver's, first with small denominators."""
    clipped = np.clip(chances, 0.0, 1.0)
    for most in DENOMINATORS:
        rows = [[Fraction(number).limit_denominator(most) for number in row] for row in clipped.tolist()]
        below = lcm(*(number.denominator for row in rows for number in row))
        if below < GRID:
            yield _normalised([[int(number * below) for number in row] for row in rows], below)
    yield _normalised([[round(number * GRID) for number in row] for row in clipped.tolist()], GRID)


def _normalised(rows: list[list[int]], total: int) -> Table:
    """Rows that sum to the total: what is missing is given to the largest number."""
    for row in rows:
        row[max(range(len(row)), key=row.__getitem__)] += total - sum(row)
    return Table(rows, total)


def _rounded_prices(prices: Mapping[Place, Fraction]) -> Iterator[Mapping[Place, Fraction]]:
    for most in DENOMINATORS:
        yield {place: price.limit_denominator(most) for place, price in prices.items()}
    yield prices
