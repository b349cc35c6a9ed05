"""Hypotheses about plans in other measures than (ε, δ)."""

from __future__ import annotations

from concomp.advisor.hypotheses.conditions import Finding, Hypothesis
from concomp.advisor.hypotheses.situation import Kind, Situation
from concomp.advisor.plans.noise import noise_text
from concomp.impl.accounting.parameters import PrivacyLoss

ROUND = (
    "round its answers and clamp them to a finite range, which is post-processing and loses nothing more: write range "
    '= ["-1000", "1000"], or so, in its noise, and finite_communication = true'
)
FINITE_TEXT = (
    "write finite_communication = true, if for some c each mechanism has at most c messages and c answers, and ends "
    "after at most c of them"
)


def _said(situation: Situation) -> Finding:
    measured = situation.measured
    assert measured is not None
    if not measured.unsaid:
        return Finding("holds", f"brought to one measure: {measured.scale}")
    name, lacking = measured.unsaid[0]
    reason = "; ".join(f"{each}: {unsaid.reason}" for each, unsaid in measured.unsaid)
    return Finding("fails", reason, (), f"of {name}: {lacking.remedy}")


def _finite(situation: Situation) -> Finding:
    assert situation.measured is not None
    endless = [each for each in situation.kinds if each.noise is not None and not each.noise.has_range]
    if endless:
        reason = "; ".join(f"{each.name} adds {_noise(each)}, with infinitely many answers" for each in endless)
        return Finding("fails", reason, (), ROUND)
    if all(each.document is not None for each in situation.kinds):
        return Finding("holds", "the mechanisms in the files have finitely many messages, answers and rounds")
    if situation.measured.finite:
        return Finding("declared", "the plan says finite_communication = true")
    return Finding("fails", "the plan does not say finite_communication = true", (), FINITE_TEXT)


def _noise(kind: Kind) -> str:
    assert kind.noise is not None
    return noise_text(kind.noise)


def _additive(situation: Situation) -> Finding:
    measured = situation.measured
    assert measured is not None
    budget = situation.budget
    if budget is not None and all(isinstance(each.loss, PrivacyLoss) for each in situation.kinds):
        return Finding("holds", "losses and the budget are (eps, delta), which add up even if chosen by answers")
    change = (
        'fix the list of trade-off functions beforehand, and write creation = "adaptive"; or give all losses and the '
        "budget by E and delta"
    )
    reason = "that the tensor product of what was launched stays within a function is no valid filter"
    return Finding("fails", reason, (), change)


SAID = Hypothesis("every loss says something in the measure of the plan", _said)
FINITE = Hypothesis(
    "every mechanism communicates finitely: few messages, answers and rounds, bounded beforehand",
    _finite,
    "finite communication",
)
ADDITIVE = Hypothesis("the filter is valid for mechanisms that answer once", _additive)
