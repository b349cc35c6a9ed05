"""Exact linear programs: the least value that an unknown of a system can have.

The solver finds the least value and the multipliers that show there is none below; the model's own checker, which
knows no solver, accepts both before they are handed on.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import z3

from concomp.model.laws.linear import System, Unknown
from concomp.model.laws.optimum import Minimum, is_minimum
from concomp.obligations.solvers.linear import LinearError
from concomp.obligations.solvers.rationals import columns, fraction, rational, total


def minimise(system: System, unknown: Unknown) -> Minimum:
    """The least value of `unknown` over the solutions of the system, with its proof.

    Raises LinearError if the system has no solution or the proof does not pass the model's checker.
    """
    minimum = _minimum(system, unknown)
    if not is_minimum(system, unknown, minimum):
        raise LinearError(f"the solver's multipliers do not show that {unknown!r} is least")
    return minimum


def _minimum(system: System, unknown: Unknown) -> Minimum:
    names = {each: z3.Real(f"x{index}") for index, each in enumerate(system.unknowns)}
    optimiser = z3.Optimize()
    optimiser.add([name >= 0 for name in names.values()])
    for row in system.rows:
        optimiser.add(z3.Sum([rational(c) * names[each] for each, c in row.terms]) == rational(row.total))
    optimiser.minimize(names[unknown])
    found = _model(optimiser)
    point = {each: fraction(found, name) for each, name in names.items()}
    return Minimum(point, _multipliers(system, unknown, point[unknown]))


def _multipliers(system: System, unknown: Unknown, least: Fraction) -> tuple[Fraction, ...]:
    names = [z3.Real(f"y{index}") for index in range(len(system.rows))]
    solver = z3.SimpleSolver()
    for each, column in columns(system, names).items():
        if column:
            solver.add(z3.Sum(column) <= (1 if each == unknown else 0))
    solver.add(total(system, names) == rational(least))
    found = _model(solver)
    return tuple(fraction(found, name) for name in names)


def _model(solver: Any) -> Any:
    verdict = solver.check()
    if verdict != z3.sat:
        raise LinearError(f"the solver answers {verdict}: the program has no optimum that it can show")
    return solver.model()
