"""Rechecking: whether certificates prove inquiries, without looking for proofs.

Which obligation a certificate is about is made anew, from the function as it is; what is summed up, and on which lemmas
the proof rests, is taken from the certificate. A lemma's own certificates are checked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from concomp.model.language.syntax.sorts import INT, REAL
from concomp.model.language.syntax.terms import Term
from concomp.obligations.solvers.errors import Unsupported
from concomp.obligations.solvers.smtlib import Unreadable
from concomp.obligations.verify.certificates import directories
from concomp.obligations.verify.certificates.certificate import Assumed, Rejected, read_terms, statement_hash
from concomp.obligations.verify.encoding.obligation import Obligation
from concomp.obligations.verify.encoding.scalars import lower
from concomp.obligations.verify.encoding.systems import System
from concomp.obligations.verify.encoding.tracked import INDEX, track
from concomp.obligations.verify.proving import proofs
from concomp.obligations.verify.proving.agreeing import agrees
from concomp.obligations.verify.proving.attempt import Attempt
from concomp.obligations.verify.proving.inquiry import Inquiry, Lemma, NoLemma, Proposition
from concomp.obligations.verify.proving.lengths.subjects import compared
from concomp.obligations.verify.proving.sums.systems import summable_systems


def are_accepted(
    attempt: Attempt, inquiries: Sequence[Inquiry], directory: Path, known: Sequence[Proposition] = ()
) -> bool:
    """Whether the directory holds certificates for all inquiries that all solvers accept.

    known: what they may rest on.
    """
    places = directories.places(directory, len(inquiries))
    try:
        lemmas = list(_lemmas(attempt, directory, directories.assumed_below(directory, len(inquiries)), known))
    except Rejected as error:
        attempt.note("certificate", str(error))
        return False
    others = directories.others(directory, len(inquiries), len(lemmas))
    for each in others:
        attempt.note("certificate", f"{each} is there, and nothing that is asked needs it; remove it")
    return not others and all(
        _is_accepted(attempt, inquiry, place, lemmas) for inquiry, place in zip(inquiries, places, strict=True)
    )


def _lemmas(
    attempt: Attempt, directory: Path, named: Sequence[Assumed], known: Sequence[Proposition]
) -> Iterator[Lemma]:
    """The lemmas that are named, each with certificates of its own that all solvers accept; Rejected if one is not."""
    for assumed, place in zip(named, directories.lemma_places(directory, len(named)), strict=True):
        meant = [each for each in known if (each.function, each.about) == (assumed.function, assumed.property)]
        if not meant:
            raise Rejected(f"{directory}: rests on {assumed.words()}; name it with --assuming")
        [proposition] = meant
        if not are_accepted(attempt, proposition.inquiries, place):
            raise Rejected(f"{directory}: rests on {assumed.words()}, whose certificate is rejected; prove it again")
        below = directories.places(place, len(proposition.inquiries))
        try:
            lemma = proposition.lemma([directories.digest_in(each) for each in below])
        except NoLemma as error:
            raise Rejected(f"{directory}: rests on {assumed.words()}, which is no lemma: {error}") from error
        yield lemma


def _is_accepted(attempt: Attempt, inquiry: Inquiry, directory: Path, lemmas: Sequence[Lemma]) -> bool:
    try:
        resting = _resting(inquiry, directory, lemmas)
        question, lowered = resting.proved_of, lower(resting.proved_of.system)
        meant = _meant(directory, lowered.system, question.indices)
        found = directories.load(directory, resting.subject, meant)
    except (Rejected, Unsupported) as error:
        attempt.note("certificate", str(error))
        return False
    subject = compared(question, meant, read_terms(meant, found.invariant))
    return proofs.is_accepted(attempt, found) and agrees(attempt, subject)


def _resting(inquiry: Inquiry, directory: Path, lemmas: Sequence[Lemma]) -> Inquiry:
    """The inquiry with those of the lemmas that a certificate of it names."""
    named = directories.assumed_in(directories.read_manifest(directory))
    return inquiry.resting_on([lemma for each in named for lemma in lemmas if lemma.is_called(each)])


def _meant(directory: Path, system: System, indices: tuple[Term, ...]) -> Obligation:
    """The obligation that a certificate is about; the first if it is about none."""
    manifest = directories.read_manifest(directory)
    found = stated(system, indices, manifest.statement, manifest.summed)
    return proofs.obligations(system, indices)[0] if found is None else found


def stated(system: System, indices: tuple[Term, ...], statement: str, summed: Sequence[str]) -> Obligation | None:
    """The obligation about a system that has this hash; None if there is none.

    indices: parameters that are arbitrary indices of the system's maps. summed: what is summed up, in SMT-LIB.
    """
    return next((each for each in _listed(system, indices, summed) if statement_hash(each) == statement), None)


def _listed(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    if summed:
        yield from _with_sums(system, indices, summed)
        return
    yield from proofs.obligations(system, indices)
    yield from proofs.numbered_obligations(system, indices)
    yield from proofs.paired_obligations(system, indices)


def _with_sums(system: System, indices: tuple[Term, ...], summed: Sequence[str]) -> Iterator[Obligation]:
    for each in summable_systems(system, indices):
        try:
            parts = read_terms(track(each, [INDEX]), summed)
        except Unreadable:
            continue
        if all(part.sort in (INT, REAL) for part in parts):
            yield track(each, [INDEX], parts)
