"""Which theorem covers a plan."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from concomp.advisor.advice import Advice, advice_on
from concomp.advisor.plans.errors import PlanError
from concomp.advisor.plans.plan import Plan, demand_consistent, make_plan, read_plan
from concomp.advisor.provers import Provers
from concomp.door.worker import session_worker
from concomp.model.numbers import value_text
from concomp.model.registry.registry import load


def advise(plan: Plan | Mapping[str, object] | str | PathLike[str], folder: str | PathLike[str] = ".") -> Advice:
    """Say which theorem covers a plan, what it guarantees, and why the others do not apply.

    plan: the path of a TOML file, what such a file holds, or a `Plan`. folder: from where a plan that is no file names
    its files.
    Raises PlanError if the plan cannot be used, PlanUndecided if the answer was not found within the limits,
    SolverMissing if a solver is not installed.

    >>> import concomp
    >>> counter = {"name": "counter", "function": "event level", "E": "11/10", "count": 3}
    >>> concomp.advise({"creation": "fixed", "discrete": True, "at_E": ["5/4"], "mechanisms": [counter]})
    <HSV26 Theorem 4.10 (repaired) guarantees δ = 3/343 (~0.00874636) at E = 5/4 (1.25)>
    """
    if not isinstance(plan, Plan | Mapping | str | PathLike):
        raise PlanError("the plan", value_text(plan), "give the path of a TOML file, what such a file holds, or a Plan")
    if not isinstance(folder, str | PathLike):
        raise PlanError("the folder", value_text(folder), "give a path")
    with session_worker("advise") as worker:
        provers = Provers(worker)
        if isinstance(plan, Plan | Mapping):
            read = plan if isinstance(plan, Plan) else make_plan(dict(plan))
            demand_consistent(read, "the plan")
            return advice_on(read, Path(folder), provers, load())
        file = Path(plan)
        return advice_on(read_plan(file), file.parent, provers, load(), str(file), (file.resolve(),))
