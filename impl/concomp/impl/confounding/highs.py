"""The linear program of a mechanism to add, solved by HiGHS in floating point.

Of the excesses only those are written down that can be positive, each divided by a power of 2 near the largest number
of its row, and costs by the largest of them, so that the solver's tolerances mean the same for all.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import ldexp
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from concomp.impl.confounding.tables import Tables
from concomp.model.laws.law import ONE

S = TypeVar("S", bound=Hashable)
Floats = NDArray[np.float64]
Place = tuple[int, int, int]
"""The number of a limit, of a row of what was told, and of an output."""
SMALL = 1e-11
"""Dual values up to this are taken for 0."""
MANTISSA = 2**60
"""The denominator to which they are rounded."""
EXPONENT = 900
"""Powers of 2 beyond this are not told to the solver."""
EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class HighsError(RuntimeError):
    """Thrown when HiGHS finds no solution of a program that has one."""


def solved(tables: Tables[S]) -> tuple[Floats, dict[Place, Fraction]]:
    """The chances of a kernel, a row for each input; and the prices of excesses, their dual values.

    Raises HighsError if HiGHS gives up, ImportError where SciPy is not installed.
    """
    # Only who adds something waits for SciPy.
    from scipy.optimize import linprog
    from scipy.sparse import block_array, coo_array, csr_array, eye_array, kron

    problem = tables.problem
    inputs, outputs = len(problem.inputs), len(problem.outputs)
    largest = max(problem.costs.values()) or ONE
    cost = np.array([float(problem.costs[(i, y)] / largest) for i in problem.inputs for y in problem.outputs])
    lines = _lines(tables)
    slopes = kron(csr_array(np.array([line.slopes for line in lines]).reshape(len(lines), inputs)), eye_array(outputs))
    places = [(line, column) for line in lines for column in range(outputs)]
    paid = [place for place, (line, _) in enumerate(places) if line.budget]
    budgeted = sorted({line.index for line, _ in places if line.budget})
    excess = coo_array((-np.ones(len(paid)), (paid, range(len(paid)))), (len(places), len(paid)))
    sums = coo_array(
        (
            [ldexp(1.0, _clipped(places[place][0].exponent)) for place in paid],
            ([budgeted.index(places[place][0].index) for place in paid], range(len(paid))),
        ),
        (len(budgeted), len(paid)),
    )
    rows = kron(eye_array(inputs), np.ones((1, outputs)))
    found = linprog(
        np.concatenate([cost, np.zeros(len(paid))]),
        A_ub=block_array([[slopes, excess], [None, sums]]) if budgeted else slopes,
        b_ub=[0.0] * len(places) + [float(problem.limits[index].budget) for index in budgeted],
        A_eq=block_array([[rows, coo_array((inputs, len(paid)))]]),
        b_eq=np.ones(inputs),
        method="highs",
        options=EXACT,
    )
    if found.status != 0:
        raise HighsError(f"HiGHS finds no mechanism: {found.message}")
    chances = found.x[: len(cost)].reshape(inputs, outputs)
    duals = zip(places, (-found.ineqlin.marginals).tolist(), strict=False)
    return chances, {
        (line.index, line.row, column): largest
        * Fraction(round(dual * MANTISSA), MANTISSA)
        / Fraction(2) ** line.exponent
        for (line, column), dual in duals
        if dual > SMALL
    }


def _clipped(exponent: int) -> int:
    return max(-EXPONENT, min(EXPONENT, exponent))


@dataclass(frozen=True)
class Line:
    """How an excess grows with the chances of an output, for one limit and one row of what was told.

    slopes: for each input, divided by 2^exponent, so that the largest is about 1. budget: of the limit.
    """

    index: int
    row: int
    slopes: list[float]
    exponent: int
    budget: Fraction


def _lines(tables: Tables[S]) -> list[Line]:
    """All lines that can be positive."""
    lines = []
    for index, (limit, (whole, unit)) in enumerate(zip(tables.problem.limits, tables.directions, strict=True)):
        for row, slopes in enumerate(tables.slopes(whole)):
            if max(slopes) > 0:
                exponent = max(map(int.bit_length, slopes)) - unit.bit_length()
                up, below = max(0, -exponent), unit << max(0, exponent)
                lines.append(Line(index, row, [(number << up) / below for number in slopes], exponent, limit.budget))
    return lines
