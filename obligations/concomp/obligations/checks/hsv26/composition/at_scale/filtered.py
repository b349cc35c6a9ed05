"""Composition under a filter at scale: four mechanisms, lasting ones, parameters chosen on the way."""

from __future__ import annotations

from fractions import Fraction

from pydantic import JsonValue

from concomp.model.laws.law import ZERO
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.expectation import first_case
from concomp.obligations.families.scaled.composition import Scaled
from concomp.obligations.families.scaled.filtered import STEPWISE, filtered_ones
from concomp.obligations.families.scaled.judgement import judge, value_all
from concomp.obligations.families.scaled.terms import UnderSequences, UnderSums, responses_at

ADAPTIVE = Fraction(3, 2)
"""The e^ε at which [RR_{ln 2}, RR_{ln 3}] and [RR_{ln 2}, RR_{0,1/4}] have the same δ."""


def worst_list(member: Scaled, e_eps: Fraction) -> Fraction:
    """A false claim: the largest δ of the responses of a list that the filter accepts."""
    assert isinstance(member.terms, UnderSums | UnderSequences)
    return max(responses_at(listed, ZERO, e_eps) for listed in set(member.terms.accepted_lists(member.parts)))


@check_of_findings("HSV26 Theorem 12.4", find=lambda: value_all(filtered_ones()))
def filters_at_scale(findings: JsonValue) -> Outcome:
    """Under each filter mechanisms reach what responses do that are chosen as adaptively, and no more."""
    family = judge(findings, filtered_ones()).met_somewhere()
    exceeding = first_case(
        (
            f"{member} reaches {reached} at e^ε = {ADAPTIVE}, the worst list {listed}"
            for member in family.quick
            if member.terms is STEPWISE
            if (reached := member.reached(ADAPTIVE)) > (listed := worst_list(member, ADAPTIVE))
        ),
        "the worst accepted list bounds what is chosen adaptively",
    )
    return family.outcome(
        f"the optimal composition of the worst accepted list is exceeded: {exceeding}",
        "The claim is the value of the game of responses under the same filter.",
    )
