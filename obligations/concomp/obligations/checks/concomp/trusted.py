"""Steps of a proof that no solver sees: they are named beside what the solvers prove, as rules that are trusted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check

PRODUCT = "product: the chance of answers is the product of the chances of each, given those before it"


def resting_on(rule: str, checks: Iterable[Check]) -> list[Check]:
    """The same checks, whose outcomes name a trusted rule."""
    return [_resting_on(rule, check) for check in checks]


def _resting_on(rule: str, check: Check) -> Check:
    def recheck(findings: JsonValue) -> Outcome:
        return check.recheck(findings).model_copy(update={"rules": (rule,)})

    return replace(check, recheck=recheck)
