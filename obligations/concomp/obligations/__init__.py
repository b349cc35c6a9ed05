"""The obligations: what ties the model to the papers. Names are brought in when they are first used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concomp.obligations.checks.check import Check, Violation, check, check_of_findings
    from concomp.obligations.report.standing import Standing, standing
    from concomp.obligations.smt.properties import NotAskable
    from concomp.obligations.smt.verdicts import Report, Verdict
    from concomp.obligations.smt.verification import verify

_WHERE = {
    "Check": "checks.check",
    "Violation": "checks.check",
    "check": "checks.check",
    "check_of_findings": "checks.check",
    "NotAskable": "smt.properties",
    "Report": "smt.verdicts",
    "Standing": "report.standing",
    "Verdict": "smt.verdicts",
    "standing": "report.standing",
    "verify": "smt.verification",
}

__all__ = [
    "Check",
    "NotAskable",
    "Report",
    "Standing",
    "Verdict",
    "Violation",
    "check",
    "check_of_findings",
    "standing",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


def __dir__() -> list[str]:
    return __all__
