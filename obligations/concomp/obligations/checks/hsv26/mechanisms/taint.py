"""Tainted and untainted variables.

A variable is tainted if it is computed from what comes from the left. Seen from outside, an untainted one has the same
value in two copies that get the same answers from the right, whatever they get from the left; that is what the
properties of section 6.3 use, and what is proved here of the untainted variables of HSS and of the server. Of the
tainted ones of HSS a run shows that they come to differ.
"""

from __future__ import annotations

from functools import cache

from pydantic import JsonValue

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.local_protocol import Server
from concomp.model.language import PostProcessing
from concomp.model.language.taint import tainted_variables
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.propositions import Proposition, establish, mistake, prove
from concomp.obligations.families.applications.histogram_variants import RaisedBySums, sensitive, wrong
from concomp.obligations.verify.properties.register_differences import differ

DIMENSIONS = (1, 2, 3)


def untainted_variables(machine: PostProcessing) -> list[str]:
    """The variables that are not tainted, by the definition."""
    tainted = tainted_variables(machine.definition)
    return [each.name for each in machine.definition.registers if each.name not in tainted]


@cache
def variables() -> Proposition:
    """Which variables of HSS and of the server are untainted."""
    histograms = [(histogram_mechanism(d), sensitive(d)) for d in DIMENSIONS]
    smallest, known = histograms[0]
    raised = wrong(RaisedBySums)
    return Proposition(
        (
            *(differ(machine, untainted_variables(machine), axiom) for machine, axiom in histograms),
            differ(Server(), untainted_variables(Server())),
        ),
        differ(smallest, ["sums"], known),
        {
            "the row that waits is untainted": differ(smallest, ["row"], known),
            mistake(RaisedBySums): differ(raised, untainted_variables(smallest), known),
        },
        "all lengths; of HSS in dimensions 1, 2 and 3 tainted are "
        f"{' and '.join(sorted(tainted_variables(smallest.definition)))}, and untainted are "
        f"{', '.join(untainted_variables(smallest))}; of S_P untainted are {', '.join(untainted_variables(Server()))}",
    )


@check_of_findings("HSV26 Section 6.3: tainted/untainted variables", find=lambda: prove(variables()))
def untainted_variables_are_alike_in_both_copies(findings: JsonValue) -> Outcome:
    """Two copies of HSS, or of S_P, that get the same answers never differ in an untainted variable."""
    outcome = establish(variables(), findings, "the sums, which are tainted, come to differ")
    return outcome.model_copy(update={"part": "of HSS and S_P"})
