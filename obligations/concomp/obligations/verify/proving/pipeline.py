"""The pipeline: from a question to a verdict, always by the same stages.

Violations are looked for, first short ones, then longer ones, and in between invariants are proposed, by cheap engines
first. A violation counts only if the function itself, run on it, shows it; an invariant, only if solvers that took no
part in finding it accept the certificate and refuse it for a false claim, and if the functions take only steps that it
knows. Every solver works in a child process with
a limit; one that hangs, breaks down, gives a wrong model or a wrong invariant leaves a line in what was tried, and
nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

from concomp.model.language.syntax.definition import ParameterDefinition
from concomp.model.language.syntax.terms import TRUE
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.worker import GaveUp, Worker
from concomp.obligations.verify.certificates.certificate import CertifiedClaim, certify
from concomp.obligations.verify.encoding.code import Undecodable
from concomp.obligations.verify.encoding.decode import decode
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import Lowered, lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.valuations import Valuation
from concomp.obligations.verify.properties.properties import Question
from concomp.obligations.verify.properties.replay import Replay, Unconfirmed
from concomp.obligations.verify.proving import stages
from concomp.obligations.verify.proving.agreeing import agrees
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.controls import is_controlled
from concomp.obligations.verify.proving.inquiry import Inquiry
from concomp.obligations.verify.proving.lengths.lifting import by_one_coordinate
from concomp.obligations.verify.proving.lengths.subjects import compared, searched
from concomp.obligations.verify.proving.proofs import (
    Proof,
    Reduced,
    by_counting,
    by_few_templates,
    by_induction,
    by_pairs,
    by_phases,
    by_products,
    by_spacer,
    by_sums,
    by_templates,
    by_the_only_pair,
    confirm,
    is_accepted,
    left_to_prove,
    numbered_obligations,
    obligations,
    paired_obligations,
)
from concomp.obligations.verify.proving.stating.stated import Stated, account_for, by_stated, remember_obstacle
from concomp.obligations.verify.proving.sums.systems import summable_systems
from concomp.obligations.verify.verdicts import Verdict, Word

SHORT, DEPTH, DEEP = 4, 12, 24
"""How many messages a violation may have: at first, after plain induction, and after Spacer found no proof."""
AT_FIRST, LATER = 2.0, 4.0
"""Seconds for the first search, and for the second."""
SEARCH = 0.25
"""The part of the time that a search for violations may take."""
BY_LEMMAS = 0.5
"""The part of the time for a proof that rests on lemmas; what it does not find is looked for without them."""
NO_WITNESS = "no accepted sequence has a pair that differs, so the property says nothing"

NOTHING_ACCEPTED = "no sequence is accepted with all its prefixes, so the property says nothing"


def settle(worker: Worker, inquiry: Inquiry, witness: Verdict, seconds: float) -> Verdict:
    """Whether a property holds of a function with this witness: by lemmas if there are some, else, or then, without."""
    if not inquiry.lemmas:
        return _settle(worker, inquiry, witness, seconds)
    by_lemmas = _settle(worker, inquiry, witness, seconds * BY_LEMMAS)
    if by_lemmas.verdict != "unknown":
        return by_lemmas
    alone = _settle(worker, inquiry.alone, witness, max(0.0, seconds - by_lemmas.seconds))
    tried = (*(f"by lemmas: {line}" for line in by_lemmas.tried), *alone.tried)
    return replace(alone, seconds=by_lemmas.seconds + alone.seconds, tried=tried)


def _settle(worker: Worker, inquiry: Inquiry, witness: Verdict, seconds: float) -> Verdict:
    attempt = Attempt(worker, seconds)
    # At the values that another function has as well, the shortest accepted sequence may be longer than the witness.
    question, depth = inquiry.proved_of, max(witness.length or 0, DEPTH)
    for found in _explore(attempt, inquiry):
        if isinstance(found, Replay):
            if inquiry.lemmas:
                # The trace may go on where a lemma has stopped.
                attempt.stated = []
            account_for(attempt, inquiry.question)
            return inquiry.verdict_by_trace("refuted", attempt, found)
        certificate = confirm(attempt, inquiry.subject, found)
        if certificate is None or not is_controlled(attempt, question, found, depth):
            continue
        if not agrees(attempt, compared(question, found.obligation, found.invariant)):
            break
        account_for(attempt, question)
        return inquiry.verdict("proved", attempt, certificates=(certificate,))
    account_for(attempt, question)
    return inquiry.verdict("unknown", attempt)


def settle_witness(worker: Worker, inquiry: Inquiry, seconds: float, none: str = NO_WITNESS) -> Verdict:
    """Whether there is a witness: proved by showing one, vacuous, with `none` for the reason, if there is none."""
    return _show_or_exclude(worker, inquiry, seconds, "proved", none)


def settle_acceptance(worker: Worker, inquiry: Inquiry, seconds: float, none: str) -> Verdict:
    """Whether there is a run that a property is about: proved by showing one, vacuous, with `none` for the reason, if
    there is none."""
    return _show_or_exclude(worker, inquiry, seconds, "proved", none)


def settle_without_witness(worker: Worker, inquiry: Inquiry, witness: Verdict, seconds: float) -> Verdict:
    """Whether a property fails of a function without a witness: refuted if it does; if it is proved, it is vacuous."""
    return _show_or_exclude(worker, inquiry.alone, seconds, "refuted", witness.reason)


def _show_or_exclude(worker: Worker, inquiry: Inquiry, seconds: float, shown: Word, none: str) -> Verdict:
    """The word `shown` with a replayed bad run, or vacuous, with `none` for the reason, if there is none."""
    attempt = Attempt(worker, seconds)
    for found in _explore(attempt, inquiry):
        if isinstance(found, Replay):
            account_for(attempt, inquiry.question)
            return inquiry.verdict_by_trace(shown, attempt, found)
        certificate = confirm(attempt, inquiry.subject, found)
        if certificate is not None and agrees(attempt, compared(inquiry.question, found.obligation, found.invariant)):
            account_for(attempt, inquiry.question)
            return inquiry.verdict("vacuous", attempt, none, (certificate,))
    account_for(attempt, inquiry.question)
    return inquiry.verdict("unknown", attempt)


def satisfiable(
    worker: Worker, name: str, parameters: tuple[ParameterDefinition, ...], seconds: float
) -> bool | GaveUp:
    """Whether some values of the parameters of what has this name satisfy their constraints.

    That none do is said only if all solvers accept a certificate of it.
    """
    attempt = Attempt(worker, seconds)
    lowered = lower(System(name, (), (), parameters, TRUE, TRUE))
    found = attempt.call("parameters", seconds, stages.search, lowered.system, 1, lowered.tokens)
    if isinstance(found, GaveUp) or found is not None:
        return found if isinstance(found, GaveUp) else True
    [obligation] = obligations(lowered.system)
    if is_accepted(attempt, certify(CertifiedClaim(name, "parameters have values", ""), obligation, ())):
        return False
    return GaveUp(f"no values were found, and that there are none is not confirmed: {'; '.join(attempt.tried)}")


def _explore(attempt: Attempt, inquiry: Inquiry) -> Iterator[Replay | Proof]:
    """Violations, replayed, and proofs, proposed; after a violation there is nothing more.

    A violation is one of the property by itself, whatever a proof may rest on.
    """
    try:
        question, lowered = inquiry.proved_of, lower(inquiry.proved_of.system)
        share = attempt.left * SEARCH
        stated, places = Stated.in_question(question, lowered), list(searched(inquiry.question))
        listed = stated.beside(obligations(lowered.system, question.indices))
        if (yield from _violation(attempt, places, SHORT, AT_FIRST)):
            return
        reduced = yield from by_induction(attempt, listed)
        listed, reduced = yield from by_stated(attempt, stated, listed, reduced)
        yield from by_products(attempt, listed, reduced)
        yield from _as_far_as_it_goes(attempt, _of_sums(attempt, question, lowered, reduced))
        yield from _as_far_as_it_goes(attempt, _of_numbered_indices(attempt, question, lowered, reduced))
        yield from _as_far_as_it_goes(attempt, _of_two_indices(attempt, question, lowered, by_the_only_pair))
        if (yield from _violation(attempt, places, DEPTH, LATER)):
            return
        yield from _as_far_as_it_goes(attempt, by_one_coordinate(attempt, question, listed))
        yield from by_phases(attempt, listed, reduced)
        yield from by_spacer(attempt, listed, reduced)
        yield from _as_far_as_it_goes(attempt, _of_two_indices(attempt, question, lowered, by_pairs))
        yield from by_few_templates(attempt, listed, reduced)
        if (yield from _violation(attempt, places, DEEP, share)):
            return
        remember_obstacle(attempt, lowered, left_to_prove(listed, reduced))
        yield from by_templates(attempt, listed, reduced)
    except Unsupported as problem:
        attempt.note("scalar form", str(problem))


def _of_sums(attempt: Attempt, question: Question, lowered: Lowered, reduced: Sequence[Reduced]) -> Iterator[Proof]:
    yield from by_sums(attempt, summable_systems(lowered.system, question.indices), reduced)


def _of_numbered_indices(
    attempt: Attempt, question: Question, lowered: Lowered, reduced: Sequence[Reduced]
) -> Iterator[Proof]:
    """Proposals where slots limit the indices: violations are short there, or searched for long."""
    yield from by_counting(attempt, numbered_obligations(lowered.system, question.indices), reduced)


def _of_two_indices(
    attempt: Attempt,
    question: Question,
    lowered: Lowered,
    proposals: Callable[[Attempt, Sequence[Obligation]], Iterator[Proof]],
) -> Iterator[Proof]:
    yield from proposals(attempt, paired_obligations(lowered.system, question.indices))


def _as_far_as_it_goes(attempt: Attempt, proposals: Iterator[Proof]) -> Iterator[Proof]:
    """The proposals of a stage that looks at a system in its own way; where it cannot, the other stages go on."""
    try:
        yield from proposals
    except Unsupported as problem:
        attempt.note("scalar form", str(problem))


def _violation(
    attempt: Attempt, places: Sequence[tuple[Question, Lowered]], depth: int, seconds: float
) -> Generator[Replay, None, bool]:
    """A violation of at most this length, the shortest of all places; returns whether the solver claims one."""
    stage = f"search to {depth} messages"
    claimed: list[tuple[Question, Lowered, Valuation]] = []
    for question, lowered in places:
        # Where one is known, only a shorter one is looked for.
        most = len(claimed[-1][2].steps) - 1 if claimed else depth
        valuation = attempt.call(stage, seconds, stages.search, lowered.system, most, lowered.tokens) if most else None
        if valuation is None and not claimed:
            attempt.note(stage, "no violation")
        if valuation is not None and not isinstance(valuation, GaveUp):
            claimed.append((question, lowered, valuation))
    for question, lowered, valuation in reversed(claimed):
        try:
            yield question.replay(decode(lowered, valuation))
        except (Unconfirmed, Undecodable) as wrong:
            attempt.note(stage, f"a violation of {len(valuation.steps)} messages is not confirmed: {wrong}")
    return bool(claimed)
