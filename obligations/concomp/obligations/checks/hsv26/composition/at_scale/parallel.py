"""Parallel composition at scale: the leak that adds up, the budget on δ in its true forms, and pure mechanisms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from pydantic import JsonValue

from concomp.model.laws.law import ONE
from concomp.model.mechanisms.verification import swap_invariant
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect, first_case
from concomp.obligations.families.compositions.bounds import pure_profile
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import opposite
from concomp.obligations.families.scaled.composition import Scaled, Vertices
from concomp.obligations.families.scaled.judgement import Judgement, first_excess, judge, value_all
from concomp.obligations.families.scaled.parallel import (
    asymmetric_cases,
    doubled_deltas,
    leaks,
    one_slot,
    pure_ones,
    swap_invariant_ones,
    waiting_budgets,
    within_budget,
)
from concomp.obligations.families.scaled.terms import FixedSlots, OneException, SharedBudget
from concomp.obligations.families.small.functions import sequences_of
from concomp.obligations.families.small.leaking import THEN_RISING

LENGTH = 3


# The leak.


@check_of_findings("HSV26 Theorem 5.2 (repaired)", find=lambda: value_all(leaks()))
def many_copies_of_a_leak(findings: JsonValue) -> Outcome:
    """Up to 40 copies of a leak, one of them exceptional, reach 1 − (1 − δ)^n at every E, no more and no less."""
    family = judge(findings, leaks())
    for point in family.points:
        expect(point.reached == point.claimed, f"{point}, which is less")
    once, delta = _created_once(_largest()), _largest().parts[0].privacy.delta
    expect(once == delta, f"a single creation reaches {once}, more than its δ = {delta}")
    return family.outcome(f"with one creation only (Definition 4.11) {_largest()} reaches {once}")


def _largest() -> Scaled:
    """The composition with the most copies."""
    return max(leaks(), key=lambda member: len(member.parts))


def _created_once(member: Scaled) -> Fraction:
    """What is reached at ε = 0 if only one of the parts may be created."""
    assert isinstance(member.terms, OneException)
    return Scaled(member.parts, FixedSlots((member.terms.slot,))).reached(ONE)


@check_of_findings("HSV26 Theorem 5.2", find=lambda: value_all(leaks()))
def one_creation_of_a_leak(findings: JsonValue) -> Outcome:
    """With f^{0,δ} as printed one of many leaks may be created, and the worlds are δ apart, not disjoint."""
    family, member = judge(findings, leaks()), _largest()
    once = _created_once(member)
    expect(once == member.parts[0].privacy.delta < 1, f"one creation reaches {once}")
    many = first_case(
        (point.reached for point in family.points if point.member is member), "all is told by one creation"
    )
    expect(many > once, f"without a bound on the creations {many} is reached, and {once} with one")
    return Outcome(
        verdict="refuted",
        scope=f"{len(member.parts)} copies of {member.parts[0]!r} on offer; every adaptive adversary, every E ≥ 1",
        size=1,
        witness=f"the distance {once} is reached",
        control=f"with f_∞^{{0,δ}} of Definition 5.1 they reach {many}",
        counterexample={
            "mechanism": repr(member.parts[0]),
            "on offer": f"{len(member.parts)} copies, of which f^{{0,δ}} of Definition 4.11 lets one be created",
            "claimed": "views with disjoint supports: total variation 1",
            "exact": f"total variation {once}",
        },
    )


# The budget.

CASES: dict[str, Callable[[], Family[Scaled]]] = {
    "(a)": one_slot,
    "(b)": swap_invariant_ones,
    "(c)": doubled_deltas,
    "(d)": waiting_budgets,
}
TIGHT = ("(a)", "(b)", "(d)")
"""The cases whose bounds are met."""


@check_of_findings(
    "HSV26 Theorem 5.4 (repaired)", find=lambda: {case: value_all(made()) for case, made in CASES.items()}
)
def budgets_at_scale(findings: Any) -> Outcome:
    """The four repaired cases over longer and larger compositions; where the bounds are met, and how nearly else."""
    cases = {case: judge(findings[case], made()) for case, made in CASES.items()}
    for case in TIGHT:
        cases[case].met_somewhere()
    for member in cases["(b)"].family:
        for part in member.parts:
            sequences = [each for size in range(1, LENGTH + 1) for each in sequences_of(part.pairs, size)]
            expect(swap_invariant(part.function, sequences), f"{part} is not swap-invariant")
    printed = first_excess(
        [member for member in within_budget(asymmetric_cases()) if len(member.parts) > 3],
        lambda member: member.claimed,
        "no composition exceeds the printed bound",
    )
    outcomes = {case: each.outcome("") for case, each in cases.items()}
    return Outcome(
        verdict="exact",
        scope="; ".join(f"{case} {outcome.scope}" for case, outcome in outcomes.items()),
        size=sum(len(each.family) for each in cases.values()),
        witness="; ".join(f"{case} {outcome.witness}" for case, outcome in outcomes.items()),
        control=f"charged for δ as printed, (c) and (d) fail: {printed}",
        notes=(
            _beyond_delta(cases["(d)"]),
            *(f"{case} {note}" for case, outcome in outcomes.items() for note in outcome.notes),
        ),
    )


def _beyond_delta(waiting: Judgement) -> str:
    """What becomes of (d) where the least budget for laziness is more than δ."""
    own = dict(zip(waiting.family, (parts for parts, _ in asymmetric_cases()), strict=True))
    points = [
        point
        for point in waiting.points
        if all(
            part.privacy.delta < charged.privacy.delta
            for part, charged in zip(own[point.member], point.member.parts, strict=True)
        )
    ]
    expect(all(point.reached < point.claimed for point in points), "what is charged for more than δ meets its bound")
    nearest = max(points, key=lambda point: point.ratio)
    return (
        "(d) is met only where some mechanism's least budget for laziness is its δ; where all are charged for more the "
        f"largest part of the bound that is reached is {nearest.ratio}: {nearest}."
    )


# Pure mechanisms.


def as_if_pure(member: Scaled) -> Vertices:
    """A false claim for mechanisms with δ > 0: the pure responses of the slots."""
    assert isinstance(member.terms, SharedBudget)
    return pure_profile(member.terms.slots).vertices


@check_of_findings("HSV26 Corollary 5.5", find=lambda: value_all(pure_ones()))
def pure_mechanisms_at_scale(findings: JsonValue) -> Outcome:
    """Purely private mechanisms reach what the pure responses of their slots do, and no more."""
    family = judge(findings, pure_ones()).met_somewhere()
    exceeding = first_excess(
        within_budget([((opposite(Fraction(1, 2), Fraction(2), THEN_RISING),) * 3, 2)]),
        as_if_pure,
        "mechanisms with δ > 0 keep the bound of pure responses",
    )
    return family.outcome(f"with δ > 0 the bound of the pure responses is exceeded: {exceeding}")
