"""Exact linear feasibility.

The solver is asked for a point, and if there is none for the multipliers of Farkas' lemma. Either answer is put before
the model's own checker, which knows no solver, before it is handed on.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import z3

from concomp.model.laws.linear import Point, System, refutes, solves
from concomp.obligations.solvers.rationals import columns, fraction, rational, total


class LinearError(RuntimeError):
    """Thrown when the solver gave no answer, or one that the model's checker does not accept."""


@dataclass(frozen=True)
class Feasible:
    """The system has a solution: `point`."""

    point: Point


@dataclass(frozen=True)
class Infeasible:
    """The system has no solution, as `multipliers` show, one a row."""

    multipliers: tuple[Fraction, ...]


def settle(system: System) -> Feasible | Infeasible:
    """Whether the system has a solution, with the proof; LinearError if the proof does not pass the model's checker."""
    point = _solution(system)
    if point is not None:
        if not solves(system, point):
            raise LinearError("the solver's point does not solve the system")
        return Feasible(point)
    multipliers = _multipliers(system)
    if not refutes(system, multipliers):
        raise LinearError("the solver's multipliers do not refute the system")
    return Infeasible(multipliers)


def _solution(system: System) -> Point | None:
    names = {unknown: z3.Real(f"x{index}") for index, unknown in enumerate(system.unknowns)}
    solver = z3.SimpleSolver()
    solver.add([name >= 0 for name in names.values()])
    for row in system.rows:
        terms = [rational(coefficient) * names[unknown] for unknown, coefficient in row.terms]
        solver.add(z3.Sum(terms) == rational(row.total))
    found = _model(solver)
    return None if found is None else {unknown: fraction(found, name) for unknown, name in names.items()}


def _multipliers(system: System) -> tuple[Fraction, ...]:
    """Multipliers of the rows, scaled so that the combined total is −1."""
    names = [z3.Real(f"y{index}") for index in range(len(system.rows))]
    solver = z3.SimpleSolver()
    solver.add([z3.Sum(column) >= 0 for column in columns(system, names).values() if column])
    solver.add(total(system, names) == -1)
    found = _model(solver)
    if found is None:
        raise LinearError("the solver finds neither a solution nor multipliers that exclude one")
    return tuple(fraction(found, name) for name in names)


def _model(solver: Any) -> Any | None:
    """The solver's model, None if there is none; LinearError if it does not know."""
    verdict = solver.check()
    if verdict == z3.unknown:
        raise LinearError(f"the solver gave up: {solver.reason_unknown()}")
    return solver.model() if verdict == z3.sat else None
