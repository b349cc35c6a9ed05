"""Stated invariants, as a stage of an attempt: each line is examined, those that are kept are tried as a proof.

What fails is dropped, with the start or the step at which it does; nothing is assumed. The stages that follow have the
lines among their candidates, so that one which only holds beside others still helps.

A question looks at no step after the property has failed, nor, beside a lemma, after that has stopped. So what is kept
there holds throughout only if the property is proved.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from concomp.model.language.syntax import terms
from concomp.model.language.syntax.substitution import substitute
from concomp.model.language.syntax.terms import LEAVES, Term
from concomp.model.language.syntax.trace import Requirement
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.worker import GaveUp
from concomp.obligations.verify.encoding.obligation import Invariant, Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, conditions, lower
from concomp.obligations.verify.encoding.tracked import INDEX, at_indices, has_maps
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.examination.examined import Examined
from concomp.obligations.verify.proving.proofs import Proof, Reduced, left_to_prove, obligations, reductions
from concomp.obligations.verify.proving.stating.everywhere import at_every_coordinate
from concomp.obligations.verify.proving.stating.moments import NOT_KEPT, Words
from concomp.obligations.verify.proving.stating.places import sorted_values
from concomp.obligations.verify.verdicts import KEPT_SO_LONG, Outcome, StatedLine

STAGE = "stated invariant"
KNOWN: tuple[Outcome, ...] = (KEPT_SO_LONG, "fails at the start", NOT_KEPT, "is not settled", "is not used")
"""What may come of a line, what says most of it first."""
SECONDS, LAST = 10.0, 6.0
"""Seconds for stated lines, and for the step at which the best invariant fails."""


@dataclass(frozen=True)
class Read:
    """A line, and the condition that it is on the scalars of an obligation; or why it is none."""

    line: Requirement
    condition: Term | None
    reason: str = ""


@dataclass(frozen=True)
class Stated:
    """The lines that an author states, over the scalars of the system that a question is about.

    unplaced: those of which the question says nothing, each with the reason.
    """

    lowered: Lowered
    indices: tuple[Term, ...]
    lines: tuple[Requirement, ...]
    unplaced: tuple[tuple[Requirement, str], ...] = ()

    @staticmethod
    def in_question(question: Question, lowered: Lowered) -> Stated:
        """The lines of a question about a system that has this scalar form."""
        return Stated(lowered, question.indices, question.stated, question.unplaced)

    def beside(self, listed: Sequence[Obligation]) -> list[Obligation]:
        """The obligations with what the lines say of them, if there are any, and what sorts say beside that.

        So no state that is shown has values which no register can have.
        """
        return [replace(each, stated=self._conditions(each)) if self.lines else each for each in listed]

    def of(self, obligation: Obligation) -> list[Read]:
        """What each line says of an obligation."""
        return [self._read(line, obligation) for line in self.lines]

    def _conditions(self, obligation: Obligation) -> Invariant:
        said = [each.condition for each in self.of(obligation) if each.condition is not None]
        return tuple(dict.fromkeys([*sorted_values(self.lowered, obligation), *said]))

    def _read(self, line: Requirement, obligation: Obligation) -> Read:
        try:
            return Read(line, self._scalar(line.condition, obligation))
        except Unsupported as problem:
            return Read(line, None, str(problem))

    def _scalar(self, condition: Term, obligation: Obligation) -> Term:
        """A condition over the scalars of an obligation; Unsupported if it says more than one is about."""
        known = {*(each.symbol for each in obligation.system.registers)}
        known |= {each.symbol for each in obligation.system.parameters}
        indices = self.indices or tuple({INDEX} & known)
        index = dict(zip([INDEX], self.indices, strict=False))
        [lowered] = conditions(self.lowered, [substitute(condition, index)])
        there = at_every_coordinate(lowered)
        scalar = at_indices(there, indices) if has_maps(self.lowered.system) else there
        for term in terms.descendants([scalar]):
            if term.operator == "apply":
                raise Unsupported("it applies a declared function: speak of registers and parameters")
            if term.operator in LEAVES and not terms.is_constant(term) and term not in known:
                raise Unsupported(f"it speaks of {terms.leaf_name(term)!r}, of which no proof of this property speaks")
        return scalar


def by_stated(
    attempt: Attempt, stated: Stated, listed: list[Obligation], reduced: list[Reduced]
) -> Generator[Proof, None, tuple[list[Obligation], list[Reduced]]]:
    """The lines that are kept, beside the equalities, as proposals; what comes of each line is remembered.

    Returns what is left to be proved: without the lines that solvers do not settle, as later stages would wait for
    those too.
    """
    if not stated.lines:
        return listed, reduced
    smaller = left_to_prove(listed, reduced)
    unsettled: set[Term] = set()
    for each in smaller:
        found = _examined(attempt, stated, each, SECONDS / len(smaller))
        failures = () if found is None else found.failures
        unsettled |= {failure.condition for failure in failures if failure.moment is None}
        unsettled |= set(each.whole.stated if found is None else ())
        if found is not None and found.proves:
            yield Proof(each.whole, (*each.equations, *found.kept))
    without = [Reduced.by(_without(each.whole, unsettled), each.equations) for each in reduced]
    return [_without(each, unsettled) for each in listed], without


def account_for(attempt: Attempt, question: Question) -> None:
    """Remember what comes of each line, where a verdict was reached before the lines were looked at."""
    if not attempt.stated and question.stated:
        try:
            lowered = lower(question.system)
            stated = Stated.in_question(question, lowered)
            listed = stated.beside(obligations(lowered.system, question.indices)[:1])
            reduced = [one for each in listed for one in reductions(attempt, each)]
            for each in left_to_prove(listed, reduced):
                _examined(attempt, stated, each, SECONDS)
        except Unsupported as problem:
            attempt.stated = [StatedLine(line.position, "is not used", str(problem)) for line in question.stated]
    attempt.stated += [StatedLine(line.position, "is not used", reason) for line, reason in question.unplaced]


def remember_obstacle(attempt: Attempt, lowered: Lowered, reduced: Sequence[Reduced]) -> None:
    """Remember the step at which the best invariant fails, if one is found soon."""
    for each in reduced[:1]:
        said = tuple(dict.fromkeys([*sorted_values(lowered, each.rest), *each.rest.stated]))
        found = attempt.call("obstacle", LAST, stages.obstacle, replace(each.rest, stated=said))
        if found is not None and not isinstance(found, GaveUp):
            attempt.obstacle = Words(lowered, each.whole).of_violation(each.completed(found))


def _examined(attempt: Attempt, stated: Stated, reduced: Reduced, seconds: float) -> Examined | None:
    """What comes of the lines about an obligation, and is remembered; None if that takes too long."""
    found = attempt.call(STAGE, seconds, stages.examine, reduced.whole, reduced.equations)
    listed, words = stated.of(reduced.whole), Words(stated.lowered, reduced.whole)
    failures = {} if isinstance(found, GaveUp) else {each.condition: each for each in found.failures}

    def outcome(read: Read) -> tuple[Outcome, str]:
        if read.condition is None:
            return "is not used", read.reason
        if isinstance(found, GaveUp):
            return "is not settled", found.reason
        failure = failures.get(read.condition)
        return (KEPT_SO_LONG, "") if failure is None else words.of(failure)

    lines = [StatedLine(each.line.position, *outcome(each)) for each in listed]
    before = attempt.stated or lines
    # What is kept by one obligation is, whatever another says of it.
    attempt.stated = [min(pair, key=lambda each: KNOWN.index(each.outcome)) for pair in zip(before, lines, strict=True)]
    if isinstance(found, GaveUp):
        return None
    attempt.note(
        STAGE,
        f"{len(found.kept)} of {len(reduced.whole.stated)} conditions are kept by the steps that the question allows",
    )
    return found


def _without(obligation: Obligation, conditions: set[Term]) -> Obligation:
    return replace(obligation, stated=tuple(each for each in obligation.stated if each not in conditions))
