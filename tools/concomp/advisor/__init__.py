"""The advisor: which theorem covers a plan, what it guarantees, and why the others do not apply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.doors import door

if TYPE_CHECKING:
    from concomp.advisor.advice import Advice, advise
    from concomp.advisor.plans.errors import PlanError
    from concomp.advisor.plans.plan import Plan

_WHERE = {"Advice": "advice", "PlanError": "plans.errors", "Plan": "plans.plan", "advise": "advice"}

__all__ = ["Advice", "Plan", "PlanError", "advise"]


__getattr__, __dir__ = door(__name__, _WHERE)
