"""The registers of a post-processing: which are tainted, by which line, and in which two copies can differ."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from concomp.model.language.taint_of_lines import Tainting, taintings
from concomp.obligations.solvers.worker import Worker
from concomp.obligations.verify.postprocessing import ProcessingCase
from concomp.obligations.verify.properties.register_differences import differ
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.pipeline import settle
from concomp.obligations.verify.verdicts import Verdict

SECONDS = 10.0
"""Seconds for each register that is tainted, within those for all."""
LEAST = 0.1
"""Seconds for a register when those are over, which suffice to find that nothing is decided."""


@dataclass(frozen=True)
class RegisterTaint:
    """A register, and what was found of it, of two copies that behave alike in all that is seen.

    tainting: the line by which it becomes tainted; None if it does not, and then both copies hold the same in it, as
    they do in any program (HSV26 Corollary 6.6, repaired). same: of a tainted one the verdict on whether they do
    nevertheless; where f is known, they are told what is valid for f.
    """

    name: str
    tainting: Tainting | None = None
    same: Verdict | None = None


def taints_of(worker: Worker, case: ProcessingCase, witness: Verdict, seconds: float) -> tuple[RegisterTaint, ...]:
    """What is found of each register, in the order of the text; seconds: for all of them."""
    found, deadline = taintings(case.machine), monotonic() + seconds

    def taint_of(name: str) -> RegisterTaint:
        if name not in found:
            return RegisterTaint(name)
        question = differ(case.machine, [name], case.sensitive, case.validity)
        inquiry = Inquiry(question, question.property, question.property, {})
        limit = max(LEAST, min(SECONDS, deadline - monotonic()))
        return RegisterTaint(name, found[name], settle(worker, inquiry, witness, limit))

    return tuple(taint_of(each.name) for each in case.machine.definition.registers)
