"""The obligations: what ties the model to the papers. Names are brought in when they are first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from concomp.model.doors import door

if TYPE_CHECKING:
    from concomp.obligations.checks.check import Check, check, check_of_findings
    from concomp.obligations.expectation import Violation
    from concomp.obligations.runner.standing import Standing, standing
    from concomp.obligations.verify.postprocessing import validity_of, verify_post_processing
    from concomp.obligations.verify.properties.properties import NotAskable
    from concomp.obligations.verify.properties.sensitivity import Sensitivity
    from concomp.obligations.verify.properties.validity import Validity
    from concomp.obligations.verify.verdicts import Report, Verdict

_WHERE = {
    "Check": "checks.check",
    "Violation": "expectation",
    "check": "checks.check",
    "check_of_findings": "checks.check",
    "NotAskable": "verify.properties.properties",
    "Report": "verify.verdicts",
    "Sensitivity": "verify.properties.sensitivity",
    "Standing": "runner.standing",
    "Validity": "verify.properties.validity",
    "Verdict": "verify.verdicts",
    "standing": "runner.standing",
    "validity_of": "verify.postprocessing",
    "verify_post_processing": "verify.postprocessing",
}

__all__ = [
    "Check",
    "NotAskable",
    "Report",
    "Sensitivity",
    "Standing",
    "Validity",
    "Verdict",
    "Violation",
    "check",
    "check_of_findings",
    "standing",
    "validity_of",
    "verify_post_processing",
]


__getattr__, __dir__ = door(__name__, _WHERE)
