"""The same plan in all measures side by side, the least ε first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from concomp.advisor.guarantees.theorems import Theorem, findings
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.losses.scale import Scale, brought
from concomp.advisor.losses.stated import Stated, Unsaid
from concomp.advisor.measures.choosing import delta_asked, on_scale, scales
from concomp.advisor.measures.theorems import TABLES
from concomp.advisor.plans.plan import Plan
from concomp.impl.accounting.numbers import Bounds
from concomp.model.laws.measures import Measure


@dataclass(frozen=True)
class Beside:
    """What a plan is guaranteed in one measure.

    theorem: the first that applies and guarantees most, None if none does. least: the least E for the δ, None if there
    is none. reason: why not, where there is none.
    """

    scale: Scale
    theorem: Theorem | None
    least: Bounds | None
    reason: str = ""


def side_by_side(situation: Situation, plan: Plan, source: str) -> tuple[Beside, ...]:
    """The plan in every measure at the δ that is asked for, of Rényi at the best order; least first."""
    budget = None if plan.budget is None else plan.stated(plan.budget, f"{source}: budget")
    delta, losses = delta_asked(plan), tuple(each.loss for each in situation.kinds)
    found = [_beside(situation, plan, budget, scale, delta) for scale in scales(plan, losses)]
    best = [min((each for each in found if each.scale.measure is one), key=_rank) for one in _measures(found)]
    return tuple(sorted(best, key=_rank))


def _measures(found: list[Beside]) -> Iterator[Measure]:
    yield from dict.fromkeys(each.scale.measure for each in found)


def _rank(beside: Beside) -> tuple[bool, Fraction]:
    return beside.least is None, Fraction(0) if beside.least is None else beside.least.high


def _beside(situation: Situation, plan: Plan, budget: Stated | None, scale: Scale, delta: Fraction) -> Beside:
    own = situation.measured is not None and situation.measured.scale == scale
    if budget is not None and not own and brought(budget, scale) != budget:
        return Beside(scale, None, None, "a filter with this budget counts in another measure")
    here = on_scale(situation, budget, plan.finite_communication, scale)
    if isinstance(here, Unsaid):
        return Beside(scale, None, None, here.reason)
    if here.measured is not None and here.measured.unsaid:
        name, unsaid = here.measured.unsaid[0]
        return Beside(scale, None, None, f"{name}: {unsaid.reason}")
    promised = [
        (each, each.guarantee(here).least_e_eps(delta))
        for each in TABLES[scale.measure]
        if all(finding.status in ("holds", "declared") for _, finding in findings(each, here))
    ]
    known = [(each, least) for each, least in promised if least is not None]
    if not known:
        return Beside(scale, None, None, _lacking(here, scale) if not promised else "no E suffices for this delta")
    theorem, least = min(known, key=lambda each: each[1].high)
    return Beside(scale, theorem, least)


def _lacking(situation: Situation, scale: Scale) -> str:
    """What the theorem asks that comes nearest."""
    lists = [
        [hypothesis.text for hypothesis, finding in found if finding.status in ("fails", "unknown")]
        for found in (findings(each, situation) for each in TABLES[scale.measure])
        if not any(finding.other_kind for _, finding in found if finding.status == "fails")
    ]
    nearest = min(lists, key=len, default=["another kind of plan"])
    return f"no theorem covers it: the nearest asks that {'; '.join(nearest)}"
