"""Fixed mechanisms and fixed parameters at scale."""

from __future__ import annotations

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.families.compositions.bounds import response_profile
from concomp.obligations.families.scaled.composition import Scaled, Vertices
from concomp.obligations.families.scaled.fixed import fixed_lists, fixed_slots
from concomp.obligations.families.scaled.judgement import first_excess, judge, value_all
from concomp.obligations.families.scaled.terms import FixedSlots


def without_the_last_mechanism(member: Scaled) -> Vertices:
    """A false claim: the responses of all mechanisms but one."""
    return response_profile(tuple(part.privacy for part in member.parts[:-1])).vertices


def without_the_last_slot(member: Scaled) -> Vertices:
    """A false claim: the responses of all slots but one."""
    assert isinstance(member.terms, FixedSlots)
    return response_profile(member.terms.slots[:-1]).vertices


@check_of_findings("HSV26 Theorem 4.10 (repaired)", find=lambda: value_all(fixed_lists()))
def fixed_mechanisms_at_scale(findings: JsonValue) -> Outcome:
    """Two to four lasting mechanisms reach what composed responses do, and no more."""
    family = judge(findings, fixed_lists()).met_somewhere()
    exceeding = first_excess(
        family.quick[::-1], without_the_last_mechanism, "the responses of all but one mechanism bound all"
    )
    return family.outcome(f"the responses of all mechanisms but one are exceeded: {exceeding}")


@check_of_findings("HSV26 Theorem 4.12", find=lambda: value_all(fixed_slots()))
def fixed_parameters_at_scale(findings: JsonValue) -> Outcome:
    """Whatever mechanisms with the labels are created, and when, the responses of the slots bound them."""
    family = judge(findings, fixed_slots()).met_somewhere()
    exceeding = first_excess(family.quick, without_the_last_slot, "the responses of all slots but one bound all")
    return family.outcome(f"with one slot fewer in the claim it is exceeded: {exceeding}")
