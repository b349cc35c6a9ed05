"""What Coq said of the theorems of statements, as a result that can be committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from concomp.model.registry.evidence import Evidence
from concomp.obligations.proof_assistant.accepted import (
    Accepted,
    AcceptedStatement,
    AcceptedTheorem,
    derivation_hash,
)
from concomp.obligations.proof_assistant.compiler import ALLOWED, OutOfTime, axioms
from concomp.obligations.proof_assistant.exports import Export

Said = Mapping[str, str | Exception]
"""What Coq said of each file, by its name, or why it said nothing."""


@dataclass(frozen=True)
class Judged:
    """What came of some statements.

    statements: those of which Coq accepted theorems. resists: why not, or why not of every part. refused: those that
    were exported and Coq does not accept. late: whether time was too short for some.
    """

    statements: Mapping[str, AcceptedStatement]
    resists: Mapping[str, str]
    refused: tuple[str, ...]
    late: bool


def judged(listed: Sequence[Export], said: Said, evidence: Mapping[str, Sequence[Evidence]]) -> Judged:
    """What came of the statements of some exports; evidence: of all statements, to which results are bound."""
    good: dict[str, list[AcceptedTheorem]] = {}
    resists: dict[str, str] = {}
    refused: list[str] = []
    for each in listed:
        problem = _problem(each, said)
        if problem is None:
            good.setdefault(each.statement, []).append(_theorem(each, said))
        elif problem:
            resists.setdefault(each.statement, problem)
            refused += [each.name] if each.theorem is not None else []
    accepted = {
        key: AcceptedStatement(derivation=derivation_hash(key, evidence), theorems=tuple(theorems))
        for key, theorems in good.items()
        if not _is_late(key, listed, said)
    }
    return Judged(accepted, resists, tuple(refused), any(isinstance(each, OutOfTime) for each in said.values()))


def _problem(each: Export, said: Said) -> str | None:
    """Why a theorem is not accepted, None if it is; empty if there was no time."""
    if each.theorem is None:
        return each.reason
    answer = said[each.name]
    if isinstance(answer, OutOfTime):
        return ""
    if isinstance(answer, Exception):
        return str(answer)
    beyond = [axiom for axiom in axioms(answer) if axiom not in ALLOWED]
    return f"it rests on {', '.join(beyond)}" if beyond else None


def _is_late(key: str, listed: Sequence[Export], said: Said) -> bool:
    return any(each.statement == key and isinstance(said.get(each.name), OutOfTime) for each in listed)


def _theorem(each: Export, said: Said) -> AcceptedTheorem:
    assert each.theorem is not None
    found = axioms(str(said[each.name]))
    return AcceptedTheorem(name=each.name, text=each.theorem.statement, sha256=each.hash, axioms=found)


def merged(before: Accepted, now: Judged, looked_at: Sequence[str], coq: str, library: str) -> Accepted:
    """The result before with what came of some statements: one for which there was no time keeps what it had."""
    settled = {*now.statements, *now.resists}
    kept = {key: each for key, each in before.statements.items() if key not in settled}
    still = {key: why for key, why in before.resists.items() if key not in looked_at or key not in settled}
    return Accepted(
        coq=coq,
        library=library,
        statements=dict(sorted({**kept, **now.statements}.items())),
        resists=dict(sorted({**still, **now.resists}.items())),
    )


def lines(now: Judged, coq: str) -> list[str]:
    """What came of the statements, one a line, and the axioms under all that is accepted."""
    used = sorted({axiom for each in now.statements.values() for one in each.theorems for axiom in one.axioms})
    whole = [key for key in now.statements if key not in now.resists]
    partly = [key for key in now.statements if key in now.resists]
    return [
        *(f"{key}: accepted" for key in whole),
        *(
            f"{key}: accepted in part ({len(now.statements[key].theorems)}); not all: {now.resists[key]}"
            for key in partly
        ),
        *(f"{key}: not accepted: {why}" for key, why in now.resists.items() if key not in now.statements),
        f"Coq {coq} accepts {len(whole)} statements, {len(partly)} in part, none of {len(now.resists) - len(partly)}",
        f"axioms: {', '.join(used) or 'none'}",
    ]
