"""The obligations: what ties the model to the papers. Names are brought in when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.doors import door

if TYPE_CHECKING:
    from concomp.obligations.advisor.advice import Advice
    from concomp.obligations.advisor.asking import advise
    from concomp.obligations.advisor.errors import PlanError
    from concomp.obligations.advisor.plan import Plan
    from concomp.obligations.checks.check import Check, Violation, check, check_of_findings
    from concomp.obligations.report.standing import Standing, standing
    from concomp.obligations.smt.copies import Validity
    from concomp.obligations.smt.postprocessing import validity_of, verify_post_processing
    from concomp.obligations.smt.properties import NotAskable
    from concomp.obligations.smt.sensitivity import Sensitivity
    from concomp.obligations.smt.verdicts import Report, Verdict
    from concomp.obligations.smt.verification import verify

_WHERE = {
    "Advice": "advisor.advice",
    "Check": "checks.check",
    "Violation": "checks.check",
    "advise": "advisor.asking",
    "check": "checks.check",
    "check_of_findings": "checks.check",
    "NotAskable": "smt.properties",
    "Plan": "advisor.plan",
    "PlanError": "advisor.errors",
    "Report": "smt.verdicts",
    "Sensitivity": "smt.sensitivity",
    "Standing": "report.standing",
    "Validity": "smt.copies",
    "Verdict": "smt.verdicts",
    "standing": "report.standing",
    "validity_of": "smt.postprocessing",
    "verify": "smt.verification",
    "verify_post_processing": "smt.postprocessing",
}

__all__ = [
    "Advice",
    "Check",
    "NotAskable",
    "Plan",
    "PlanError",
    "Report",
    "Sensitivity",
    "Standing",
    "Validity",
    "Verdict",
    "Violation",
    "advise",
    "check",
    "check_of_findings",
    "standing",
    "validity_of",
    "verify",
    "verify_post_processing",
]


__getattr__, __dir__ = door(__name__, _WHERE)
