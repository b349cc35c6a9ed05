"""The linear program of a mechanism to add, solved by HiGHS in floating point.

Of the excesses only those are written down that can be positive, each divided by a power of 2 near the largest number
of its row, and costs by the largest of them, so that the solver's tolerances mean the same for all.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

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
MOST = 10**6
"""A budget beyond this part of the largest slope allows everything."""
EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class HighsError(RuntimeError):
    """Thrown when HiGHS finds no solution of a program that has one."""


def solved(tables: Tables[S]) -> tuple[Floats, dict[Place, Fraction]]:
    """The chances of a kernel, a row for each input; and the prices of excesses, their dual values.

    Raises HighsError if HiGHS gives up, ImportError where SciPy is not installed.
    """
    # Only who adds something waits for SciPy.
    from scipy.optimize import linprog

    problem, lines = tables.problem, _lines(tables)
    inputs, outputs = len(problem.inputs), len(problem.outputs)
    largest = max(problem.costs.values()) or ONE
    costs = [float(problem.costs[(i, y)] / largest) for i in problem.inputs for y in problem.outputs]
    above, most, equal = _constraints(lines, inputs, outputs)
    excesses = above.shape[1] - len(costs)
    found = linprog([*costs, *[0.0] * excesses], above, most, equal, np.ones(inputs), method="highs", options=EXACT)
    if found.status != 0:
        raise HighsError(f"HiGHS finds no mechanism: {found.message}")
    duals = -found.ineqlin.marginals[: len(lines) * outputs].reshape(len(lines), outputs)
    prices = {
        (line.index, line.row, column): largest * Fraction(round(dual * MANTISSA), MANTISSA) / line.scale
        for line, row in zip(lines, duals.tolist(), strict=True)
        for column, dual in enumerate(row)
        if dual > SMALL
    }
    return found.x[: len(costs)].reshape(inputs, outputs), prices


def _constraints(lines: Sequence[Line], inputs: int, outputs: int) -> tuple[Any, list[float], Any]:
    """What chances and excesses are multiplied by, with the most of the first; the second sums the rows of a kernel.

    A line has an excess for each output where its limit has a budget; those of one limit sum to that at most.
    """
    from scipy.sparse import block_array, coo_array, csr_array, eye_array, kron

    slopes = kron(csr_array(np.array([line.slopes for line in lines]).reshape(len(lines), inputs)), eye_array(outputs))
    rows = kron(eye_array(inputs), np.ones((1, outputs)))
    paid = [place for place, line in enumerate(lines) if line.budget]
    if not paid:
        return slopes, [0.0] * slopes.shape[0], rows
    budgets = {line.index: line.budget for line in lines if line.budget}
    largest = {index: max(line.scale for line in lines if line.index == index) for index in budgets}
    excess = coo_array((-np.ones(len(paid)), (paid, range(len(paid)))), (len(lines), len(paid)))
    weights = [float(lines[place].scale / largest[lines[place].index]) for place in paid]
    limits = [list(budgets).index(lines[place].index) for place in paid]
    sums = coo_array((weights, (limits, range(len(paid)))))
    above = block_array([[slopes, kron(excess, eye_array(outputs))], [None, kron(sums, np.ones((1, outputs)))]])
    most = [0.0] * slopes.shape[0] + [float(min(Fraction(MOST), budgets[index] / largest[index])) for index in budgets]
    return above, most, block_array([[rows, coo_array((inputs, len(paid) * outputs))]])


@dataclass(frozen=True)
class Line:
    """How an excess grows with the chances of an output, for one limit and one row of what was told.

    slopes: for each input, divided by `scale`, a power of 2, so that the largest is about 1. budget: of the limit.
    """

    index: int
    row: int
    slopes: list[float]
    scale: Fraction
    budget: Fraction


def _lines(tables: Tables[S]) -> list[Line]:
    """All lines that can be positive."""
    lines = []
    for index, (limit, (whole, unit)) in enumerate(zip(tables.problem.limits, tables.directions, strict=True)):
        for row, slopes in enumerate(tables.slopes(whole)):
            if max(slopes) > 0:
                exponent = max(map(int.bit_length, slopes)) - unit.bit_length()
                up, below = max(0, -exponent), unit << max(0, exponent)
                scaled = [(number << up) / below for number in slopes]
                lines.append(Line(index, row, scaled, Fraction(2) ** exponent, limit.budget))
    return lines
