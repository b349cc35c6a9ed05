"""The linear program of a mechanism to add, solved by HiGHS in floating point.

Of the excesses only those are written down that can be positive, each divided by the largest number of its row, so that
the solver's tolerances mean the same for all of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from concomp.impl.confounding.tables import Tables

S = TypeVar("S", bound=Hashable)
Floats = NDArray[np.float64]
Place = tuple[int, int, int]
"""The number of a limit, of a row of what was told, and of an output."""
EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}


class HighsError(RuntimeError):
    """Thrown when HiGHS finds no solution of a program that has one."""


def solved(tables: Tables[S]) -> tuple[Floats, dict[Place, float]]:
    """The chances of a kernel, a row for each input; and the prices of excesses, their dual values.

    Raises HighsError if HiGHS gives up, ImportError where SciPy is not installed.
    """
    # Only who adds something waits for SciPy.
    from scipy.optimize import linprog
    from scipy.sparse import block_array, coo_array, csr_array, eye_array, kron

    problem = tables.problem
    inputs, outputs = len(problem.inputs), len(problem.outputs)
    cost = np.array([float(problem.costs[(i, y)]) for i in problem.inputs for y in problem.outputs])
    lines = _lines(tables)
    slopes = kron(csr_array(np.array([line.slopes for line in lines]).reshape(len(lines), inputs)), eye_array(outputs))
    places = [(line, column) for line in lines for column in range(outputs)]
    paid = [place for place, (line, _) in enumerate(places) if line.budget]
    budgeted = sorted({line.index for line, _ in places if line.budget})
    excess = coo_array((-np.ones(len(paid)), (paid, range(len(paid)))), (len(places), len(paid)))
    sums = coo_array(
        (
            [places[place][0].scale for place in paid],
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
    duals = zip(places, found.ineqlin.marginals, strict=False)
    return chances, {(line.index, line.row, column): -dual / line.scale for (line, column), dual in duals}


@dataclass(frozen=True)
class Line:
    """How an excess grows with the chances of an output, for one limit and one row of what was told.

    slopes: for each input, divided by `scale`, the largest of them. budget: of the limit.
    """

    index: int
    row: int
    slopes: list[float]
    scale: float
    budget: Fraction


def _lines(tables: Tables[S]) -> list[Line]:
    """All lines that can be positive."""
    lines = []
    for index, (limit, (whole, unit)) in enumerate(zip(tables.problem.limits, tables.directions, strict=True)):
        for row, slopes in enumerate(tables.slopes(whole)):
            largest = max(map(abs, slopes))
            if max(slopes) > 0:
                scaled = [number / largest for number in slopes]
                lines.append(Line(index, row, scaled, largest / unit, limit.budget))
    return lines
