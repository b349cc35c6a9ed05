"""First-pair consistent and interactive mechanisms in parallel, at scale."""

from __future__ import annotations

from itertools import product

from pydantic import JsonValue

from concomp.model.mechanisms.verification import first_pair_consistent
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import expect
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.family import Family
from concomp.obligations.families.scaled.components import LARGE, SMALL, late
from concomp.obligations.families.scaled.composition import Scaled, Vertices
from concomp.obligations.families.scaled.consistent import consistent_ones, interactive_ones
from concomp.obligations.families.scaled.judgement import first_excess, judge, value_all
from concomp.obligations.families.scaled.mechanisms import EVENT, RISING_EVENT
from concomp.obligations.families.scaled.terms import LENGTH, ConsistentSlots


def without_the_last_slot(member: Scaled) -> Vertices:
    """A false claim: the responses of all slots but one."""
    assert isinstance(member.terms, ConsistentSlots)
    return response_profile(member.terms.slots[:-1]).vertices


def inconsistent_ones() -> tuple[Scaled, ...]:
    """Mechanisms whose differing pair may come after an identical one."""
    return (
        Scaled((late(LARGE, 4, RISING_EVENT),) * 3, ConsistentSlots((LARGE,))),
        Scaled((late(SMALL, 3, EVENT),) * 4, ConsistentSlots((SMALL, SMALL))),
    )


def _all_are_consistent(family: Family[Scaled]) -> None:
    for part in {part for member in family for part in member.parts}:
        sequences = [each for size in range(1, LENGTH + 1) for each in product(part.pairs, repeat=size)]
        expect(first_pair_consistent(part.function, sequences), f"{part} is not first-pair consistent")


@check_of_findings("HSV26 Theorem 5.14", find=lambda: value_all(consistent_ones()))
def consistent_mechanisms_at_scale(findings: JsonValue) -> Outcome:
    """First-pair consistent mechanisms reach what the responses of the slots do, and no more."""
    family = judge(findings, consistent_ones()).met_somewhere()
    _all_are_consistent(consistent_ones())
    exceeding = first_excess(inconsistent_ones(), lambda member: member.claimed, "consistency need not be asked for")
    return family.outcome(f"without consistency the bound is exceeded: {exceeding}")


@check_of_findings("HSV26 Corollary 5.15", find=lambda: value_all(interactive_ones()))
def interactive_mechanisms_at_scale(findings: JsonValue) -> Outcome:
    """Interactive mechanisms, some of them started on differing states, keep to the responses of the slots."""
    family = judge(findings, interactive_ones()).met_somewhere()
    several = [member for member in family.quick if member.terms != ConsistentSlots((member.parts[0].privacy,))]
    exceeding = first_excess(several, without_the_last_slot, "the responses of all slots but one bound all")
    return family.outcome(f"with one slot fewer in the claim it is exceeded: {exceeding}")
