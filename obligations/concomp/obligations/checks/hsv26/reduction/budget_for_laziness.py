"""What the budget for laziness buys in HSV26 section 10.3: both worlds alike where they answer alike."""

from __future__ import annotations

from concomp.model.laws.law import ONE, ZERO
from concomp.model.reduction.conditions import (
    Weights,
    below_control,
    depending_on_the_world_with_budget,
    inconsistent,
    too_far_apart,
)
from concomp.model.reduction.control import control
from concomp.model.reduction.exposing import Exposing
from concomp.model.reduction.laziness import queries_of, same_answers
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.reductions.mechanisms import (
    SCOPE,
    PrivateMechanism,
    exposing_weights,
    exposing_weights_for_laziness,
    proper_one,
)


@check("HSV26 Lemma 10.32 (repaired)")
def both_worlds_reach_their_cap_where_they_answer_alike() -> Outcome:
    """With min(1, L⁰() + L¹()) for δ: ξ⁰ = ξ¹ = min(μ, L⁰ + L¹) wherever both worlds answer the queries alike."""
    cases = positive = 0
    for instance, budget, made in exposing_weights_for_laziness():
        alike, needed = same_answers(instance.chances), control(instance.chances, budget.e_eps)
        for history, pair in made.balanced.items() if budget.delta else ():
            if alike(queries_of(history)):
                cap_here = min(instance.chances[history][0], needed[history][0] + needed[history][1])
                expect(pair == (cap_here, cap_here), f"{instance} at {history}: ξ is {pair}, not {cap_here} twice")
                cases += 1
                positive += cap_here > 0
    expect(positive > 0, "the cap is 0 wherever both worlds answer alike")
    control_case = first_case(
        (instance for instance, made in exposing_weights() if _below_cap(instance, made)), "δ is always enough"
    )
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"at {positive} of these histories the cap is positive",
        control=f"with δ itself ξ is another for {control_case}",
    )


def _below_cap(instance: PrivateMechanism, made: Exposing) -> bool:
    alike, needed = same_answers(instance.chances), control(instance.chances, instance.privacy.e_eps)
    return any(
        alike(queries_of(history)) and min(pair) < min(instance.chances[history][0], sum(needed[history], ZERO))
        for history, pair in (made.balanced.items() if instance.privacy.delta else ())
    )


@check("HSV26 Claim 10.33 (repaired)", "HSV26 Condition (IV) (repaired)")
def the_budget_for_laziness_keeps_the_bit_out() -> Outcome:
    """With min(1, L⁰() + L¹()) for δ: φ⁰ = φ¹ and δ·φ ≥ min(μ, L⁰ + L¹) wherever both worlds answer alike."""
    cases = 0
    for instance, budget, made in exposing_weights_for_laziness():
        wrong = list(depending_on_the_world_with_budget(made.weights, instance.chances, budget))
        expect(not wrong, f"{instance}: condition (IV) fails at {wrong} with the budget {budget.delta}")
        cases += len(made.weights)
    worse = [
        instance
        for instance, made in exposing_weights()
        if list(depending_on_the_world_with_budget(made.weights, instance.chances, instance.privacy))
    ]
    control_case = first_case(worse, "δ is always enough")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=cases,
        witness=f"{control_case} needs the larger budget, as {len(worse) - 1} others do",
        control=f"with δ itself it fails for {control_case}",
    )


@check("HSV26 Remark 10.21")
def the_induction_can_start_but_for_laziness() -> Outcome:
    """φ_0 = (1, 1) meets (I), (II) and, unscaled, (IV); the scaled form that the induction needs fails for some δ."""
    unlucky = []
    for instance, _ in exposing_weights():
        start: Weights = {(): (ONE, ONE)}
        failing = (
            *below_control(start, instance.chances, instance.privacy),
            *too_far_apart(start, instance.chances, instance.privacy),
        )
        expect(not failing, f"{instance}: the induction cannot start")
        wrong = list(depending_on_the_world_with_budget(start, instance.chances, instance.privacy))
        unlucky += [instance] if wrong else []
    for instance, made in exposing_weights():
        for past, query in inconsistent(made.weights, instance.chances):
            expect(False, f"{instance}: the induction breaks off at {past}, {query}")
    control_case = first_case(unlucky, "the scaled form always holds at the start")
    return Outcome(
        verdict="exact",
        scope=SCOPE,
        size=len(exposing_weights()),
        witness=f"{proper_one()}",
        control=f"δ·φ_0 ≥ min(1, L⁰() + L¹()) fails for {control_case}, and for {len(unlucky) - 1} others",
    )
