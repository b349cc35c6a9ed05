"""Checks of statements that the kernel derives: by a row of a table, or by a function that has more to say.

Both solvers accept every claim, and the independent checker replays the derivation from its proof object.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps

from pydantic import JsonValue

from concomp.model.registry.evidence import Outcome
from concomp.obligations.checks.check import Check, check_of_findings
from concomp.obligations.derivations.kernel import proofs
from concomp.obligations.derivations.kernel.facts import Fact
from concomp.obligations.derivations.kernel.statements import demand_statement
from concomp.obligations.expectation import Violation
from concomp.obligations.proof_objects.checker.objects import replay
from concomp.obligations.proof_objects.checker.terms import Refused
from concomp.obligations.proof_objects.writing import proof_object


@dataclass(frozen=True)
class Derived:
    """A statement of which its derivation is all there is to check.

    statement: its key. name, sentence: of the check. parts: the statement, or, under their names, the facts that it
    consists of. scope, notes: what is said of it. witness, control: in place of what the derivation shows by itself.
    Raises ValueError if a part is not stated as the statement.
    """

    statement: str
    name: str
    sentence: str
    parts: tuple[Fact, ...]
    scope: str
    notes: tuple[str, ...] = ()
    witness: str | None = None
    control: str | None = None

    def __post_init__(self) -> None:
        _demand_stated_as(self.statement, self.parts)

    def find(self) -> JsonValue:
        """What both solvers accept of the derivation."""
        return proofs.find(self.parts)

    def recheck(self, findings: JsonValue) -> Outcome:
        """What is established; Violation or Undecided if the findings are not accepted."""
        accepted = _accept(self.statement, self.parts, findings)
        outcome = Outcome(
            verdict="proved",
            scope=self.scope,
            witness=self.witness,
            control=self.control,
            notes=self.notes,
        )
        return proofs.with_derivations(outcome, accepted)


def check_of_derivation(key: str, *parts: Fact) -> Callable[[Callable[[], Outcome]], list[Check]]:
    """Make a check of a function that says what is proved; the rules and the steps are added to its outcome.

    parts: the statement, or, under their names, the facts that it consists of.
    Raises ValueError if a fact is not stated as the statement `key`.
    """
    _demand_stated_as(key, parts)

    def decorate(function: Callable[[], Outcome]) -> list[Check]:
        @wraps(function)
        def recheck(findings: JsonValue) -> Outcome:
            accepted = _accept(key, parts, findings)
            return proofs.with_derivations(function(), accepted)

        made = check_of_findings(key, find=lambda: proofs.find(parts))(recheck)
        return [replace(check, parts=parts) for check in made]

    return decorate


def _accept(key: str, parts: Sequence[Fact], findings: JsonValue) -> Mapping[Fact, JsonValue]:
    """The findings of each part, which both solvers accept; Violation too where the independent checker refuses."""
    accepted = proofs.accept(key, parts, findings)
    demand_replayed(key, parts)
    return accepted


def demand_replayed(key: str, parts: Sequence[Fact]) -> None:
    """Make sure that the independent checker accepts the derivation of a statement; Violation if it does not."""
    try:
        replay(proof_object(parts))
    except Refused as refused:
        raise Violation(f"{key}: the independent checker refuses the derivation: {refused}") from refused


def _demand_stated_as(key: str, parts: Sequence[Fact]) -> None:
    if not parts:
        raise ValueError(f"nothing is derived for {key}")
    for fact in parts:
        if fact.origin != key:
            raise ValueError(f"the fact is stated as {fact.origin}, not as {key}")
        demand_statement(fact, key)
