"""Advice for machines."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from concomp.advisor.advice import Advice, Change, Comparison, Considered, FalseClaim
from concomp.advisor.facts.routers import RouterFacts
from concomp.advisor.guarantees.attack import Attack
from concomp.advisor.guarantees.theorems import in_words
from concomp.advisor.hypotheses.situation import Situation
from concomp.advisor.measures.as_json import beside_data, leak_data
from concomp.advisor.measures.guarantees import OfMeasure
from concomp.impl.accounting.numbers import Bounds
from concomp.impl.accounting.optimal.display import epsilon_above, shortened
from concomp.model.numbers import rational_text
from concomp.obligations.runner.standing import Standing
from concomp.report.attackers import plan_data, tree_data

if TYPE_CHECKING:
    from concomp.schemas.advice import (
        AdviseOutput,
        ChangeData,
        ConsideredData,
        DiscreteData,
        GuaranteedAt,
        GuaranteedFor,
        PrintedData,
        RouterData,
        WorstCaseData,
    )
    from concomp.schemas.privacy import AttackData

FAILURE = "HSV26 Theorem 5.2 (repaired)"
"""The statement that many mechanisms, few of them touched, can reveal everything."""
THROUGH = "HSV26 Theorem 6.1"
"""The statement that a post-processing of composed mechanisms is private."""


def advice_as_json(advice: Advice, standing: Standing) -> AdviseOutput:
    """The answer as JSON has it, with how far every statement is established."""
    chosen = advice.chosen
    profile = [] if chosen is None or chosen.guarantee is None else chosen.guarantee.profile()
    return {
        "schema": "concomp.advise/1",
        "title": advice.plan.title,
        "outcome": advice.outcome,
        "theorem": None if chosen is None else advice.considered.index(chosen),
        "theorems": [_theorem(each, advice.situation, standing) for each in advice.considered],
        "at_e": [_at_e(each) for each in advice.at_e],
        "at_delta": [_at_delta(delta, least) for delta, least in advice.at_delta],
        "profile": [[rational_text(e_eps), rational_text(delta)] for e_eps, delta in profile],
        "change": None if advice.change is None else _change(advice.change),
        "discrete": None if advice.discrete is None else _discrete(advice.discrete),
        "target": None if advice.reached is None else {"reached": advice.reached, "at_most": advice.fewer},
        "as_printed": [_false_claim(each) for each in advice.as_printed],
        "router": None if advice.situation.router is None else _router(advice.situation.router),
        "not_audited": [each.name for each in advice.situation.kinds if not each.function_in_file],
        "own_attack": _own_attack(advice),
        "attack": None if advice.attack is None else _attack(advice.attack),
        "measure": None if advice.situation.measured is None else str(advice.situation.measured.scale),
        "loss": chosen.guarantee.words if chosen is not None and isinstance(chosen.guarantee, OfMeasure) else None,
        "leak": None if advice.leak is None else leak_data(advice.leak),
        "beside": [beside_data(each) for each in advice.beside],
    }


def _change(change: Change) -> ChangeData:
    return {
        "statement": change.theorem.statement,
        "case": change.theorem.case,
        "hypothesis": change.hypothesis.text,
        "change": change.finding.change,
        "is_enough": change.is_enough,
    }


def _discrete(advice: Advice) -> DiscreteData:
    return {
        "statement": None if advice.chosen is None else advice.chosen.theorem.statement,
        "at_e": [_at_e(each) for each in advice.at_e],
        "at_delta": [_at_delta(delta, least) for delta, least in advice.at_delta],
    }


def _theorem(considered: Considered, situation: Situation, standing: Standing) -> ConsideredData:
    key = considered.theorem.statement
    rests = standing.rests_on[key]
    return {
        "statement": key,
        "case": considered.theorem.case,
        "says": in_words(considered.theorem, situation),
        "status": str(standing.statuses[key]),
        "word": str(standing.statuses[key]),
        "rests_on": None if rests is None else str(rests),
        "truth": standing.registry.truth(key),
        "applies": considered.guarantee is not None,
        "hypotheses": [
            {
                "hypothesis": hypothesis.text,
                "status": finding.status,
                "reason": finding.reason,
                "trace": list(finding.trace),
                "change": finding.change,
            }
            for hypothesis, finding in considered.findings
        ],
    }


def _false_claim(each: FalseClaim) -> PrintedData:
    return {
        "statement": each.statement,
        "erratum": each.printed.erratum,
        "counterexample": each.printed.why,
        "at_e": [{"e_eps": rational_text(e_eps), "delta": _upper(delta)} for e_eps, delta in each.deltas],
    }


def _router(found: RouterFacts) -> RouterData:
    return {
        "statement": THROUGH,
        "router": found.router,
        "inputs": found.inputs,
        "verdict": found.word,
        "lacking": found.lacking,
        "trace": list(found.trace),
        "enough": found.enough,
    }


def _at_e(compared: Comparison) -> GuaranteedAt:
    delta = compared.delta
    return {
        "e_eps": rational_text(compared.e_eps),
        "delta": None if delta is None else _upper(delta),
        "is_exact": delta is not None and delta.is_exact,
        "own_delta": None if compared.exact is None else rational_text(compared.exact),
    }


def _at_delta(delta: Fraction, least: Bounds | None) -> GuaranteedFor:
    return {
        "delta": rational_text(delta),
        "e_eps": None if least is None else _upper(least),
        "epsilon": None if least is None else epsilon_above(least.high),
        "is_exact": least is not None and least.is_exact,
    }


def _upper(bounds: Bounds) -> str:
    return rational_text(shortened(bounds).high)


def _own_attack(advice: Advice) -> AttackData | None:
    found = advice.own_attack
    if advice.own is None or found is None:
        return None
    return {
        "e_eps": rational_text(found.e_eps),
        "suspected": found.suspected,
        "delta": rational_text(found.delta),
        "tree": tree_data(advice.own.document, found),
        "plan": plan_data(advice.own.document, found),
    }


def _attack(found: Attack) -> WorstCaseData:
    return {
        "statement": FAILURE,
        "mechanism": found.name,
        "label": [rational_text(found.label.e_eps), rational_text(found.label.delta)],
        "at_most": found.at_most,
        "e_eps": rational_text(found.e_eps),
        "claimed": rational_text(found.claimed),
        "deltas": [{"copies": count, "delta": rational_text(delta)} for count, delta in found.deltas],
    }
