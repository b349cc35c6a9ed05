"""What Coq said of the theorems of statements, as a result that can be committed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from concomp.model.registry.evidence import Evidence
from concomp.obligations.proof_assistant.accepted import (
    Accepted,
    AcceptedTheorem,
    recorded,
)
from concomp.obligations.proof_assistant.assumptions import axioms
from concomp.obligations.proof_assistant.exports import Export
from concomp.obligations.proof_assistant.programs import Rejected, Undecided

Said = Mapping[str, str | Exception]
"""What Coq said of each file, by its name, or why it said nothing."""


@dataclass(frozen=True)
class Judged:
    """What came of some statements.

    accepted: the theorems of each that Coq accepted. resists: why not, or why not of every part. refused: those that
    were exported and Coq does not accept. undecided: the statements of which Coq did not say all, and why.
    """

    accepted: Mapping[str, tuple[AcceptedTheorem, ...]]
    resists: Mapping[str, str]
    refused: tuple[str, ...]
    undecided: Mapping[str, Undecided]

    @property
    def names(self) -> list[str]:
        """Those of all theorems that Coq accepted."""
        return [theorem.name for theorems in self.accepted.values() for theorem in theorems]


def judged(listed: Sequence[Export], said: Said) -> Judged:
    """What came of the statements of some exports: nothing is of one of which something was left undecided."""
    good: dict[str, list[AcceptedTheorem]] = {}
    resists: dict[str, str] = {}
    refused: list[str] = []
    undecided: dict[str, Undecided] = {}
    for each in listed:
        try:
            good.setdefault(each.statement, []).extend(_accepted(each, said))
        except Rejected as problem:
            resists.setdefault(each.statement, str(problem))
            refused.append(each.name)
        except Undecided as problem:
            undecided.setdefault(each.statement, problem)
        if each.theorem is None:
            resists.setdefault(each.statement, each.reason)
    return Judged(
        {key: tuple(theorems) for key, theorems in good.items() if theorems and key not in undecided},
        {key: why for key, why in resists.items() if key not in undecided},
        tuple(refused),
        undecided,
    )


def _accepted(each: Export, said: Said) -> Iterator[AcceptedTheorem]:
    """The theorem of an export, if it has one; Rejected or Undecided if Coq does not accept it."""
    if each.theorem is None:
        return
    answer = said[each.name]
    if isinstance(answer, Exception):
        raise answer
    found = axioms(answer)
    yield AcceptedTheorem(name=each.name, text=each.theorem.statement, sha256=each.hash, axioms=found)


def merged(before: Accepted, now: Judged, coq: str, evidence: Mapping[str, Sequence[Evidence]]) -> Accepted:
    """The result before with what came of some statements: one of which nothing was decided keeps what it had.

    coq: the version. evidence: of all statements, to which results are bound.
    """
    settled = {*now.accepted, *now.resists}
    kept = {key: each for key, each in before.statements.items() if key not in settled}
    still = {key: why for key, why in before.resists.items() if key not in settled}
    new = {
        key: recorded(key, theorems, now.resists.get(key, ""), coq, evidence) for key, theorems in now.accepted.items()
    }
    return Accepted(
        statements=dict(sorted({**kept, **new}.items())), resists=dict(sorted({**still, **now.resists}.items()))
    )


def lines(now: Judged, coq: str) -> list[str]:
    """What came of the statements, one a line, and the axioms under all that is accepted."""
    used = sorted({axiom for theorems in now.accepted.values() for one in theorems for axiom in one.axioms})
    whole = [key for key in now.accepted if key not in now.resists]
    partly = [key for key in now.accepted if key in now.resists]
    none = [key for key in now.resists if key not in now.accepted]
    open_ = f", {len(now.undecided)} undecided" if now.undecided else ""
    return [
        *(f"{key}: accepted" for key in whole),
        *(f"{key}: accepted in part ({len(now.accepted[key])}); not all: {now.resists[key]}" for key in partly),
        *(f"{key}: not accepted: {now.resists[key]}" for key in none),
        *(f"{key}: undecided: {why}" for key, why in now.undecided.items()),
        f"Coq {coq} accepts {len(whole)} statements, {len(partly)} in part, none of {len(none)}{open_}",
        f"axioms: {', '.join(used) or 'none'}",
    ]
