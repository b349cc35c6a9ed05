"""Checks of statements that the kernel derives."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check, check_of_findings
from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact


def check_of_derivation(key: str, *parts: Fact) -> Callable[[Callable[[], Outcome]], list[Check]]:
    """Make a check of a function that says what is proved; the rules and the steps are added to its outcome.

    parts: the statement, or, under their names, the facts that it consists of.
    Raises ValueError if a fact is not stated as the statement `key`.
    """
    for fact in parts:
        if fact.origin != key:
            raise ValueError(f"the fact is stated as {fact.origin}, not as {key}")

    def decorate(function: Callable[[], Outcome]) -> list[Check]:
        @wraps(function)
        def judged(findings: JsonValue) -> Outcome:
            accepted = proofs.accept(key, parts, findings)
            return proofs.with_derivations(function(), accepted)

        return check_of_findings(key, find=lambda: proofs.find(parts))(judged)

    return decorate
