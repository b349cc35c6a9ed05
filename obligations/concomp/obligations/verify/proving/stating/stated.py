"""Stated invariants, as a stage of an attempt: each line is examined, those that hold throughout are tried as a proof.

What fails is dropped, with the start or the step at which it does; nothing is assumed. The stages that follow have the
lines among their candidates, so that one which only holds beside others still helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import Term
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.worker import GaveUp
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, conditions
from concomp.obligations.verify.encoding.tracked import INDEX, at_indices, has_maps
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.examination.examined import Examined
from concomp.obligations.verify.proving.proofs import Proof, Reduced, left_to_prove, obligations, reductions
from concomp.obligations.verify.proving.stating.moments import Words
from concomp.obligations.verify.verdicts import StatedLine

STAGE = "stated invariant"
SECONDS, LAST = 10.0, 6.0
"""Seconds for stated lines, and for the step at which the best invariant fails."""


@dataclass(frozen=True)
class Stated:
    """The lines that an author states, over the scalars of the system that a question is about."""

    lowered: Lowered
    indices: tuple[Term, ...]
    lines: tuple[Requirement, ...]

    def beside(self, listed: Sequence[Obligation]) -> list[Obligation]:
        """The obligations with what the lines say of them."""
        return [replace(each, stated=tuple(dict.fromkeys(term for term, _ in self.of(each)))) for each in listed]

    def of(self, obligation: Obligation) -> list[tuple[Term, Requirement]]:
        """What each line says of an obligation, less those about what the obligation does not know."""
        parameters = {each.symbol for each in obligation.system.parameters}
        indices = self.indices or tuple({INDEX} & parameters)
        found: list[tuple[Term, Requirement]] = []
        for line, condition in zip(self.lines, conditions(self.lowered, self._conditions()), strict=True):
            try:
                scalar = at_indices(condition, indices) if has_maps(self.lowered.system) else condition
            except Unsupported:
                continue
            if INDEX in parameters or INDEX not in set(terms.descendants([scalar])):
                found.append((scalar, line))
        return found

    def _conditions(self) -> list[Term]:
        mapping = {INDEX: self.indices[0]} if self.indices else {}
        return [substitute(line.condition, mapping) for line in self.lines]


def by_stated(
    attempt: Attempt, stated: Stated, listed: Sequence[Obligation], reduced: Sequence[Reduced]
) -> Iterator[Proof]:
    """The lines that hold throughout, beside the equalities, as proposals; what comes of each line is remembered."""
    for each in left_to_prove(listed, reduced) if stated.lines else []:
        found = _examined(attempt, stated, each)
        if found is not None and found.left_open is None:
            yield Proof(each.whole, (*each.equations, *found.kept))


def account_for(attempt: Attempt, question: Question, lowered: Lowered) -> None:
    """Remember what comes of each line, where a property was proved before the lines were looked at."""
    if not question.stated or attempt.stated:
        return
    stated = Stated(lowered, question.indices, question.stated)
    listed = stated.beside(obligations(lowered.system, question.indices)[:1])
    reduced = [one for each in listed for one in reductions(attempt, each)]
    for each in left_to_prove(listed, reduced):
        _examined(attempt, stated, each)


def remember_obstacle(attempt: Attempt, lowered: Lowered, reduced: Sequence[Reduced]) -> None:
    """Remember the step at which the best invariant fails, if one is found soon."""
    for each in reduced[:1]:
        found = attempt.call("obstacle", LAST, stages.obstacle, each.rest)
        if found is not None and not isinstance(found, GaveUp):
            attempt.obstacle = Words(lowered, each.whole).of_violation(each.completed(found))


def _examined(attempt: Attempt, stated: Stated, reduced: Reduced) -> Examined | None:
    found = attempt.call(STAGE, SECONDS, stages.examine, reduced.whole, reduced.equations)
    if isinstance(found, GaveUp):
        return None
    lines, words = stated.of(reduced.whole), Words(stated.lowered, reduced.whole)
    failed = {failure.condition: words.of(failure) for failure in found.failures}
    attempt.stated = [StatedLine(line.position, *failed.get(term, ("is kept", ""))) for term, line in lines]
    kept = sum(each.outcome == "is kept" for each in attempt.stated)
    attempt.note(STAGE, f"{kept} of {len(lines)} conditions hold throughout")
    return found
