"""Asking for advice from Python."""

from __future__ import annotations

from pathlib import Path

from concomp.advisor.advice import Advice
from concomp.advisor.advice import advise as advise_in
from concomp.advisor.hypotheses.provers import Provers
from concomp.advisor.plans.plan import Plan, demand_consistent, read_plan
from concomp.model.registry.registry import load
from concomp.obligations.solvers.worker import Worker


def advise(plan: Plan | Path | str, folder: Path = Path()) -> Advice:
    """Say which theorem covers a plan, what it guarantees, and why the others do not apply.

    plan: a plan, or the TOML file of one. folder: from where a plan that is no file names its files.
    Raises PlanError if the plan cannot be used, PlanUndecided if the answer was not found within the limits.
    """
    with Worker() as worker:
        if isinstance(plan, Plan):
            demand_consistent(plan, "the plan")
            return advise_in(plan, folder, Provers(worker), load())
        file = Path(plan)
        return advise_in(read_plan(file), file.parent, Provers(worker), load(), str(file), (file.resolve(),))
