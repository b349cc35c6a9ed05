"""What refutes the construction of HSV26 section 10 as printed is found, and nothing else passes for it."""

from __future__ import annotations

from typing import Any

import pytest

from concomp.obligations.checks.check import Check, checks_of
from concomp.obligations.checks.hsv26.reduction.as_printed import cases
from concomp.obligations.expectation import Violation

CHECKS = {made.statement: made for made in checks_of("concomp.obligations.checks.hsv26.reduction.as_printed")}
QUICK = ["HSV26 Claim 10.30", "HSV26 Condition (IV)", "HSV26 Lemma 10.32"]
SLOW = pytest.param("HSV26 Claim 10.33", marks=pytest.mark.full)


def _find(made: Check) -> Any:
    assert made.find is not None
    return made.find()


def _harmless() -> dict[str, Any]:
    """Findings that name the first mechanism of the family, which refutes nothing."""
    first = next(cases())
    return {"before": 0, "mechanism": repr(first.mechanism), "e_eps": str(first.privacy.e_eps), "multipliers": []}


@pytest.mark.parametrize("statement", [*QUICK, SLOW])
def test_the_least_refutation_is_found(statement: str) -> None:
    findings = _find(CHECKS[statement])
    outcome = CHECKS[statement].recheck(findings)
    assert outcome.verdict == "refuted"
    assert outcome.size == findings["before"] + 1
    with pytest.raises(Violation, match="find them again"):
        CHECKS[statement].recheck({**findings, "before": findings["before"] + 1})


@pytest.mark.parametrize("statement", CHECKS)
def test_a_mechanism_that_refutes_nothing_is_no_finding(statement: str) -> None:
    with pytest.raises(Violation):
        CHECKS[statement].recheck(_harmless())


@pytest.mark.parametrize("statement", CHECKS)
def test_finding_nothing_is_no_refutation(statement: str) -> None:
    with pytest.raises(Violation, match="no mechanism of the family refutes it"):
        CHECKS[statement].recheck(None)


def test_spoiled_multipliers_are_rejected() -> None:
    findings = _find(CHECKS["HSV26 Condition (IV)"])
    spoiled = {**findings, "multipliers": ["0" for _ in findings["multipliers"]]}
    with pytest.raises(Violation, match="the multipliers do not show"):
        CHECKS["HSV26 Condition (IV)"].recheck(spoiled)
