"""Tainted and untainted variables.

A variable is tainted if it is computed from what comes from the left. Seen from outside, an untainted one has the same
value in two copies that get the same answers from the right, whatever they get from the left; that is what the
properties of section 6.3 use, and what is proved here of the untainted variables of HSS and of the server. Of the
tainted ones of HSS a run shows that they come to differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from pydantic import JsonValue

from concomp.model.applications.histogram import histogram_mechanism
from concomp.model.applications.local_protocol import Server
from concomp.model.language import LanguageError, PostProcessing
from concomp.model.language.syntax import terms
from concomp.model.language.taint import tainted_variables
from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import check_of_findings
from concomp.obligations.checks.propositions import Proposition, establish, mistake, prove
from concomp.obligations.families.applications.histogram_variants import RaisedBySums, sensitive, wrong
from concomp.obligations.verify.encoding.decode import Trace
from concomp.obligations.verify.properties.copies import CopiesQuestion, ask_copies
from concomp.obligations.verify.properties.copies_replay import run_copies
from concomp.obligations.verify.properties.exchanges import COPIES
from concomp.obligations.verify.properties.replay import Replay, ReplayedStep, Unconfirmed
from concomp.obligations.verify.properties.sensitivity import Sensitivity

DIMENSIONS = (1, 2, 3)


@dataclass(frozen=True)
class TaintQuestion(CopiesQuestion):
    """The question whether two copies can come to differ in one of these variables."""

    names: tuple[str, ...] = field(kw_only=True)

    def replay(self, trace: Trace) -> Replay:
        """Run two copies on a trace; Unconfirmed if they do not differ in a variable before its last step."""
        try:
            exchanges, registers = run_copies(self.machine, self.sensitive, trace)
        except LanguageError as error:
            raise Unconfirmed(f"the trace does not run: {error}") from error
        before = registers[-2] if len(registers) > 1 else {}
        first, second = COPIES
        differing = [name for name in self.names if before.get(f"{first}{name}") != before.get(f"{second}{name}")]
        if not differing:
            raise Unconfirmed(f"two copies of {self.subject()} do not differ in {', '.join(self.names)}")
        pairs = zip(exchanges, registers, strict=True)
        steps = tuple(ReplayedStep(left, right, True, held) for (left, right), held in pairs)
        return Replay(trace.parameters, steps, f"the copies differ in {', '.join(differing)}", None)


def differ(machine: PostProcessing, names: Iterable[str], known: tuple[Sensitivity, ...] = ()) -> TaintQuestion:
    """The question whether two copies, which behave alike so far, can differ in one of these variables."""
    response = ask_copies("response", machine, known)
    wanted = tuple(names)
    sorts = {each.name: each.symbol.sort for each in machine.definition.registers}
    pairs = [[terms.leaf("register", sorts[name], f"{prefix}{name}") for prefix in COPIES] for name in wanted]
    unlike = terms.disjunction(terms.negation(terms.equality(*pair)) for pair in pairs)
    bad = terms.conjunction([response.system.allowed, unlike])
    return TaintQuestion(
        "untainted",
        (),
        response.system.with_question("untainted", bad),
        given=response.given,
        machine=machine,
        validity=None,
        sensitive=known,
        names=wanted,
    )


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
