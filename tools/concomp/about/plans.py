"""Which statements speak about a plan: those that advice considers, and those that are false as printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from concomp.about.spoken import About, How, Met, Spoken, in_order
from concomp.advisor.advice import Advice, Considered, FalseClaim, advice_on
from concomp.advisor.as_json import FAILURE
from concomp.advisor.plans.plan import read_plan
from concomp.advisor.provers import Provers
from concomp.model.numbers import rational_text
from concomp.model.registry.registry import Registry
from concomp.obligations.solvers.worker import Worker
from concomp.report.quantities import enough, short

HOW: Mapping[str, How] = {"holds": "holds", "declared": "declared", "fails": "violated", "unknown": "undecided"}


def about_plan(file: Path, registry: Registry, worker: Worker) -> About:
    """The statements that speak about the plan in a file; raises PlanError and PlanUndecided."""
    advice = advice_on(read_plan(file), file.parent, Provers(worker), registry, str(file), (file.resolve(),))
    considered = [spoken(each) for each in advice.considered if not is_of_another_kind(each)]
    return in_order(advice.plan.title or file.name, "plan", [*considered, *_false(advice)])


def is_of_another_kind(considered: Considered) -> bool:
    """Whether a theorem is about plans of another kind, so that it says nothing about this one."""
    return any(finding.other_kind for _, finding in considered.findings)


def spoken(considered: Considered, words: str = "") -> Spoken:
    """What a theorem says: what became of its hypotheses, and the words that it comes to."""
    met = [Met(each.text, HOW[finding.status], finding.reason, finding.trace) for each, finding in considered.findings]
    statement, case = considered.theorem.statement, considered.theorem.case
    return Spoken(statement, "not opened" if considered.failing else "opened", met, case, words)


def _false(advice: Advice) -> Iterator[Spoken]:
    """The statements that are false as printed, and whether mechanisms of this plan go beyond what they say."""
    for claim in advice.as_printed:
        reached = advice.own_attack
        printed = dict(claim.deltas).get(reached.e_eps) if reached is not None else None
        if reached is not None and printed is not None and reached.delta > printed.high:
            words = f"the plan's own mechanisms reach δ = {rational_text(reached.delta)}, above what is printed"
            yield Spoken(claim.statement, "counterexample", words=f"{words}; {said(claim)}")
        else:
            yield Spoken(claim.statement, "false as printed", words=f"{said(claim)}. {claim.printed.why}")
    if advice.attack is not None and advice.attack.succeeds:
        count, delta = advice.attack.deltas[-1]
        words = f"{count} worst mechanisms with the loss of {advice.attack.name} reach δ = {rational_text(delta)}"
        yield Spoken(FAILURE, "opened", words=f"{words} at E = {rational_text(advice.attack.e_eps)}")


def said(claim: FalseClaim) -> str:
    """What would be said by a statement that is false as printed."""
    deltas = (f"{enough(bounds.high)} at E = {short(e_eps)}" for e_eps, bounds in claim.deltas)
    return f"as printed δ would be {', '.join(deltas)}"
